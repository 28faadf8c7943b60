import { Falsa } from './falsa';
import type { Checkpoint } from './checkpoint';
import { equal } from './bytes';
import { readFiles, type Entry, type Files, type Growth } from './files';
import { growsFrom, isIncluded, leafOf } from './tree';

/** What the files prove. */
export interface Comprobada {
  /** The newest of the checkpoints: the log, how many entries it had and when, and the key that signed. */
  checkpoint: Checkpoint;
  /** Each entry, with its number in the log, from 0 on. */
  entries: { number: bigint; entry: Entry }[];
  /** The log only grew since it had so many entries. */
  grewFrom: bigint | undefined;
}

/** More than an older and a newer one are not compared. */
const MOST = 2;

/** Verifies files as `carpeta auditoria verificar` does, in this browser alone. Throws Falsa: what is wrong. */
export function comprobar(given: Uint8Array[]): Comprobada {
  const files = readFiles(given);
  const { proofs, checkpoints, growths } = files;
  const all = [...proofs.map(({ checkpoint }) => checkpoint), ...checkpoints].sort(bySize);
  const [first, checkpoint] = [all[0], all.at(-1)];
  if (all.length > MOST || growths.length > 1) throw new Falsa('demasiados');
  if (!first || !checkpoint) throw new Falsa('faltaPrueba');
  const entries = place(files);
  if (all.length > 1) oneLog(first, checkpoint, growths[0]);
  else if (growths.length > 0) throw new Falsa('faltaPrueba');
  return { checkpoint, entries, grewFrom: first.size < checkpoint.size ? first.size : undefined };
}

function bySize(a: Checkpoint, b: Checkpoint) {
  return a.size < b.size ? -1 : a.size > b.size ? 1 : 0;
}

/** Each entry is where a proof says, and each proof has its entry. */
function place({ entries, proofs }: Files): Comprobada['entries'] {
  if (entries.length < proofs.length) throw new Falsa('faltaEvento');
  if (entries.length > proofs.length) throw new Falsa('faltaPrueba');
  const left = [...entries];
  return proofs.map(({ index, hashes, checkpoint }) => {
    const at = left.findIndex(({ entry }) => isIncluded(index, leafOf(entry), hashes, checkpoint));
    const [entry] = at < 0 ? [] : left.splice(at, 1);
    if (!entry) throw new Falsa('lugar');
    return { number: index, entry };
  });
}

/** Two checkpoints are of one log, which only grew. */
function oneLog(older: Checkpoint, newer: Checkpoint, growth: Growth | undefined) {
  const fits = !growth || (growth.old === older.size && growth.checkpoint.origin === newer.origin && growth.checkpoint.size === newer.size && equal(growth.checkpoint.root, newer.root));
  if (older.origin !== newer.origin || !fits || !growsFrom(older, newer, growth?.hashes ?? [])) throw new Falsa('historia');
}
