import { Falsa, type Parte } from './falsa';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** UTF-8 as Go reads it: what is not UTF-8 throws, and a byte order mark stays. */
export const utf8 = (bytes: Uint8Array): string => decoder.decode(bytes);

/** Bytes as text; not UTF-8 is a fault of that part. */
export function textOf(bytes: Uint8Array, parte: Parte): string {
  try {
    return utf8(bytes);
  } catch {
    throw new Falsa(parte);
  }
}

/** Base64 in its one form: what is written again is what was read. */
export function bytesOf(base64: string, parte: Parte): Uint8Array {
  try {
    const binary = atob(base64);
    if (btoa(binary) === base64) return Uint8Array.from(binary, (char) => char.charCodeAt(0));
  } catch {
    // no base64 at all
  }
  throw new Falsa(parte);
}

/** A number from 0 to 2^63-1 in its one form. */
export function numberOf(digits: string, parte: Parte): bigint {
  const number = /^(0|[1-9]\d{0,18})$/.test(digits) ? BigInt(digits) : -1n;
  if (number < 0n || number >= 1n << 63n) throw new Falsa(parte);
  return number;
}

/** A second in UTC in its one form, such as 2026-01-31T00:00:00Z. */
export function secondOf(text: string, parte: Parte): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime()) || time.toISOString().replace('.000Z', 'Z') !== text) throw new Falsa(parte);
  return time;
}

/** What is before the first empty line, without its end, and what is after it. */
export function cut(bytes: Uint8Array, parte: Parte): [Uint8Array, Uint8Array] {
  const at = bytes.findIndex((byte, i) => byte === 10 && bytes[i + 1] === 10);
  if (at < 0) throw new Falsa(parte);
  return [bytes.subarray(0, at), bytes.subarray(at + 2)];
}

export function equal(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

export function startsWith(bytes: Uint8Array, head: Uint8Array): boolean {
  return equal(bytes.subarray(0, head.length), head);
}
