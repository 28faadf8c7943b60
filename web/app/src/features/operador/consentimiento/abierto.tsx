import type { Falla } from '@carpeta-ciudadana/cliente';
import { useDocumentosRecibidos, type DocumentoAbierto } from '@carpeta-ciudadana/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFormatos, useTextos, useTextosDe } from '../../../shared/i18n/i18n';
import { Boton } from '../../../shared/ui/boton';
import { Datos } from '../../../shared/ui/datos';
import { Dialogo } from '../../../shared/ui/dialogo';
import { Cargando } from '../../../shared/ui/estado';
import { useMomento } from '../al-dia';
import { Fallo } from '../fallo';
import { textos as deConsentimiento } from './textos';

/** So long the server serves the file after a look, in milliseconds. */
const MINUTO = 60_000;

/** A look at a received document: what for, on top, and what it is. The citizen reads of each one, so it happens once. */
export function Abierto({ id, cerrar }: { id: string; cerrar: () => void }) {
  const { abierto: textos, siguiente } = useTextosDe(deConsentimiento);
  const { abrir } = useDocumentosRecibidos({ omitir: true });
  const [abierto, setAbierto] = useState<DocumentoAbierto>();
  const [falla, setFalla] = useState<Falla>();
  const [ocupado, setOcupado] = useState(true);
  const look = async () => {
    setOcupado(true);
    const { valor, falla: refused } = await abrir(id);
    setAbierto(valor);
    setFalla(refused);
    setOcupado(false);
  };
  const first = useEffectEvent(look);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return; // React begins twice where it is strict
    begun.current = true;
    void first();
  }, []);
  const after = falla && siguiente[falla.codigo as keyof typeof siguiente];
  return (
    <Dialogo lateral titulo={abierto?.titulo ?? textos.documento} cancelar={cerrar} botones={<Boton onPress={cerrar}>{textos.cerrar}</Boton>}>
      {ocupado && !abierto && <Cargando />}
      {falla && <Fallo falla={falla} />}
      {after && <p>{after}</p>}
      {abierto && <DeQue key={abierto.en} abierto={abierto} ocupado={ocupado} deNuevo={() => void look()} />}
    </Dialogo>
  );
}

function DeQue({ abierto, ocupado, deNuevo }: { abierto: DocumentoAbierto; ocupado: boolean; deNuevo: () => void }) {
  const { abierto: textos } = useTextosDe(deConsentimiento);
  const { documentos } = useTextos();
  const { dia, bytes } = useFormatos();
  const momento = useMomento();
  const { recibido, clase, emisor, certificado, expedido, numero, vigenciaDesde, vigenciaHasta, estadoJuridico, hashDocumento } = abierto;
  const { tramite } = recibido;
  const juridico = estadoJuridico && estadoJuridico !== 'VIGENTE' ? documentos.juridico[estadoJuridico] : undefined;
  return (
    <>
      <h3>{textos.paraQue}</h3>
      <Datos
        filas={[
          [textos.finalidad, `${tramite.nombre}: ${tramite.finalidad}`],
          [textos.baseLegal, tramite.baseLegal],
          [textos.hasta, momento(recibido.hasta)],
          [textos.conservacion, textos.dias(tramite.conservacionDias)],
        ]}
      />
      <h3>{textos.documento}</h3>
      <Datos
        filas={[
          [textos.tituloDe, abierto.titulo],
          [textos.tipo, clase.nombre],
          [textos.certificado, certificado ? textos.si : textos.no],
          [textos.emisor, emisor?.nombre],
          [textos.expedido, expedido && dia(expedido)],
          [textos.numero, numero],
          [textos.desde, vigenciaDesde && dia(vigenciaDesde)],
          [textos.validoHasta, vigenciaHasta && dia(vigenciaHasta)],
          [textos.estadoJuridico(dia(abierto.dia)), juridico],
          [textos.archivo, `${abierto.nombreArchivo} · ${bytes(abierto.tamanoBytes)}`],
          [textos.huella, hashDocumento],
        ]}
      />
      <Archivo abierto={abierto} ocupado={ocupado} deNuevo={deNuevo} />
    </>
  );
}

/** The file, for a minute after the look. */
function Archivo({ abierto: { disponibilidad, urlArchivo, urlVerificable }, ocupado, deNuevo }: { abierto: DocumentoAbierto; ocupado: boolean; deNuevo: () => void }) {
  const { abierto: textos } = useTextosDe(deConsentimiento);
  const [paso, setPaso] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPaso(true), MINUTO);
    return () => clearTimeout(timer);
  }, []);
  if (disponibilidad === 'REEMPLAZADO' || disponibilidad === 'REVOCADO') return <p>{textos.sinArchivo[disponibilidad]}</p>;
  return (
    <>
      <p className="detalle" role="status">
        {paso ? textos.pasoElMinuto : textos.unMinuto}
      </p>
      <div className="botones">
        {paso ? (
          <Boton clase="principal" ocupado={ocupado} onPress={deNuevo}>
            {textos.deNuevo}
          </Boton>
        ) : (
          <>
            {urlArchivo && (
              <a className="boton principal" href={urlArchivo} target="_blank" rel="noreferrer">
                {textos.abrirArchivo}
              </a>
            )}
            {urlVerificable && (
              <a className="boton" href={urlVerificable}>
                {textos.copia}
              </a>
            )}
          </>
        )}
      </div>
    </>
  );
}
