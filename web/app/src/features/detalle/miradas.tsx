import { useLazyQuery } from '@apollo/client/react';
import { toFalla } from '@carpeta-ciudadana/cliente';
import { MiradasADocumentoDocument, type MiradasADocumentoQuery } from '../../shared/generado/graphql';
import { useFormatos, useTextosDe } from '../../shared/i18n/i18n';
import { Aviso, Cargando } from '../../shared/ui/estado';
import { Tabla } from '../../shared/ui/tabla';
import { Link } from 'wouter';
import { textos as deDetalle } from './textos';

type Mirada = NonNullable<Extract<NonNullable<MiradasADocumentoQuery['node']>, { __typename: 'Documento' }>['accesos']>['nodes'][number];

/** So many are here; all of them are in the activity of the folder. */
const SHOWN = 5;

/** Who looked at the document: asked for when somebody wants to know. */
export function Miradas({ id }: { id: string }) {
  const { miradas: textos } = useTextosDe(deDetalle);
  const [ask, { data, error }] = useLazyQuery(MiradasADocumentoDocument, { fetchPolicy: 'network-only' });
  const load = () => void ask({ variables: { id } }).catch(() => {}); // it is told below
  const node = data?.node;
  const looks = node?.__typename === 'Documento' ? actsOf(node.accesos?.nodes ?? []) : undefined;
  return (
    <details className="detalles" onToggle={(event) => event.currentTarget.open && load()}>
      <summary>{textos.titulo}</summary>
      {error && <Aviso falla={toFalla(error)} reintentar={load} />}
      {!looks && !error && <Cargando />}
      {looks?.length === 0 && <p className="detalle">{textos.nadie}</p>}
      {looks && looks.length > 0 && <Lineas looks={looks.slice(0, SHOWN)} />}
      <Link className="enlace" href="/actividad">
        {textos.todas}
      </Link>
    </details>
  );
}

function Lineas({ looks }: { looks: readonly Mirada[] }) {
  const { miradas: textos } = useTextosDe(deDetalle);
  const { momento } = useFormatos();
  const who = ({ propio, entidad, operadorId, rol }: Mirada) => (propio ? textos.usted : (entidad ?? textos.roles[rol] ?? operadorId));
  return (
    <Tabla
      titulo={textos.titulo}
      columnas={textos.columnas}
      filas={looks.map((look) => ({ clave: look.eventoId, celdas: [who(look), textos.actos[look.tipo] ?? textos.otro, momento(look.en)] }))}
    />
  );
}

/** One act is one line: what a link was used for says less than that somebody asked for it. */
function actsOf(looks: readonly Mirada[]): Mirada[] {
  const acts = new Map<string, Mirada>();
  for (const look of looks) {
    const told = acts.get(look.acto);
    if (!told || told.tipo === 'archivo.servido') acts.set(look.acto, look);
  }
  return [...acts.values()];
}
