import { ed25519 } from '@noble/curves/ed25519.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { bytesOf, equal, numberOf } from './bytes';
import { Falsa } from './falsa';
import type { Key } from './keys';
import { openNote, stampOf, type Line } from './note';
import { HASH, type Tree } from './tree';

/** What a log said of itself, verified. */
export interface Checkpoint extends Tree {
  origin: string;
  /** When it said so. */
  time: Date;
  key: Key;
}

/** Opens a checkpoint that its log signed twice: plainly, and with the time, at which the key has to be the log's. */
export function openCheckpoint(note: Uint8Array, keys: Key[]): Checkpoint {
  const { text, lines } = openNote(note);
  const [origin = '', size = '', root = '', end, ...more] = text.split('\n');
  const hash = bytesOf(root, 'prueba');
  if (origin === '' || end !== '' || more.length > 0 || hash.length !== HASH) throw new Falsa('prueba');

  let late = false;
  for (const key of keys) {
    const time = signedAt(key, utf8ToBytes(text), lines);
    if (time === undefined || key.origin !== origin) continue;
    if (time >= key.from && (!key.until || time < key.until)) return { origin, size: numberOf(size, 'prueba'), root: hash, time, key };
    late = true;
  }
  throw new Falsa(late ? 'fecha' : 'firma');
}

/** When this key signed the text, both ways; undefined if it did not. A wrong line of a key that is known refuses the whole. */
function signedAt(key: Key, text: Uint8Array, lines: Line[]): Date | undefined {
  const lineOf = (wanted: Uint8Array) => lines.find(({ name, id }) => name === key.origin && equal(id, wanted))?.signature;
  const plain = lineOf(key.plainId);
  if (plain && !verifies(key, plain, text)) throw new Falsa('firma');
  const dated = lineOf(key.datedId);
  if (!dated) return undefined;
  const seconds = stampOf(dated);
  const head = utf8ToBytes(`cosignature/v1\ntime ${seconds}\n`);
  if (seconds === undefined || !verifies(key, dated.subarray(8), concatBytes(head, text))) throw new Falsa('firma');
  return plain && new Date(Number(seconds) * 1000);
}

function verifies(key: Key, signature: Uint8Array, message: Uint8Array): boolean {
  try {
    return signature.length === 64 && ed25519.verify(signature, message, key.bytes, { zip215: false });
  } catch {
    return false; // no point of the curve
  }
}
