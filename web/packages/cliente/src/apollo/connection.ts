import type { FieldFunctionOptions, FieldPolicy, Reference } from '@apollo/client/cache';
import type { FieldNode } from 'graphql';
import { isForgotten } from './forgotten.js';

type Row = Reference | Record<string, unknown>;
type Edge = { cursor?: string; node: Row };
interface Connection {
  edges?: Edge[];
  nodes?: Row[];
  pageInfo?: Record<string, unknown> | undefined;
  [extra: string]: unknown;
}
type PageArgs = { after?: string | null; before?: string | null };

/**
 * A connection of Relay that grows page by page: `edges` and `nodes` alike. A page that comes twice adds nothing, and
 * a row that was evicted or deleted is left out. `key` says which arguments make another list.
 *
 * Each page costs as much as the list is long. A field that its operation calls `pagina` is therefore one page, and
 * kept apart from the others: see pages.ts.
 */
export function connection(key: (args: Record<string, unknown>) => string): FieldPolicy<Connection> {
  return {
    keyArgs: (args, { field }) => (isPage(field) ? `${pagesKey(key(args ?? {}))}${(args as PageArgs | null)?.after ?? ''}` : key(args ?? {})),
    read(existing, options) {
      const edges = existing?.edges?.filter((edge) => isThere(options.readField<Row>('node', edge as never), options));
      const nodes = existing?.nodes?.filter((node) => isThere(node, options));
      // As it is, if it is whole: what was read of it is then not read again.
      if (edges?.length === existing?.edges?.length && nodes?.length === existing?.nodes?.length) return existing;
      return { ...existing, ...(edges && { edges }), ...(nodes && { nodes }) };
    },
    merge(existing, incoming, { args, field }) {
      const { after, before } = (args ?? {}) as PageArgs;
      if (isPage(field)) return incoming;
      if (!existing || (!after && !before)) return { ...existing, ...incoming };
      const edges = joined(existing.edges, incoming.edges, (edge) => edge.node, placeOf(existing, after, before));
      const nodes = joined(existing.nodes, incoming.nodes, (node) => node, placeOf(existing, after, before));
      return {
        ...existing,
        ...incoming,
        ...(edges && { edges: edges.rows }),
        ...(nodes && { nodes: nodes.rows }),
        pageInfo: pageInfoOf(existing, incoming, after ? null : before, (edges ?? nodes)?.outer),
      };
    },
  };
}

function isPage(field: FieldNode | null): boolean {
  return field?.alias?.value === 'pagina';
}

/** How the keys of all pages of a list begin; the cursor follows behind which a page is. */
export function pagesKey(list: string): string {
  return `pagina:${list}:`;
}

function isThere(row: Row | undefined, { cache, canRead, readField }: FieldFunctionOptions): boolean {
  return canRead(row as Reference) && !isForgotten(cache, readField<string>('id', row as Reference));
}

type Place = { at: 'end' | 'beginning' } | { at: 'row'; index: number };

/** Where a page belongs: behind the row of its cursor, in front of it, or at an end of the list. */
function placeOf({ edges = [] }: Connection, after?: string | null, before?: string | null): Place {
  if (!after && before) return { at: 'beginning' };
  const index = edges.findIndex((edge) => edge.cursor === after);
  return index < 0 ? { at: 'end' } : { at: 'row', index };
}

/** Old and new rows, each once. `outer` says that the page is now the end of the list on its side. */
function joined<T>(old: T[] | undefined, page: T[] | undefined, nodeOf: (row: T) => Row, place: Place) {
  if (!page) return old && { rows: old, outer: false };
  const before = old ?? [];
  const had = new Set(before.map((row) => identity(nodeOf(row))));
  const fresh = page.filter((row) => !had.has(identity(nodeOf(row))));
  const at = place.at === 'row' ? place.index + 1 : place.at === 'end' ? before.length : 0;
  const rows = [...before.slice(0, at), ...fresh, ...before.slice(at)];
  const side = place.at === 'beginning' ? 0 : -1;
  const [ofPage, ofList] = [page.at(side), rows.at(side)];
  if (!ofPage || !ofList) return { rows, outer: at === (side === 0 ? 0 : before.length) };
  return { rows, outer: identity(nodeOf(ofPage)) === identity(nodeOf(ofList)) };
}

/** The reference of a normalized row; a row without an id is itself. */
function identity(row: Row): unknown {
  return '__ref' in row ? row.__ref : row;
}

/** A list ends, on each side, where its outermost page ends. */
function pageInfoOf(existing: Connection, incoming: Connection, before: string | null | undefined, outer = true) {
  const { hasNextPage, endCursor, hasPreviousPage, startCursor } = incoming.pageInfo ?? {};
  if (!outer) return existing.pageInfo;
  return { ...existing.pageInfo, ...withoutUndefined(before ? { hasPreviousPage, startCursor } : { hasNextPage, endCursor }) };
}

function withoutUndefined(members: Record<string, unknown>) {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
