import { NetworkStatus, type TypedDocumentNode } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { onReturn, toFalla, type Falla } from '@carpeta-ciudadana/cliente';
import { loadedConnection, reloadConnection, type LoadedConnection, type PageVariables } from '@carpeta-ciudadana/cliente/apollo';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { EstadoDeLista, Omitible } from './estado.js';
import { useCarpetaClient } from './context.js';
import { useError } from './use-error.js';
import { useEvent } from './use-event.js';
import { useMas } from './use-mas.js';

export interface OpcionesDeLista<Datos, Variables extends PageVariables, Fila> extends Omitible {
  consulta: TypedDocumentNode<Datos, Variables>;
  variables: Variables;
  /** Where the list is in an answer. */
  lista: (datos: Datos) => LoadedConnection<Fila> | null | undefined;
}

export interface Lista<Datos, Fila> extends EstadoDeLista {
  datos: Datos | undefined;
  /** The rows that are loaded; undefined until a page came. */
  filas: Fila[] | undefined;
}

/** A list of the API that grows page by page, and is loaded again as long as it is. One request at a time changes it. */
export function useLista<Datos, Variables extends PageVariables, Fila>({ consulta, variables, lista, omitir = false }: OpcionesDeLista<Datos, Variables, Fila>): Lista<Datos, Fila> {
  const { apollo } = useCarpetaClient();
  const { data, previousData, fetchMore, refetch, ...result } = useQuery(consulta, { variables, fetchPolicy: 'cache-and-network', skip: omitir } as never) as useQuery.Result<Datos, Variables>;
  const error = useError(result);
  const isPrevious = !data && result.networkStatus === NetworkStatus.setVariables;
  const datos = (isPrevious ? previousData : data) as Datos | undefined;
  const conexion = datos && lista(datos);
  const hayMas = !isPrevious && (conexion?.pageInfo.hasNextPage ?? false);
  const question = { query: consulta, variables, connection: lista };
  const key = JSON.stringify(variables); // other variables are another list, with failures of its own
  const newest = useRef({ question, key, error });
  useEffect(() => {
    newest.current = { question, key, error };
  });

  const turns = useRef(Promise.resolve());
  const inTurn = (work: () => Promise<unknown>) => {
    const done = turns.current.then(work).then(() => {});
    turns.current = done.catch(() => {}); // whoever asked is told
    return done;
  };

  const { cargandoMas, cargarMas, fallaDeMas, olvidar } = useMas(key, hayMas, () =>
    inTurn(async () => {
      const { hasNextPage, endCursor } = loadedConnection(apollo, newest.current.question)?.pageInfo ?? {};
      if (!hasNextPage) return;
      try {
        await fetchMore({ variables: { after: endCursor ?? null } as Partial<Variables> });
      } catch (cause) {
        if (toFalla(cause).codigo !== 'EXPIRED_CURSOR_TOKEN') throw cause;
        await reloadConnection(apollo, newest.current.question); // cursors live for a day: the list begins anew, as long as it is
      }
    }),
  );

  const [recargando, setRecargando] = useState(false);
  const [reloaded, setReloaded] = useState<Reloaded>();
  const waiting = useRef<Promise<void>>(undefined);
  const recargar = () => {
    olvidar();
    return (waiting.current ??= inTurn(async () => {
      waiting.current = undefined; // from here on something may change that this reading does not see
      const { question, key } = newest.current;
      if (!loadedConnection(apollo, question)) return void (await refetch().catch(() => {})); // it says so itself
      setRecargando(true);
      let falla: Falla | undefined;
      try {
        await reloadConnection(apollo, question);
      } catch (cause) {
        falla = toFalla(cause);
      }
      setReloaded({ key, falla, before: newest.current.error });
      setRecargando(false);
    }));
  };

  const last = reloaded?.key === key ? reloaded : undefined;
  const ofQuery = error && error !== last?.before ? toFalla(error) : undefined;
  const lost = last?.falla !== undefined;
  const reload = useEvent(() => void recargar());
  useEffect(() => (lost ? onReturn(reload) : undefined), [lost, reload]);

  const loading = result.loading || recargando;
  return {
    datos,
    filas: useMemo(() => conexion?.edges.map(({ node }) => node), [conexion]),
    cargando: loading && !conexion,
    actualizando: loading && !!conexion,
    hayMas,
    cargandoMas,
    cargarMas,
    recargar,
    falla: fallaDeMas ?? last?.falla ?? ofQuery,
  };
}

/** How a list was loaded again the last time. */
interface Reloaded {
  key: string;
  falla: Falla | undefined;
  /** What the query itself had failed with until then: the list that came since says more. */
  before: unknown;
}
