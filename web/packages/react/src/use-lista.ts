import { useQuery } from '@apollo/client/react';
import { onReturn, toFalla, type Falla } from '@carpeta-ciudadana/cliente';
import { loadedConnection, reloadConnection, type DePagina, type PreguntaDeLista } from '@carpeta-ciudadana/cliente/apollo';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useCarpetaClient } from './provider.js';
import { useError } from './use-error.js';
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
  const { data, fetchMore, refetch, ...result } = useQuery(query, { variables, fetchPolicy: 'cache-and-network' } as never) as useQuery.Result<Data, Variables>;
  const error = useError(result);
  const conexion = data ? lista(data as Data) : undefined;
  const key = JSON.stringify(variables); // other variables are another list, with failures of its own
  const newest = useRef({ pregunta, key, error });
  useEffect(() => {
    newest.current = { pregunta, key, error };
  });

  const turns = useRef(Promise.resolve());
  const inTurn = (work: () => Promise<unknown>) => {
    const done = turns.current.then(work).then(() => {});
    turns.current = done.catch(() => {}); // whoever asked is told
    return done;
  };

  const [keyOfMas, setKeyOfMas] = useState(key);
  const { cargandoMas, cargarMas, fallaDeMas } = useMas(() =>
    inTurn(async () => {
      const { pregunta, key } = newest.current;
      setKeyOfMas(key);
      const { hasNextPage, endCursor } = loadedConnection(apollo, pregunta)?.pageInfo ?? {};
      if (hasNextPage) await fetchMore({ variables: { after: endCursor ?? null } as Partial<Variables> });
    }),
  );

  const [recargando, setRecargando] = useState(false);
  const [reloaded, setReloaded] = useState<Reloaded>();
  const waiting = useRef<Promise<void>>(undefined);
  const recargar = () =>
    (waiting.current ??= inTurn(async () => {
      waiting.current = undefined; // from here on something may change that this reading does not see
      const { pregunta, key } = newest.current;
      if (!loadedConnection(apollo, pregunta)) return void (await refetch().catch(() => {})); // it says so itself
      setRecargando(true);
      let falla: Falla | undefined;
      try {
        await reloadConnection(apollo, pregunta);
      } catch (cause) {
        falla = toFalla(cause);
      }
      setReloaded({ key, falla, before: newest.current.error });
      setRecargando(false);
    }));

  const last = reloaded?.key === key ? reloaded : undefined;
  const ofQuery = error && error !== last?.before ? toFalla(error) : undefined;
  const lost = last?.falla !== undefined;
  const reload = useEffectEvent(() => void recargar());
  useEffect(() => (lost ? onReturn(() => reload()) : undefined), [lost]);

  return {
    data: data as Data | undefined,
    nodes: useMemo(() => conexion?.edges.map(({ node }) => node), [conexion]),
    cargando: result.loading || recargando,
    hayMas: conexion?.pageInfo.hasNextPage ?? false,
    cargandoMas,
    cargarMas,
    recargar,
    falla: (keyOfMas === key ? fallaDeMas : undefined) ?? last?.falla ?? ofQuery,
  };
}

/** How a list was loaded again the last time. */
interface Reloaded {
  key: string;
  falla: Falla | undefined;
  /** What the query itself had failed with until then: the list that came since says more. */
  before: unknown;
}
