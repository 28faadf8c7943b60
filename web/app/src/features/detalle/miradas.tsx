import { useLazyQuery } from '@apollo/client/react';
import { toFalla } from '@carpeta-ciudadana/cliente';
import { Link } from 'wouter';
import { actosDe, type Acto } from '../../shared/actos';
import { hechoDe, textos as deActos } from '../../shared/actos-textos';
import { MiradasADocumentoDocument } from '../../shared/generado/graphql';
import { useFormatos, useTextosDe } from '../../shared/i18n/i18n';
import { Aviso, Cargando } from '../../shared/ui/estado';
import { Tabla } from '../../shared/ui/tabla';
import { textos as deDetalle } from './textos';
import '../../shared/ui/detalles.css';

/** So many are here; all of them are in the activity. */
const SHOWN = 5;

/** Who looked at the document: asked for when somebody wants to know. */
export function Miradas({ id }: { id: string }) {
  const { miradas: textos } = useTextosDe(deDetalle);
  const [ask, { data, error }] = useLazyQuery(MiradasADocumentoDocument, { fetchPolicy: 'network-only' });
  const load = () => void ask({ variables: { id } }).catch(() => {}); // it is told below
  const node = data?.node;
  const actos = node?.__typename === 'Documento' ? actosDe((node.accesos?.edges ?? []).map((edge) => edge.node), false) : undefined;
  return (
    <details className="detalles" onToggle={(event) => event.currentTarget.open && load()}>
      <summary>{textos.titulo}</summary>
      {error && <Aviso falla={toFalla(error)} reintentar={load} />}
      {!actos && !error && <Cargando />}
      {actos?.length === 0 && <p className="detalle">{textos.nadie}</p>}
      {actos && actos.length > 0 && <Lineas actos={actos.slice(0, SHOWN)} />}
      <Link className="enlace" href={`/actividad?documento=${encodeURIComponent(id)}`}>
        {textos.todas}
      </Link>
    </details>
  );
}

function Lineas({ actos }: { actos: readonly Acto[] }) {
  const { miradas: textos } = useTextosDe(deDetalle);
  const deTodos = useTextosDe(deActos);
  const { momento } = useFormatos();
  const who = ({ propio, entidad, operadorId, rol }: Acto['mirada']) => (propio ? deTodos.usted : (entidad ?? deTodos.roles[rol] ?? operadorId));
  const what = ({ mirada: { tipo }, veces }: Acto) => `${hechoDe(tipo, deTodos).celda}${veces > 1 ? ` (${deTodos.veces(veces)})` : ''}`;
  return (
    <Tabla
      titulo={textos.titulo}
      columnas={textos.columnas}
      filas={actos.map((acto) => ({ clave: acto.mirada.eventoId, celdas: [who(acto.mirada), what(acto), momento(acto.en)] }))}
    />
  );
}
