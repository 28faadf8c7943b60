import { useQuery } from '@apollo/client/react';
import { onReturn, pauseOf, toFalla, type Falla } from '@carpeta-ciudadana/cliente';
import { listKey, nextOf, pagesOf, rowsOf, type ListOf } from '@carpeta-ciudadana/cliente/apollo';
import { changeOf, innerOf, loadPage, MOST_ROWS, pauseAfterReload, reloadList } from '@carpeta-ciudadana/cliente/interno';
import { PaginaDeDocumentosDocument, type FilaDeDocumentoFragment } from '@carpeta-ciudadana/cliente/operaciones';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { EstadoDeLista, Omitible } from './estado.js';
import { useCarpetaClient } from './context.js';
import { useError } from './use-error.js';
import { useMas } from './use-mas.js';

export interface OpcionesDeDocumentos extends ListOf, Omitible {
  /** Rows of the first pages, 1–100. Later ones are larger: whoever looks through hundreds of rows waits less often. */
  porPagina?: number;
}

export interface Documentos extends EstadoDeLista {
  /** While another search or order is `actualizando`, the rows of the one before. */
  documentos: FilaDeDocumentoFragment[];
  /** Of the whole folder, whatever the filter. */
  total: number | undefined;
  /** The list is long and something came into it: offer `recargar`. Shorter lists load by themselves. */
  desactualizada: boolean;
}

/** The most that the API gives at a time. */
const LARGEST_PAGE = 100;
/** A page is this part of what is there already, and at least `porPagina`. */
const SHARE = 4;

/** A filter that few rows pass may give empty pages before the next row: so many are read for one call. */
const EMPTY_PAGES = 5;

/** Changes that come together are one reason to load a list again. */
const GATHER = 150;

const nothing = () => {};

/** The documents of the citizen's folder, page by page, by order, filter and words. */
export function useDocumentos({ porPagina = 20, orden = null, filtro = null, omitir = false }: OpcionesDeDocumentos = {}): Documentos {
  const cliente = useCarpetaClient();
  const { apollo } = cliente;
  const { timing } = innerOf(cliente);
  const key = listKey({ orden, filtro });
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the key says what is in them
  const of = useMemo<ListOf>(() => ({ orden, filtro }), [key]);
  const { data, previousData, refetch, ...result } = useQuery(PaginaDeDocumentosDocument, { variables: { first: porPagina, ...of }, notifyOnNetworkStatusChange: true, skip: omitir });
  const error = useError(result);
  const first = data?.miCarpeta?.pagina ?? undefined;
  const isThere = first !== undefined;

  // Until a list is there, the one before it is shown.
  const [lastOf, setLastOf] = useState(of);
  if (isThere && lastOf !== of) setLastOf(of);
  const shown = isThere || !result.loading || error ? of : lastOf;
  const isPrevious = shown !== of;
  const kept = useMemo(() => pagesOf(apollo.cache, shown), [apollo, shown]);
  const loaded = useSyncExternalStore(kept.subscribe, kept.get, kept.get);
  // What another operation took out of the cache is on its way again: until then there is what useQuery holds.
  const pages = useMemo(() => (loaded.length > 0 || !first ? loaded : [first]), [loaded, first]);
  const documentos = useMemo(() => rowsOf(pages), [pages]);
  const hayMas = !isPrevious && nextOf(pages.at(-1)) !== undefined;

  const changes = useMemo(() => changeOf(apollo, shown), [apollo, shown]);
  const change = useSyncExternalStore(changes.subscribe, changes.get, changes.get);
  const long = documentos.length > MOST_ROWS;

  /** One after the other: a page that comes while the list is loaded again would be lost. */
  const turns = useRef(Promise.resolve());
  const inTurn = useCallback((work: () => Promise<void>) => {
    const done = turns.current.then(work);
    turns.current = done.catch(nothing); // whoever asked is told
    return done;
  }, []);

  const more = async () => {
    let after = nextOf(pagesOf(apollo.cache, of).get().at(-1));
    const size = Math.max(porPagina, Math.min(Math.floor(documentos.length / SHARE), LARGEST_PAGE));
    try {
      for (let tries = 0; after !== undefined && tries < EMPTY_PAGES; tries++) {
        const page = await loadPage(apollo, of, after, size);
        if (!page || page.edges.length > 0) return;
        after = nextOf(page);
      }
    } catch (cause) {
      if (toFalla(cause).codigo !== 'EXPIRED_CURSOR_TOKEN') throw cause;
      await reloadList(apollo, of, porPagina); // cursors live for a day: the list begins anew, as long as it is
    }
  };
  const { cargandoMas, cargarMas, fallaDeMas, olvidar } = useMas(key, hayMas, () => inTurn(more));

  const [recargando, setRecargando] = useState(false);
  const [failed, setFailed] = useState<{ of: ListOf; falla: Falla; times: number }>();
  const failure = failed?.of === of ? failed : undefined;
  const lastReload = useRef(-Infinity);
  /** A reading that has not begun yet is that of everybody who asks. */
  const waiting = useRef<{ of: ListOf; done: Promise<void> }>(undefined);
  const reload = useCallback(() => {
    if (waiting.current?.of === of) return waiting.current.done;
    setRecargando(true);
    const done = inTurn(() => {
      waiting.current = undefined; // from here on something may change that this reading does not see
      lastReload.current = performance.now();
      return reloadList(apollo, of, porPagina);
    })
      .then(
        () => setFailed(undefined),
        (cause: unknown) => setFailed((before) => ({ of, falla: toFalla(cause), times: before?.of === of ? before.times + 1 : 1 })),
      )
      .then(() => {
        if (!waiting.current) setRecargando(false);
      });
    waiting.current = { of, done };
    return done;
  }, [inTurn, apollo, of, porPagina]);
  const recargar = () => {
    olvidar();
    return isThere ? reload() : refetch().then(nothing, nothing); // what it loads first says itself why it failed
  };

  useEffect(() => {
    if (!change || !isThere || result.loading || long) return; // a first page that is on its way may be older than the change
    const again = () => void reload();
    const timer = setTimeout(again, Math.max(failure ? pauseOf(failure.times, GATHER, timing) : GATHER, pauseAfterReload(lastReload.current)));
    const stop = failure && onReturn(again);
    return () => {
      clearTimeout(timer);
      stop?.();
    };
  }, [change, isThere, result.loading, long, failure, reload, timing]);

  return {
    documentos,
    total: (isPrevious ? previousData : data)?.miCarpeta?.totalDocumentosAproximado,
    cargando: result.loading && !isThere && !isPrevious,
    actualizando: isPrevious || recargando || (result.loading && isThere),
    cargandoMas,
    hayMas,
    cargarMas,
    desactualizada: change !== undefined && long,
    recargar,
    falla: failure?.falla ?? fallaDeMas ?? (error && toFalla(error)),
  };
}
