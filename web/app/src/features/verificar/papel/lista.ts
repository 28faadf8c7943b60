import { ed25519 } from '@noble/curves/ed25519.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base64url } from '../../../shared/jose';
import { utf8 } from '../bytes';
import type { Key } from '../keys';
import { leerIJson } from './ijson';
import { Rechazo } from './rechazo';

/** Where a Token Status List (draft-ietf-oauth-status-list-21) keeps whether the issuer took the delivery back. */
export interface Estado {
  idx: number;
  uri: string;
}

/** A list whose signature was verified. */
export interface Lista {
  uri: string;
  emitida: Date;
  expira: Date;
  retirada: (idx: number) => boolean;
}

const BYTES = (1 << 20) / 8;
const MAX_LISTA = 256 << 10;

/** The end of a list's address: a deployment may move to another host, and its key vouches for the list. */
export const rutaDe = (uri: string): string => uri.slice(Math.max(uri.lastIndexOf('/estado/'), 0));

export async function leerLista(token: Uint8Array, llaves: Key[]): Promise<Lista> {
  try {
    if (token.length > MAX_LISTA) throw new Error('too long');
    const text = new TextDecoder().decode(token).trim();
    const [cabeza = '', cuerpo = '', firma = '', ...mas] = text.split('.');
    const json = (part: string) => leerIJson(utf8(base64urlLargo(part)));
    const { alg, typ, crit } = json(cabeza);
    if (mas.length > 0 || alg !== 'EdDSA' || typ !== 'statuslist+jwt' || crit !== undefined) throw new Error('header');
    const { sub, iat, exp, status_list: status } = json(cuerpo);
    const { bits, lst } = status as Record<string, unknown>;
    if (typeof sub !== 'string' || typeof iat !== 'number' || typeof exp !== 'number' || exp <= iat || bits !== 1 || typeof lst !== 'string') throw new Error('claims');
    const emitida = new Date(iat * 1000);
    const mensaje = utf8ToBytes(`${cabeza}.${cuerpo}`);
    const firmo = llaves.some(({ bytes, from, until }) => emitida >= from && (!until || emitida < until) && ed25519.verify(base64url(firma), mensaje, bytes, { zip215: false }));
    if (!firmo) throw new Error('signature');
    const posiciones = await inflar(base64urlLargo(lst));
    return { uri: sub, emitida, expira: new Date(exp * 1000), retirada: (idx) => ((posiciones[idx >> 3]! >> (idx & 7)) & 1) === 1 };
  } catch {
    throw new Rechazo('LISTA');
  }
}

/** Long base64url, decoded in its one form. */
function base64urlLargo(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let at = 0;
  for (let i = 0; i < text.length; i += 4096) {
    const part = base64url(text.slice(i, i + 4096));
    bytes.set(part, at);
    at += part.length;
  }
  return bytes.subarray(0, at);
}

/** Reads exactly the bits of a list: a bomb ends there. */
async function inflar(comprimido: Uint8Array): Promise<Uint8Array> {
  const bits = new Uint8Array(BYTES);
  const reader = new Blob([Uint8Array.from(comprimido)]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  let at = 0;
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    if (at + value!.length > BYTES) {
      await reader.cancel();
      throw new Error('too many');
    }
    bits.set(value!, at);
    at += value!.length;
  }
  if (at !== BYTES) throw new Error('too few');
  return bits;
}
