import type { Result } from './transport.js';

/** Repetitions come from the last minutes before a gap, at most 1,000 of them: more need not be known. */
const REMEMBERED = 2_048;

/** Where a subscription is, so that it goes on there; and what was told, so that nothing is told twice. */
export interface Position {
  /** The variables of the operation, going on after what was told. */
  resume(variables: Record<string, unknown>): Record<string, unknown>;
  /** Takes a result; false if it repeats one. */
  take(result: Result): boolean;
}

/** News and looks have a `cursor`; the steps of a deletion have a `secuencia`, which grows. */
export function createPosition(): Position {
  let after: string | number | undefined;
  const told = new Set<string>();

  function isNew(id: unknown) {
    if (typeof id !== 'string') return true;
    if (told.has(id)) return false;
    told.add(id);
    if (told.size > REMEMBERED) told.delete(told.values().next().value as string);
    return true;
  }

  return {
    resume: (variables) => (after === undefined ? variables : { ...variables, despuesDe: after }),
    take({ data }) {
      const told = data && (Object.values(data).find((value) => typeof value === 'object') as Told | null | undefined);
      if (!told) return true;
      if (typeof told.cursor === 'string') {
        after = told.cursor;
        return isNew(told.novedadId ?? told.acceso?.eventoId);
      }
      if (typeof told.secuencia !== 'number') return true;
      if (typeof after === 'number' && told.secuencia <= after) return false;
      after = told.secuencia;
      return true;
    },
  };
}

interface Told {
  cursor?: string;
  novedadId?: string;
  acceso?: { eventoId: string } | null;
  secuencia?: number;
}
