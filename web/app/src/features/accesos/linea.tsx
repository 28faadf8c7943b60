import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useFormatos, useTextos, useTextosDe } from '../../shared/i18n/i18n';
import { Icono, type NombreDeIcono } from '../../shared/ui/icono';
import { Renglon } from '../../shared/ui/renglon';
import type { Acto, Visto } from '../../shared/actos';
import { hechoDe, textos as deActos } from '../../shared/actos-textos';
import { NoFuiYo } from './no-fui-yo';
import { textos as deAccesos } from './textos';

/** So many documents are named in a line. */
const NOMBRADOS = 3;

const ICONOS: Readonly<Record<string, NombreDeIcono>> = {
  'documento.descargado': 'descargar',
  'archivo.servido': 'descargar',
  'sesion.iniciada': 'info',
  'revocacion.cambiada': 'salir',
  'embargo.impuesto': 'verificar',
  'embargo.levantado': 'verificar',
};

/** Who did what to which document, why, and when. */
export function Linea({ acto: { mirada, en, documentos, veces }, cerradas }: { acto: Acto; cerradas: () => void }) {
  const { accesos: textos } = useTextosDe(deAccesos);
  const deTodos = useTextosDe(deActos);
  const { menu } = useTextos();
  const { hora, momento } = useFormatos();
  const { tipo, rol, propio, entidad, entidadId, operadorId, proposito, baseLegal } = mirada;
  const name = entidad ?? entidadId ?? operadorId;
  const sub = [!propio && name && textos.oficios[rol], veces > 1 && deTodos.veces(veces), proposito && textos.para(proposito), baseLegal && textos.segun(baseLegal)];
  const icono = <Icono nombre={ICONOS[tipo] ?? 'actividad'} />;
  if (tipo === 'sesion.iniciada') {
    return (
      <li className="fila">
        <Renglon icono={icono} titulo={textos.ingreso} sub={textos.ingresoTexto} lados={[hora(en)]}>
          <NoFuiYo cuando={momento(en)} hecho={cerradas} />
        </Renglon>
      </li>
    );
  }
  const titulo = (
    <>
      {propio ? deTodos.usted : (name ?? deTodos.roles[rol] ?? rol)} {hechoDe(tipo, deTodos).frase}
      {documentos.length > 0 && <> <Vistos documentos={documentos} /></>}
    </>
  );
  return (
    <li className="fila">
      <Renglon icono={icono} titulo={titulo} sub={<>{sub.filter(Boolean).join(' · ')}{mirada.autorizacionId && <> · <Link href="/compartidos">{menu.compartidos}</Link></>}</>} lados={[hora(en)]} />
    </li>
  );
}

function Vistos({ documentos }: { documentos: readonly Visto[] }) {
  const { accesos: textos } = useTextosDe(deAccesos);
  const more = documentos.length - NOMBRADOS;
  const named = documentos.slice(0, NOMBRADOS).map((visto) => <Nombre key={visto.documentoId} visto={visto} />);
  return (
    <>
      {named.flatMap((uno, i): ReactNode[] => (i === 0 ? [uno] : [', ', uno]))}
      {more > 0 && ` ${textos.yMas(more)}`}
    </>
  );
}

function Nombre({ visto: { id, titulo } }: { visto: Visto }) {
  const { accesos: textos } = useTextosDe(deAccesos);
  if (id !== undefined) return <Link href={`/documentos/${encodeURIComponent(id)}`}>{titulo}</Link>;
  if (titulo === undefined) return textos.sinTitulo;
  return (
    <>
      {titulo} <span className="detalle">({textos.yaNo})</span>
    </>
  );
}
