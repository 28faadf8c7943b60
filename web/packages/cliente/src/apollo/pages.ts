import type { ApolloCache } from '@apollo/client/cache';
import {
  PaginaDeDocumentosDocument,
  type FilaDeDocumentoFragment,
  type PaginaDeDocumentosQuery,
  type PaginaDeDocumentosQueryVariables,
} from '../generado/graphql.js';
import { pagesKey } from './connection.js';
import { listKey } from './list-key.js';

/** Which documents, in which order. */
export type ListOf = Pick<PaginaDeDocumentosQueryVariables, 'orden' | 'filtro'>;

/** Some rows of a list, and where it goes on. */
export type Page = NonNullable<NonNullable<PaginaDeDocumentosQuery['miCarpeta']>['pagina']>;

/**
 * A list is a chain: each page begins behind the cursor with which the one before ends. The cache keeps each for
 * itself, so a page costs what it has in rows, however many came before it, and so does a change of one of its rows.
 */
export interface Pages {
  get(): readonly Page[];
  subscribe(listener: () => void): () => void;
}

/** The cursor behind which a list goes on; undefined at its end. */
export function nextOf(page: Page | undefined): string | undefined {
  const { hasNextPage, endCursor } = page?.pageInfo ?? {};
  return hasNextPage && endCursor ? endCursor : undefined;
}

/** The pages of a list that are loaded, from a cursor on; from its beginning if that is null. */
export function* pagesFrom(cache: ApolloCache, of: ListOf, cursor: string | null | undefined): Generator<Page> {
  for (let after = cursor; after !== undefined; ) {
    const page: Page | undefined = readPage(cache, of, after);
    if (!page) return;
    yield page;
    const next = nextOf(page);
    after = next === after ? undefined : next;
  }
}

function readPage(cache: ApolloCache, of: ListOf, after: string | null): Page | undefined {
  const data = cache.readQuery<PaginaDeDocumentosQuery, PaginaDeDocumentosQueryVariables>(questionFor(of, after));
  return data?.miCarpeta?.pagina ?? undefined;
}

/** The same variables for every reading of a page: then it is read once. How many rows it has is in the cache. */
function questionFor(of: ListOf, after: string | null) {
  return { query: PaginaDeDocumentosDocument, variables: { ...of, ...(after !== null && { after }) }, optimistic: true };
}

/** Puts a page into the cache that was loaded apart from it. */
export function writePage(cache: ApolloCache, of: ListOf, after: string | null, data: PaginaDeDocumentosQuery): void {
  const { query, variables } = questionFor(of, after);
  cache.writeQuery<PaginaDeDocumentosQuery, PaginaDeDocumentosQueryVariables>({ query, variables, data });
}

/** Puts the first pages in the place of all that is there of a list. Who looks at it sees both at once. */
export function replacePages(cache: ApolloCache, of: ListOf, pages: readonly PaginaDeDocumentosQuery[]): void {
  const miCarpeta = pages[0]?.miCarpeta;
  if (!miCarpeta) return;
  const fields = `documentos:${pagesKey(listKey(of))}`;
  cache.batch({
    update() {
      cache.modify({
        id: cache.identify({ __typename: 'Carpeta', id: miCarpeta.id }) as string,
        fields: { documentos: (value, { storeFieldName, DELETE }) => (storeFieldName.startsWith(fields) ? DELETE : value) },
      });
      let after: string | null | undefined = null;
      for (const data of pages) {
        if (after === undefined) return;
        writePage(cache, of, after, data);
        after = nextOf(data.miCarpeta?.pagina ?? undefined);
      }
    },
  });
}

/** The pages of a list as they are now, and as they change; one that is loaded behind them comes by itself. */
export function pagesOf(cache: ApolloCache, of: ListOf): Pages {
  let pages: readonly Page[] = [...pagesFrom(cache, of, null)];
  return {
    get: () => pages,
    subscribe(listener) {
      const watched: { after: string | null; stop: () => void }[] = [];

      /** Watches each page, and the place of the next one. */
      function watch() {
        const cursors = [null, ...pages.map(nextOf)].filter((one) => one !== undefined);
        const changed = cursors.findIndex((after, index) => watched[index]?.after !== after);
        for (const { stop } of watched.splice(changed < 0 ? cursors.length : changed)) stop();
        for (const [index, after] of cursors.entries()) if (!watched[index]) watched.push({ after, stop: watchPage(index, after) });
      }

      function watchPage(index: number, after: string | null) {
        return cache.watch<PaginaDeDocumentosQuery, PaginaDeDocumentosQueryVariables>({
          ...questionFor(of, after),
          callback: ({ complete, result }) => take(index, complete ? ((result as PaginaDeDocumentosQuery).miCarpeta?.pagina ?? undefined) : undefined),
        });
      }

      function take(index: number, page: Page | undefined) {
        if (page === pages[index]) return;
        const next = nextOf(page);
        const goesOn = next === nextOf(pages[index]) ? pages.slice(index + 1) : pagesFrom(cache, of, next);
        show(page ? [...pages.slice(0, index), page, ...goesOn] : pages.slice(0, index));
      }

      function show(now: readonly Page[]) {
        pages = now;
        watch();
        listener();
      }

      const now = [...pagesFrom(cache, of, null)];
      const same = now.length === pages.length && now.every((page, index) => page === pages[index]);
      if (same) watch();
      else show(now); // it changed since the screen was drawn
      return () => {
        for (const { stop } of watched) stop();
      };
    },
  };
}

/** The rows of pages, each once: one that moved meanwhile may be in two. */
export function rowsOf(pages: readonly Page[]): FilaDeDocumentoFragment[] {
  const rows = new Map<string, FilaDeDocumentoFragment>();
  for (const { edges } of pages) for (const { node } of edges) if (!rows.has(node.id)) rows.set(node.id, node);
  return [...rows.values()];
}
