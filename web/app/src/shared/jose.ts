import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** JSON in its canonical form (RFC 8785), of members that are texts and small numbers. A member that is undefined is absent. */
export function canonico(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  const miembros = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${miembros.map(([nombre, one]) => `${JSON.stringify(nombre)}:${canonico(one)}`).join(',')}}`;
}

/** Base64url in its one form. */
export function base64url(text: string): Uint8Array {
  const bytes = Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (char) => char.charCodeAt(0));
  if (aBase64url(bytes) !== text) throw new Error('base64url');
  return bytes;
}

/** What is signed may be longer than what a call takes as arguments. */
export function aBase64url(bytes: Uint8Array): string {
  let binary = '';
  for (let i = 0; i < bytes.length; i += 8192) binary += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/** The members of a public key, beside `kty`. */
export const DE_LLAVE: Readonly<Record<string, readonly string[]>> = { OKP: ['crv', 'x'], EC: ['crv', 'x', 'y'], RSA: ['n', 'e'] };

/** Thumbprint of a key (RFC 7638, SHA-256). */
export function huellaDe(jwk: Readonly<Record<string, unknown>>): string {
  const nombres = ['kty', ...(DE_LLAVE[String(jwk.kty)] ?? [])];
  return aBase64url(sha256(utf8ToBytes(canonico(Object.fromEntries(nombres.map((nombre) => [nombre, jwk[nombre]]))))));
}

type Algoritmo = readonly [RsaHashedImportParams | EcKeyImportParams, RsaPssParams | EcdsaParams | { name: string }];

/** How WebCrypto imports a key and signs, by the name in a JWS. Not every browser knows EdDSA: it is computed here. */
export const ALGORITMOS: Readonly<Record<string, Algoritmo>> = {
  ES256: [{ name: 'ECDSA', namedCurve: 'P-256' }, { name: 'ECDSA', hash: 'SHA-256' }],
  PS256: [{ name: 'RSA-PSS', hash: 'SHA-256' }, { name: 'RSA-PSS', saltLength: 32 }],
  RS256: [{ name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, { name: 'RSASSA-PKCS1-v1_5' }],
};
