import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { FORMATO, type Partes } from '@carpeta-ciudadana/cliente/interno';
import { textOf } from './bytes';
import { Falsa } from './falsa';

/** The longest file that has a place in a receipt, with all that JSON may add to it. */
export const MAX_RECEIPT = 256 << 10;

/** Whether a file means to be a receipt: it is JSON. */
export const isReceipt = (file: Uint8Array): boolean => /^\s*\{/.test(new TextDecoder().decode(file));

/** The three files of a receipt. */
export type Constancia = Record<Exclude<keyof Partes, 'finalidad'>, Uint8Array>;

/**
 * The files that a receipt holds, and nothing beside them that a person could take for a part of what is proven. What a citizen
 * read when they authorised something may be there, if the event has its SHA-256.
 */
export function readReceipt(file: Uint8Array): Constancia {
  const { formato, evento, prueba, llaves, finalidad, ...more } = parsed(file);
  if (formato !== FORMATO) throw new Falsa('otraCosa');
  const parts = [evento, prueba, llaves];
  if (Object.keys(more).length > 0 || !parts.every((part) => typeof part === 'string' && part !== '')) throw new Falsa('constancia');
  if (finalidad !== undefined && !isOfEvent(finalidad, String(evento))) throw new Falsa('evento');
  const [event, proof, keys] = parts.map((part) => utf8ToBytes(String(part)));
  return { evento: event!, prueba: proof!, llaves: keys! };
}

/** Whether a purpose is the one whose SHA-256 the event has. */
function isOfEvent(finalidad: unknown, evento: string): boolean {
  if (typeof finalidad !== 'string') return false;
  try {
    const { datos } = JSON.parse(evento.slice(evento.indexOf('\n\n') + 2)) as { datos?: Record<string, unknown> };
    return datos?.['finalidadSha256'] === bytesToHex(sha256(utf8ToBytes(finalidad)));
  } catch {
    return false;
  }
}

function parsed(file: Uint8Array): Record<string, unknown> {
  if (file.length > MAX_RECEIPT) throw new Falsa('otraCosa');
  const text = textOf(file, 'constancia');
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw new Falsa(text.includes(FORMATO) ? 'constancia' : 'otraCosa');
  }
}
