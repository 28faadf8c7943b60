import type { ApolloClient } from '@apollo/client';

/** Who looks at something that has to be loaded again when it changed; whoever looks later loads it anyway. */
export type Lookers = WeakMap<ApolloClient, Set<() => void>>;

/** Many uploads change a list many times a second: a looker loads it again at most once in so many milliseconds. */
export const RELOADS_APART = 1_000;

/** The pause before the next reload of a looker whose last one began at `last`, by `performance.now()`. */
export const pauseAfterReload = (last: number) => Math.max(0, last + RELOADS_APART - performance.now());

/**
 * Says that it is looked at: `changed` is called soon when it has to be loaded again, once for all changes until then,
 * and always after the last one. Returns how to look no more.
 */
export function lookAt(lookers: Lookers, client: ApolloClient, changed: () => void): () => void {
  const all = lookers.get(client) ?? new Set();
  let last = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const reload = () => {
    timer = undefined;
    last = performance.now();
    changed();
  };
  const tell = () => {
    timer ??= setTimeout(reload, pauseAfterReload(last));
  };
  lookers.set(client, all.add(tell));
  return () => {
    clearTimeout(timer);
    all.delete(tell);
  };
}

export function tellLookers(lookers: Lookers, client: ApolloClient): void {
  for (const tell of lookers.get(client) ?? []) tell();
}
