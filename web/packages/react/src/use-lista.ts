import { useQuery } from '@apollo/client/react';
import { toFalla, type Falla } from '@carpeta-ciudadana/cliente';
import { loadedConnection, reloadConnection, type DePagina, type PreguntaDeLista } from '@carpeta-ciudadana/cliente/apollo';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useCarpetaClient } from './provider.js';
import { useMas, type Mas } from './use-mas.js';

export interface Lista<Data, Node> extends Omit<Mas, 'fallaDeMas'> {
  data: Data | undefined;
  /** The rows that are loaded; undefined until a page came. */
  nodes: Node[] | undefined;
  /** A first page is on its way, or all that is there again. */
  cargando: boolean;
  hayMas: boolean;
  /** Loads all that is there again, however many pages that are; never rejects: `falla` says why it did not come. */
  recargar: () => Promise<void>;
  falla: Falla | undefined;
}

/** A list of the API that grows page by page, and is loaded again as long as it is. One request at a time changes it. */
export function useLista<Data, Variables extends DePagina, Node>(pregunta: PreguntaDeLista<Data, Variables, Node>): Lista<Data, Node> {
  const { apollo } = useCarpetaClient();
  const { query, variables, lista } = pregunta;
  const { data, loading, error, fetchMore, refetch } = useQuery(query, { variables, fetchPolicy: 'cache-and-network' } as never) as useQuery.Result<Data, Variables>;
  const conexion = data ? lista(data as Data) : undefined;
  const newest = useRef(pregunta);
  useEffect(() => {
    newest.current = pregunta;
  });

  const turns = useRef(Promise.resolve());
  const inTurn = (work: () => Promise<unknown>) => {
    const done = turns.current.then(work).then(() => {});
    turns.current = done.catch(() => {}); // whoever asked is told
    return done;
  };

  const { cargandoMas, cargarMas, fallaDeMas } = useMas(() =>
    inTurn(async () => {
      const { hasNextPage, endCursor } = loadedConnection(apollo, newest.current)?.pageInfo ?? {};
      if (hasNextPage) await fetchMore({ variables: { after: endCursor ?? null } as Partial<Variables> });
    }),
  );

  const [recargando, setRecargando] = useState(false);
  const [fallaDeRecarga, setFallaDeRecarga] = useState<Falla | null>(); // null: it came, whatever was before
  const waiting = useRef<Promise<void>>(undefined);
  const recargar = () =>
    (waiting.current ??= inTurn(async () => {
      waiting.current = undefined; // from here on something may change that this reading does not see
      setRecargando(true);
      try {
        await (loadedConnection(apollo, newest.current) ? reloadConnection(apollo, newest.current) : refetch());
        setFallaDeRecarga(null);
      } catch (cause) {
        setFallaDeRecarga(toFalla(cause));
      }
      setRecargando(false);
    }));

  return {
    data: data as Data | undefined,
    nodes: useMemo(() => conexion?.edges.map(({ node }) => node), [conexion]),
    cargando: loading || recargando,
    hayMas: conexion?.pageInfo.hasNextPage ?? false,
    cargandoMas,
    cargarMas,
    recargar,
    falla: fallaDeMas ?? (fallaDeRecarga === undefined ? error && toFalla(error) : (fallaDeRecarga ?? undefined)),
  };
}
