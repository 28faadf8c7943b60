import type { ApolloClient } from '@apollo/client';
import { PaginaDeDocumentosDocument, type PaginaDeDocumentosQuery, type PaginaDeDocumentosQueryVariables } from '../generado/graphql.js';
import { pagesKey } from './connection.js';
import { listKey } from './list-key.js';
import { nextOf, pagesFrom, replacePages, writePage, type ListOf, type Page } from './pages.js';

const LARGEST_PAGE = 100;
/** A list of more rows is not loaded again behind a person's back: it says that it is out of date. */
const MOST_ROWS = 500;

/** A list that somebody looks at. */
interface ShownList {
  of: ListOf;
  changed(): void;
}

const shown = new WeakMap<ApolloClient, Set<ShownList>>();

/** Says that a list is looked at: `changed` is called when rows may have come into it, or moved in it. */
export function showList(client: ApolloClient, list: ShownList): () => void {
  const lists = shown.get(client) ?? new Set();
  shown.set(client, lists.add(list));
  return () => void lists.delete(list);
}

/** Tells every list that is looked at, and forgets the others: they load anew when they are looked at. */
export function listsChanged(client: ApolloClient, carpeta: string): void {
  const lists = [...(shown.get(client) ?? [])];
  const kept = lists.map(({ of }) => `documentos:${pagesKey(listKey(of))}`);
  client.cache.modify({
    id: carpeta,
    fields: {
      documentos: (value, { storeFieldName, DELETE }) => (kept.some((pages) => storeFieldName.startsWith(pages)) ? value : DELETE),
    },
  });
  for (const list of lists) list.changed();
}

const pending = new WeakMap<ApolloClient, Set<() => void>>();

/** Says that the uploads that wait are looked at: `changed` is called when they have to be loaded again. */
export function showPending(client: ApolloClient, changed: () => void): () => void {
  const lookers = pending.get(client) ?? new Set();
  pending.set(client, lookers.add(changed));
  return () => void lookers.delete(changed);
}

/** The uploads that wait are loaded again if somebody looks at them; whoever looks later loads them anyway. */
export function pendingChanged(client: ApolloClient): void {
  for (const changed of pending.get(client) ?? []) changed();
}

/** How many rows of a list are loaded; of one that is too long to be loaded again, more than that are not counted. */
function loadedRows({ cache }: ApolloClient, of: ListOf): number {
  let rows = 0;
  for (const { edges } of pagesFrom(cache, of, null)) {
    rows += edges.length;
    if (rows > MOST_ROWS) break;
  }
  return rows;
}

export function isTooLongToReload(client: ApolloClient, of: ListOf): boolean {
  return loadedRows(client, of) > MOST_ROWS;
}

/** Loads the page behind a cursor; whoever shows the list has it then. */
export async function loadPage(client: ApolloClient, of: ListOf, after: string, first: number): Promise<Page | undefined> {
  const data = await ask(client, { ...of, first, after });
  if (data) writePage(client.cache, of, after, data);
  return data?.miCarpeta?.pagina ?? undefined;
}

/**
 * Loads as many rows of a list as are there, and at least `first`, from the beginning; the list changes at once when
 * all are there. Rows stay where they are on the page, so nothing jumps.
 */
export async function reloadList(client: ApolloClient, of: ListOf, first: number): Promise<void> {
  const wanted = Math.max(first, Math.min(loadedRows(client, of), MOST_ROWS));
  let all = await ask(client, { ...of, first: Math.min(wanted, LARGEST_PAGE) });
  for (;;) {
    const list = all?.miCarpeta?.pagina;
    const after = nextOf(list ?? undefined);
    if (!list || after === undefined || list.edges.length >= wanted) break;
    all = appended(all, await ask(client, { ...of, first: Math.min(wanted - list.edges.length, LARGEST_PAGE), after }));
  }
  if (all) replacePages(client.cache, of, all);
}

async function ask(client: ApolloClient, variables: PaginaDeDocumentosQueryVariables): Promise<PaginaDeDocumentosQuery | undefined> {
  // Not shared with an equal question that is on its way: that one may be older than the change.
  const context = { queryDeduplication: false };
  const { data } = await client.query({ query: PaginaDeDocumentosDocument, variables, fetchPolicy: 'no-cache', context });
  return data as PaginaDeDocumentosQuery | undefined;
}

function appended(all: PaginaDeDocumentosQuery | undefined, next: PaginaDeDocumentosQuery | undefined): PaginaDeDocumentosQuery | undefined {
  const [list, more] = [all?.miCarpeta?.pagina, next?.miCarpeta?.pagina];
  if (!all?.miCarpeta || !list || !more) return all;
  const pagina = { ...list, edges: [...list.edges, ...more.edges], pageInfo: more.pageInfo };
  return { ...all, miCarpeta: { ...all.miCarpeta, pagina } };
}
