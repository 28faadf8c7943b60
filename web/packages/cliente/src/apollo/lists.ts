import type { ApolloClient } from '@apollo/client';
import type { ApolloCache } from '@apollo/client/cache';
import { DocumentosDocument, type DocumentosQuery, type DocumentosQueryVariables } from '../generado/graphql.js';
import { listKey } from './list-key.js';

const LARGEST_PAGE = 100;
/** A list of more rows is not loaded again behind a person's back: it says that it is out of date. */
const MOST_ROWS = 500;

/** Which documents, in which order. */
export type ListOf = Pick<DocumentosQueryVariables, 'orden' | 'filtro'>;

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
  const kept = new Set(lists.map(({ of }) => `documentos:${listKey(of)}`));
  client.cache.modify({
    id: carpeta,
    fields: {
      documentos: (value, { storeFieldName, DELETE }) => (kept.has(storeFieldName) ? value : DELETE),
    },
  });
  for (const list of lists) list.changed();
}

/** The uploads that wait are loaded again if somebody looks at them; whoever looks later loads them anyway. */
export function pendingChanged(client: ApolloClient): void {
  const ofUploads = ({ queryName }: { queryName?: string | undefined }) => queryName === 'CargasPendientes';
  client.refetchQueries({ include: 'active', onQueryUpdated: ofUploads }).catch(() => {}); // useQuery tells the failure
}

/** How many rows of a list are loaded. */
function loadedRows(cache: ApolloCache, of: ListOf): number {
  return readList(cache, of)?.miCarpeta?.documentos?.edges.length ?? 0;
}

function readList(cache: ApolloCache, of: ListOf) {
  return cache.readQuery<DocumentosQuery, DocumentosQueryVariables>({ query: DocumentosDocument, variables: { ...of } });
}

export function isTooLongToReload(client: ApolloClient, of: ListOf): boolean {
  return loadedRows(client.cache, of) > MOST_ROWS;
}

/**
 * Loads as many rows of a list as are there, and at least `first`, from the beginning; the list changes at once when
 * all are there. Rows stay where they are on the page, so nothing jumps.
 */
export async function reloadList(client: ApolloClient, of: ListOf, first: number): Promise<void> {
  const wanted = Math.max(first, Math.min(loadedRows(client.cache, of), MOST_ROWS));
  let all = await page(client, { ...of, first: Math.min(wanted, LARGEST_PAGE) });
  for (;;) {
    const list = all?.miCarpeta?.documentos;
    if (!list || !list.pageInfo.hasNextPage || list.edges.length >= wanted) break;
    const next = await page(client, { ...of, first: Math.min(wanted - list.edges.length, LARGEST_PAGE), after: list.pageInfo.endCursor ?? null });
    all = appended(all, next);
  }
  if (all) client.cache.writeQuery<DocumentosQuery, DocumentosQueryVariables>({ query: DocumentosDocument, variables: { ...of, first: wanted }, data: all });
}

async function page(client: ApolloClient, variables: DocumentosQueryVariables): Promise<DocumentosQuery | undefined> {
  // Not shared with an equal question that is on its way: that one may be older than the change.
  const context = { queryDeduplication: false };
  const { data } = await client.query({ query: DocumentosDocument, variables, fetchPolicy: 'no-cache', context });
  return data as DocumentosQuery | undefined;
}

function appended(all: DocumentosQuery | undefined, next: DocumentosQuery | undefined): DocumentosQuery | undefined {
  const [list, more] = [all?.miCarpeta?.documentos, next?.miCarpeta?.documentos];
  if (!all?.miCarpeta || !list || !more) return all;
  const documentos = { ...list, edges: [...list.edges, ...more.edges], pageInfo: more.pageInfo };
  return { ...all, miCarpeta: { ...all.miCarpeta, documentos } };
}
