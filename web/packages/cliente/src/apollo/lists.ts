import type { ApolloClient } from '@apollo/client';
import { PaginaDeDocumentosDocument, type PaginaDeDocumentosQuery, type PaginaDeDocumentosQueryVariables } from '../generado/graphql.js';
import { pagesKey } from './connection.js';
import { listKey } from './list-key.js';
import { lookAt, tellLookers, type Lookers } from './lookers.js';
import { nextOf, pagesFrom, replacePages, writePage, type ListOf, type Page } from './pages.js';
import { askForTotal } from './total.js';

const LARGEST_PAGE = 100;
/** A list of more rows is not loaded again behind a person's back: it says that it is out of date. */
export const MOST_ROWS = 500;

/** Something that happened after a list was loaded. */
interface Change {
  /** Whether the list has been asked for since: what happens from then on is another change. */
  asked: boolean;
}

/** What a client knows of its lists, by their keys: whoever shows one may be gone before it is loaded again. */
interface Lists {
  shown: Set<{ key: string; tell: () => void }>;
  changes: Map<string, Change>;
}

const known = new WeakMap<ApolloClient, Lists>();

function listsOf(client: ApolloClient): Lists {
  const there = known.get(client);
  if (there) return there;
  const lists: Lists = { shown: new Set(), changes: new Map() };
  known.set(client, lists);
  client.onClearStore(async () => lists.changes.clear());
  return lists;
}

/** What a list does not show yet: something while it has to be loaded again. Whoever listens is looking at the list. */
export function changeOf(client: ApolloClient, of: ListOf): { get(): object | undefined; subscribe(tell: () => void): () => void } {
  const { shown, changes } = listsOf(client);
  const key = listKey(of);
  return {
    get: () => changes.get(key),
    subscribe(tell) {
      const looker = { key, tell };
      shown.add(looker);
      return () => void shown.delete(looker);
    },
  };
}

function tellAll({ shown }: Lists) {
  for (const { tell } of [...shown]) tell();
}

/** Tells every list that is looked at, and forgets the others: they load anew when they are looked at. */
export function listsChanged(client: ApolloClient, carpeta: string): void {
  const lists = listsOf(client);
  const { changes } = lists;
  const keys = new Set([...lists.shown].map(({ key }) => key));
  const isKept = (field: string) => [...keys].some((key) => field.startsWith(`documentos:${pagesKey(key)}`));
  client.cache.modify({
    id: carpeta,
    fields: { documentos: (value, { storeFieldName, DELETE }) => (isKept(storeFieldName) ? value : DELETE) },
  });
  for (const key of changes.keys()) if (!keys.has(key)) changes.delete(key);
  for (const key of keys) if (changes.get(key)?.asked !== false) changes.set(key, { asked: false });
  tellAll(lists);
}

const pending: Lookers = new WeakMap();

/** Says that the uploads that wait are looked at. */
export const showPending = (client: ApolloClient, changed: () => void) => lookAt(pending, client, changed);

export const pendingChanged = (client: ApolloClient) => tellLookers(pending, client);

/** How many rows of a list are loaded. */
function loadedRows({ cache }: ApolloClient, of: ListOf): number {
  let rows = 0;
  for (const { edges } of pagesFrom(cache, of, null)) rows += edges.length;
  return rows;
}

/** Loads the page behind a cursor; whoever shows the list has it then. */
export async function loadPage(client: ApolloClient, of: ListOf, after: string, first: number): Promise<Page | undefined> {
  const data = await ask(client, { ...of, first, after });
  if (data) writePage(client.cache, of, after, data);
  return data?.miCarpeta?.pagina ?? undefined;
}

/**
 * Loads as many rows of a list as are there, and at least `first`, from the beginning, in pages of which each costs the
 * same; the list changes at once when all are there. Rows stay where they are on the page, so nobody loses their place.
 */
export async function reloadList(client: ApolloClient, of: ListOf, first: number): Promise<void> {
  const lists = listsOf(client);
  const key = listKey(of);
  const change = lists.changes.get(key);
  if (change) change.asked = true;
  const pages: PaginaDeDocumentosQuery[] = [];
  let after: string | undefined;
  for (let left = Math.max(first, loadedRows(client, of)); left > 0; ) {
    const page = await ask(client, { ...of, first: Math.min(left, LARGEST_PAGE), ...(after !== undefined && { after }) });
    if (!page?.miCarpeta?.pagina) break;
    pages.push(page);
    left -= page.miCarpeta.pagina.edges.length;
    after = nextOf(page.miCarpeta.pagina);
    if (after === undefined) break;
  }
  replacePages(client.cache, of, pages);
  if (change && change === lists.changes.get(key)) lists.changes.delete(key);
  tellAll(lists);
}

async function ask(client: ApolloClient, variables: PaginaDeDocumentosQueryVariables): Promise<PaginaDeDocumentosQuery | undefined> {
  // Not shared with an equal question that is on its way: that one may be older than the change.
  const context = { queryDeduplication: false };
  const newest = askForTotal(client.cache);
  const answer = await client.query({ query: PaginaDeDocumentosDocument, variables, fetchPolicy: 'no-cache', context });
  const data = answer.data as PaginaDeDocumentosQuery | undefined;
  return data?.miCarpeta ? { ...data, miCarpeta: newest(data.miCarpeta) } : data;
}
