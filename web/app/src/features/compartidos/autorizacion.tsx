import { useConstanciaDeAutorizacion, type Autorizacion, type Autorizaciones } from '@carpeta-ciudadana/react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useFormatos, useTextosDe } from '../../shared/i18n/i18n';
import { Prueba } from '../../shared/prueba/prueba';
import { useAnnounce } from '../../shared/ui/announcer';
import { Boton } from '../../shared/ui/boton';
import { Aviso, type Aviso as DeAviso } from '../../shared/ui/estado';
import { useGuardaFoco } from '../../shared/ui/foco';
import { textos as deCompartidos } from './textos';

type Props = { autorizacion: Autorizacion } & Pick<Autorizaciones, 'terminar' | 'pedirBorrado'>;

/** Who may see what, for what, until when, and how often they looked; and how to end it, in one press. */
export function UnaAutorizacion({ autorizacion, terminar, pedirBorrado }: Props) {
  const textos = useTextosDe(deCompartidos);
  const { fecha, momento } = useFormatos();
  const announce = useAnnounce();
  const guarda = useGuardaFoco<HTMLLIElement>();
  const [falla, setFalla] = useState<DeAviso>();
  const { id, entidad, tramite, documentos, miradas, estado, hasta, terminadaEn, borradoPedidoEn, conCopiaVerificable } = autorizacion;
  const vigente = estado === 'VIGENTE';
  const run = async (work: Promise<{ falla?: DeAviso | undefined }>, said?: string) => {
    setFalla(undefined);
    const { falla: refused } = await work;
    if (refused) setFalla(refused);
    else if (said) announce(said);
  };
  const end = () => void run(terminar(id), textos.terminada(entidad.nombre));
  const cuando = vigente ? textos.hasta(fecha(hasta)) : terminadaEn ? textos.termino(fecha(terminadaEn)) : textos.vencio(fecha(hasta));
  return (
    <li className="tarjeta" {...guarda}>
      <h3>{textos.conNit(entidad.nombre, entidad.nit)}</h3>
      <p className="detalle">
        {textos.para(tramite.nombre)} · {cuando}
      </p>
      <ul className="autorizados">
        {documentos.map(({ documentoId, documento, requisito, estado: deDocumento }) => (
          <li key={documentoId}>
            {documento ? <Link href={`/documentos/${encodeURIComponent(documento.id)}`}>{documento.titulo}</Link> : `${requisito.nombre}: ${textos.yaNo}`}
            {textos.estados[deDocumento] && <span className="detalle"> ({textos.estados[deDocumento]})</span>}
          </li>
        ))}
      </ul>
      <p className="detalle">{textos.miradas(miradas.cuantas, miradas.masDeCien, miradas.ultima ? momento(miradas.ultima) : '')}</p>
      {vigente && !entidad.activa && <p className="detalle">{textos.inactiva}</p>}
      {conCopiaVerificable && <p className="detalle">{textos.conCopia}</p>}
      {borradoPedidoEn && <p className="detalle">{textos.borradoPedido(fecha(borradoPedidoEn))}</p>}
      {falla && <Aviso falla={falla} {...(vigente && { reintentar: end })} />}
      <div className="botones">
        {vigente && (
          <Boton clase="cuidado" aria-label={textos.terminarDe(entidad.nombre)} onPress={end}>
            {textos.terminar}
          </Boton>
        )}
        {!vigente && !borradoPedidoEn && <Boton onPress={() => void run(pedirBorrado(id))}>{textos.pedirBorrado}</Boton>}
        <Constancia id={id} titulo={`${entidad.nombre} ${tramite.nombre}`} />
        {terminadaEn && <Constancia id={id} titulo={`${entidad.nombre} ${tramite.nombre}`} fin />}
      </div>
    </li>
  );
}

/** The receipt of an authorisation, or of its end. */
function Constancia({ id, titulo, fin = false }: { id: string; titulo: string; fin?: boolean }) {
  const { constancia, constanciaFin, verificar } = useTextosDe(deCompartidos);
  const prueba = useConstanciaDeAutorizacion(id, { fin, titulo });
  return (
    <Prueba textos={fin ? constanciaFin : constancia} prueba={prueba}>
      <Link className="enlace" href="/verificar">
        {verificar}
      </Link>
    </Prueba>
  );
}
