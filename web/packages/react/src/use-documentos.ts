import { NetworkStatus } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { onReturn, pauseOf, toFalla, type Falla } from '@carpeta-ciudadana/cliente';
import { changeOf, listKey, loadPage, MOST_ROWS, nextOf, pagesOf, reloadList, rowsOf, type ListOf } from '@carpeta-ciudadana/cliente/apollo';
import { PaginaDeDocumentosDocument, type FilaDeDocumentoFragment } from '@carpeta-ciudadana/cliente/operaciones';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useCarpetaClient } from './provider.js';
import { useError } from './use-error.js';

export interface OpcionesDeDocumentos extends ListOf {
  /** Rows of the first pages, 1–100. Later ones are larger: whoever looks through hundreds of rows waits less often. */
  porPagina?: number;
}

export interface Documentos {
  documentos: FilaDeDocumentoFragment[];
  /** Of the whole folder, whatever the filter. */
  total: number | undefined;
  /** The first page is on its way; later ones are `cargandoMas`. */
  cargando: boolean;
  cargandoMas: boolean;
  hayMas: boolean;
  /** Loads the next page. While one is on its way, another call waits for that one. */
  cargarMas: () => Promise<void>;
  /** The list is long and something came into it: offer `recargar`. Shorter lists load by themselves. */
  desactualizada: boolean;
  /** Loads again what is there; what is shown stays until it is here. */
  recargar: () => Promise<void>;
  falla: Falla | undefined;
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
export function useDocumentos({ porPagina = 20, orden = null, filtro = null }: OpcionesDeDocumentos = {}): Documentos {
  const { apollo, timing } = useCarpetaClient();
  const key = listKey({ orden, filtro });
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the key says what is in them
  const of = useMemo<ListOf>(() => ({ orden, filtro }), [key]);
  const { data, refetch, ...result } = useQuery(PaginaDeDocumentosDocument, { variables: { first: porPagina, ...of }, notifyOnNetworkStatusChange: true });
  const error = useError(result);
  const kept = useMemo(() => pagesOf(apollo.cache, of), [apollo, of]);
  const loaded = useSyncExternalStore(kept.subscribe, kept.get, kept.get);
  const first = data?.miCarpeta?.pagina ?? undefined;
  // What another operation took out of the cache is on its way again: until then there is what useQuery holds.
  const pages = useMemo(() => (loaded.length > 0 || !first ? loaded : [first]), [loaded, first]);
  const documentos = useMemo(() => rowsOf(pages), [pages]);
  const next = nextOf(pages.at(-1));

  const changes = useMemo(() => changeOf(apollo, of), [apollo, of]);
  const change = useSyncExternalStore(changes.subscribe, changes.get, changes.get);
  const long = documentos.length > MOST_ROWS;
  const [failed, setFailed] = useState<{ of: ListOf; falla: Falla; times: number }>();
  const failure = failed?.of === of ? failed : undefined;
  const [cargandoMas, setCargandoMas] = useState(false);
  const underWay = useRef<Promise<void>>(undefined);

  /** One after the other: a page that comes while the list is loaded again would be lost. */
  const alone = useCallback(
    (work: () => Promise<void>) => {
      const turn = (underWay.current ?? Promise.resolve()).then(work).then(
        () => setFailed(undefined),
        (cause: unknown) => setFailed((before) => ({ of, falla: toFalla(cause), times: before?.of === of ? before.times + 1 : 1 })),
      );
      underWay.current = turn;
      return turn.finally(() => {
        if (underWay.current === turn) underWay.current = undefined;
      });
    },
    [of],
  );

  const isThere = first !== undefined;
  const recargar = useCallback(
    () => (isThere ? alone(() => reloadList(apollo, of, porPagina)) : refetch().then(nothing, nothing)), // what it loads first says itself why it failed
    [isThere, alone, refetch, apollo, of, porPagina],
  );

  const pagesAfter = async (cursor: string) => {
    const first = Math.max(porPagina, Math.min(Math.floor(documentos.length / SHARE), LARGEST_PAGE));
    for (let after: string | undefined = cursor, tries = 0; after !== undefined && tries < EMPTY_PAGES; tries++) {
      const page = await loadPage(apollo, of, after, first);
      if (!page || page.edges.length > 0) return;
      after = nextOf(page);
    }
  };

  const cargarMas = () => {
    if (underWay.current) return underWay.current;
    if (next === undefined) return Promise.resolve();
    setCargandoMas(true);
    return alone(async () => {
      try {
        await pagesAfter(next);
      } catch (cause) {
        if (toFalla(cause).codigo !== 'EXPIRED_CURSOR_TOKEN') throw cause;
        await reloadList(apollo, of, porPagina); // cursors live for a day: the list begins anew, as long as it is
      }
    }).finally(() => setCargandoMas(false));
  };

  const cargando = result.loading && !(first && result.networkStatus === NetworkStatus.refetch);
  useEffect(() => {
    if (!change || !isThere || cargando || long) return; // a first page that is on its way may be older than the change
    const again = () => void recargar();
    const timer = setTimeout(again, failure ? pauseOf(failure.times, GATHER, timing) : GATHER);
    const stop = failure && onReturn(again);
    return () => {
      clearTimeout(timer);
      stop?.();
    };
  }, [change, isThere, cargando, long, failure, recargar, timing]);

  const falla = failure?.falla ?? (error && toFalla(error));
  return {
    documentos,
    total: data?.miCarpeta?.totalDocumentosAproximado,
    cargando,
    cargandoMas,
    hayMas: next !== undefined,
    cargarMas,
    desactualizada: change !== undefined && long,
    recargar,
    falla,
  };
}
