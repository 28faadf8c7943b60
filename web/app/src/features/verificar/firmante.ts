import { operadorDe } from './borrado';
import type { Comprobada } from './comprobar';
import { readKeys } from './keys';

/** Who signed: this service, another, or nobody could say. */
export type Firmante = 'propio' | 'ajeno' | 'sinComparar';

/** A person waits for it. */
const PATIENCE = 10_000;

/**
 * Compares the key that signed with those that this service publishes. Keys that came with a receipt say nothing of who
 * made it: anybody can sign a log of their own.
 */
export async function firmanteDe({ checkpoint: { key, time }, entries }: Comprobada): Promise<Firmante> {
  const operador = entries.map(({ entry }) => operadorDe(entry)).find(Boolean);
  try {
    const answer = await fetch(`/.well-known/carpeta-sello/llaves.txt${operador ? `?operador=${encodeURIComponent(operador)}` : ''}`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (answer.status === 404) return 'ajeno'; // it has no such log
    if (!answer.ok) return 'sinComparar';
    const published = readKeys(new Uint8Array(await answer.arrayBuffer()));
    return published.some(({ text, from, until }) => text === key.text && time >= from && (!until || time < until)) ? 'propio' : 'ajeno';
  } catch {
    return 'sinComparar';
  }
}
