import type { ApolloCache } from '@apollo/client/cache';

interface Told {
  total: number;
  turn: number;
}

/** By the keys of folders. */
const told = new WeakMap<ApolloCache, Map<string, Told>>();
let turns = 0;

/** The total of a folder, by its key, as news tell it. */
export function tellTotal(cache: ApolloCache, carpeta: string, total: number): void {
  const totals = told.get(cache) ?? new Map<string, Told>();
  told.set(cache, totals.set(carpeta, { total, turn: ++turns }));
  cache.modify({ id: carpeta, fields: { totalDocumentosAproximado: () => total } });
}

/**
 * Call it when a folder is asked for. What it returns puts a total that was told meanwhile into the answer, which may be
 * older. One that is newer has news of its own, which come later.
 */
export function askForTotal(cache: ApolloCache): <Carpeta extends { id: string; totalDocumentosAproximado: number }>(answer: Carpeta) => Carpeta {
  const asked = turns;
  return (answer) => {
    const last = told.get(cache)?.get(cache.identify({ __typename: 'Carpeta', id: answer.id }) as string);
    return last && last.turn > asked ? { ...answer, totalDocumentosAproximado: last.total } : answer;
  };
}
