import { bytesOf, textOf } from './bytes';
import { Falsa } from './falsa';

/** A line of a signed note (C2SP signed-note): whose it is, and the signature; nothing of it is verified yet. */
export interface Line {
  name: string;
  id: Uint8Array;
  signature: Uint8Array;
}

const MAX_LINES = 100;
/** The last second that has a date: the end of the year 9999. */
const MAX_SECONDS = 253402300799n;

/** Takes a note apart: the text that was signed, with its end, and the lines of those who signed it. */
export function openNote(bytes: Uint8Array): { text: string; lines: Line[] } {
  const note = textOf(bytes, 'prueba');
  const at = note.lastIndexOf('\n\n');
  const signed = note.slice(at + 2).split('\n');
  if (at < 0 || signed.pop() !== '' || signed.length === 0 || signed.length > MAX_LINES || /[\u0000-\u0009\u000b-\u001f]/.test(note)) throw new Falsa('prueba');
  return { text: note.slice(0, at + 1), lines: signed.map(readLine) };
}

function readLine(line: string): Line {
  const [dash, name = '', base64 = '', ...more] = line.split(' ');
  const raw = bytesOf(base64, 'prueba');
  if (dash !== '\u2014' || name === '' || /[+\p{White_Space}]/u.test(name) || raw.length < 5 || more.length > 0) throw new Falsa('prueba');
  return { name, id: raw.subarray(0, 4), signature: raw.subarray(4) };
}

/** The seconds in a signature with a time; undefined if it cannot have one. */
export function stampOf(signature: Uint8Array): bigint | undefined {
  if (signature.length !== 8 + 64) return undefined;
  const seconds = new DataView(signature.buffer, signature.byteOffset).getBigUint64(0);
  return seconds > MAX_SECONDS ? undefined : seconds;
}
