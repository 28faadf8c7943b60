import { toFalla } from '@carpeta-ciudadana/cliente';
import type { DetalleDeDocumento, useDocumento } from '@carpeta-ciudadana/react';
import { useState } from 'react';
import { useEliminar } from '../../shared/eliminar/eliminar';
import { useTextos, useTextosDe } from '../../shared/i18n/i18n';
import { Boton } from '../../shared/ui/boton';
import { Aviso } from '../../shared/ui/estado';
import { useGuardaFoco } from '../../shared/ui/foco';
import { Icono } from '../../shared/ui/icono';
import { bajar } from './bajar';
import { textos as deDetalle } from './textos';

export type Forma = 'correccion' | 'pedido' | 'mostrar' | 'probado' | undefined;

interface AccionesProps extends Pick<ReturnType<typeof useDocumento>, 'pedirEnlace'> {
  documento: DetalleDeDocumento;
  abrir: (forma: Forma) => void;
  /** The file is shown, and how to change that; undefined where it is always shown, or never. */
  vista: { abierta: boolean; cambiar: () => void } | undefined;
}

/** Its issuer stands by it: it can be shown, and given away with its proof. */
export const estaEnPie = ({ estadoJuridico }: DetalleDeDocumento) => estadoJuridico === 'VIGENTE' || estadoJuridico === 'VENCIDO' || estadoJuridico === 'AUN_NO_VIGENTE';

/** What can be done with a document, what is done most first. */
export function Acciones({ documento, pedirEnlace, abrir, vista }: AccionesProps) {
  const { detalle } = useTextosDe(deDetalle);
  const { eliminar: textos } = useTextos();
  const { pedir } = useEliminar();
  const { id, titulo, certificado, emisor, estadoDocumento, esDescargable } = documento;
  const { bajando, falla, fetchFile } = useBajar(documento, pedirEnlace);
  const locked = estadoDocumento !== 'PROCESADO';
  const guarda = useGuardaFoco<HTMLDivElement>();
  return (
    <>
      <div className="botones" {...guarda}>
        {vista && (
          <Boton clase="principal" onPress={vista.cambiar}>
            {vista.abierta ? detalle.ocultar : detalle.ver}
          </Boton>
        )}
        {esDescargable && !locked && (
          <Boton {...(!vista && { clase: 'principal' })} ocupado={bajando} onPress={() => void fetchFile()}>
            <Icono nombre="descargar" chico />
            {detalle.descargar}
          </Boton>
        )}
        {certificado && emisor && !locked && <Boton onPress={() => abrir('mostrar')}>{detalle.mostrar}</Boton>}
        {certificado && emisor && !locked && estaEnPie(documento) && <Boton onPress={() => abrir('probado')}>{detalle.probado}</Boton>}
        {!certificado && !locked && <Boton onPress={() => abrir('correccion')}>{detalle.corregir}</Boton>}
        {!certificado && !locked && (
          <Boton clase="cuidado" onPress={() => pedir([{ id, titulo }])}>
            {textos.confirmar}
          </Boton>
        )}
        {certificado && !locked && (
          <Boton clase="discreto" onPress={() => abrir('pedido')}>
            {detalle.solicitar}
          </Boton>
        )}
      </div>
      {bajando && (
        <p className="detalle" role="status">
          {detalle.descargando}
        </p>
      )}
      {falla && <Aviso falla={falla} />}
    </>
  );
}

function useBajar({ nombreArchivo, titulo, tamanoBytes }: DetalleDeDocumento, pedirEnlace: AccionesProps['pedirEnlace']) {
  const { detalle } = useTextosDe(deDetalle);
  const [falla, setFalla] = useState<Aviso>();
  const [bajando, setBajando] = useState(false);
  const fetchFile = async () => {
    setFalla(undefined);
    setBajando(true);
    try {
      const { valor: urlDescarga, falla: sinEnlace } = await pedirEnlace('descargar'); // it is good for some minutes: one of now
      if (!urlDescarga) return setFalla(sinEnlace);
      const why = await bajar(urlDescarga, { nombre: nombreArchivo ?? titulo, bytes: tamanoBytes });
      if (why) setFalla({ mensaje: detalle.noBajo[why] });
    } catch (cause) {
      setFalla(toFalla(cause));
    } finally {
      setBajando(false);
    }
  };
  return { bajando, falla, fetchFile };
}
