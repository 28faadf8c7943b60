import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { bytesOf, secondOf, textOf } from './bytes';
import { Falsa } from './falsa';

/** A public key of a log, and when it signed. */
export interface Key {
  origin: string;
  bytes: Uint8Array;
  from: Date;
  /** Undefined: it signs still. */
  until: Date | undefined;
  /** How lines of this key begin: the plain ones, and those with a time. */
  plainId: Uint8Array;
  datedId: Uint8Array;
  /** As others write it (C2SP vkey). */
  text: string;
}

const PLAIN = 0x01;
const DATED = 0x04;
const MAX_KEYS = 100;

/** Whether a file means to be one of keys. */
export const isKeys = (file: Uint8Array): boolean => /^(#.*\n|\n)*[^\s+]+\+/.test(new TextDecoder().decode(file));

/** A file of keys: on each line a key, since when, until when (`-`: still). */
export function readKeys(file: Uint8Array): Key[] {
  const lines = textOf(file, 'llaves').split('\n');
  const keys = lines.filter((line) => line !== '' && !line.startsWith('#')).map(readKey);
  if (keys.length === 0 || keys.length > MAX_KEYS) throw new Falsa('llaves');
  return keys;
}

function readKey(line: string): Key {
  const [text = '', since = '', end = '', ...more] = line.split(' ');
  const [origin = '', number = '', ...rest] = text.split('+');
  const raw = bytesOf(rest.join('+'), 'llaves');
  const bytes = raw.subarray(1);
  const plainId = idOf(origin, PLAIN, bytes);
  if (more.length > 0 || origin === '' || raw.length !== 33 || raw[0] !== PLAIN || bytesToHex(plainId) !== number) throw new Falsa('llaves');
  const from = secondOf(since, 'llaves');
  const until = end === '-' ? undefined : secondOf(end, 'llaves');
  if (until && until <= from) throw new Falsa('llaves');
  return { origin, bytes, from, until, plainId, datedId: idOf(origin, DATED, bytes), text };
}

/** The number of a key on a signature line. */
function idOf(origin: string, kind: number, bytes: Uint8Array) {
  return sha256(concatBytes(utf8ToBytes(`${origin}\n`), Uint8Array.of(kind), bytes)).subarray(0, 4);
}

/** The line of a file of keys that says of a key of a host that it signs a log of that host: one key signs all of them. */
export function lineUnder({ bytes, from, until }: Key, origin: string): string {
  const second = (time: Date) => time.toISOString().replace('.000Z', 'Z');
  const text = `${origin}+${bytesToHex(idOf(origin, PLAIN, bytes))}+${btoa(String.fromCharCode(PLAIN, ...bytes))}`;
  return `${text} ${second(from)} ${until ? second(until) : '-'}\n`;
}
