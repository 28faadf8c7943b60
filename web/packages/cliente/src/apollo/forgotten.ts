import type { ApolloCache } from '@apollo/client/cache';

/** An answer is on its way for seconds: older deletions are in none. */
const REMEMBERED = 1_000;

/** Global ids. */
const forgotten = new WeakMap<ApolloCache, Set<string>>();

/** Takes a document out of every list and detail, for good: an answer that was on its way would bring it back. */
export function forgetDocumento(cache: ApolloCache, id: string): void {
  const ids = forgotten.get(cache) ?? new Set();
  forgotten.set(cache, ids.add(id));
  if (ids.size > REMEMBERED) ids.delete(ids.values().next().value as string);
  cache.evict({ id: cache.identify({ __typename: 'Documento', id }) as string });
  cache.gc();
}

export function isForgotten(cache: ApolloCache, id: string | undefined): boolean {
  return id !== undefined && (forgotten.get(cache)?.has(id) ?? false);
}
