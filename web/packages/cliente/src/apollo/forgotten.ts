import type { ApolloCache } from '@apollo/client/cache';

/** An answer is on its way for seconds: older deletions are in none. */
const REMEMBERED = 1_000;

const forgotten = new WeakMap<ApolloCache, Set<string>>();

/** Takes a document out of every list, for good: an answer that was on its way would bring it back. */
export function forgetDocumento(cache: ApolloCache, id: string): void {
  const key = cache.identify({ __typename: 'Documento', id }) as string;
  const keys = forgotten.get(cache) ?? new Set();
  forgotten.set(cache, keys.add(key));
  if (keys.size > REMEMBERED) keys.delete(keys.values().next().value as string);
  cache.evict({ id: key });
  cache.gc();
}

export function isForgotten(cache: ApolloCache, key: string): boolean {
  return forgotten.get(cache)?.has(key) ?? false;
}
