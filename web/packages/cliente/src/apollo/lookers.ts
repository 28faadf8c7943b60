import type { ApolloClient } from '@apollo/client';

/** Who looks at something that has to be loaded again when it changed; whoever looks later loads it anyway. */
export type Lookers = WeakMap<ApolloClient, Set<() => void>>;

/** Says that it is looked at: `changed` is called when it has to be loaded again. Returns how to look no more. */
export function lookAt(lookers: Lookers, client: ApolloClient, changed: () => void): () => void {
  const all = lookers.get(client) ?? new Set();
  lookers.set(client, all.add(changed));
  return () => void all.delete(changed);
}

export function tellLookers(lookers: Lookers, client: ApolloClient): void {
  for (const changed of lookers.get(client) ?? []) changed();
}
