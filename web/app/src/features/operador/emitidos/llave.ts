import { ed25519 } from '@noble/curves/ed25519.js';
import { equalBytes } from '@noble/curves/utils.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { aBase64url, ALGORITMOS, base64url, DE_LLAVE, huellaDe } from '../../../shared/jose';

type Jwk = Record<string, string>;

/** A public key of the entity, as it is registered. */
export interface Registrada {
  kid: string;
  alg?: string | undefined;
  huella: string;
}

/** Signs with a key that it does not give away. */
export interface Firmante {
  kid: string;
  alg: string;
  firmar: (mensaje: Uint8Array) => Promise<Uint8Array>;
}

/** Why a file is of no use as a key. */
export type Falta = 'ilegible' | 'publica' | 'cifrada' | 'antigua' | 'ajena' | 'sinNombre';

export class LlaveMala extends Error {
  override name = 'LlaveMala';
  constructor(readonly falta: Falta) {
    super(falta);
  }
}

/** The keys of a JWKS; undefined if there is none here, as for an entity that publishes its keys at an address. */
export function registradas(jwks: string | null | undefined): Registrada[] | undefined {
  if (!jwks) return undefined;
  const { keys } = JSON.parse(jwks) as { keys: Jwk[] };
  return keys.map((jwk) => ({ kid: jwk.kid ?? '', alg: jwk.alg, huella: huellaDe(jwk) }));
}

/**
 * Reads a private key: a JWK, or a PEM (PKCS #8) as openssl writes it. The registered keys say what its name is; where they
 * are not known, the JWK does. Nothing of the file is kept but what signs.
 */
export async function leerLlave(archivo: string, conocidas: readonly Registrada[] | undefined): Promise<Firmante> {
  const jwk = archivo.includes('-----BEGIN') ? await dePem(archivo) : deJson(archivo);
  const [alg, firmar] = await firma(jwk, conocidas);
  const suya = conocidas?.find(({ huella }) => huella === huellaDe(jwk));
  if (conocidas && !suya) throw new LlaveMala('ajena');
  const kid = suya?.kid ?? jwk.kid;
  if (!kid) throw new LlaveMala('sinNombre');
  return { kid, alg, firmar };
}

/** A compact JWS with detached content (RFC 7515, appendix F) over a text. */
export async function jwsDe({ kid, alg, firmar }: Firmante, contenido: string): Promise<string> {
  const parte = (text: string) => aBase64url(utf8ToBytes(text));
  const cabeza = parte(JSON.stringify({ alg, kid, iat: Math.floor(Date.now() / 1000) }));
  return `${cabeza}..${aBase64url(await firmar(utf8ToBytes(`${cabeza}.${parte(contenido)}`)))}`;
}

/** A JWS as another program made it: one that carries its content gives it up. */
export const separado = (jws: string): string => jws.trim().replace(/^([\w-]+)\.[\w-]+\.([\w-]+)$/, '$1..$2');

async function firma(jwk: Jwk, conocidas: readonly Registrada[] | undefined): Promise<[string, Firmante['firmar']]> {
  if (!jwk.d) throw new LlaveMala('publica');
  try {
    if (jwk.kty === 'OKP') return ['EdDSA', deEd25519(jwk)];
    const huella = huellaDe(jwk);
    const alg = jwk.alg ?? conocidas?.find((one) => one.huella === huella)?.alg ?? (jwk.kty === 'EC' ? 'ES256' : 'PS256');
    const [importar, firmar] = ALGORITMOS[alg]!;
    const secreta = await crypto.subtle.importKey('jwk', sinUso(jwk), importar, false, ['sign']);
    return [alg, async (mensaje) => new Uint8Array(await crypto.subtle.sign(firmar, secreta, Uint8Array.from(mensaje)))];
  } catch {
    throw new LlaveMala('ilegible');
  }
}

/** Not every browser knows Ed25519. */
function deEd25519({ crv, d, x }: Jwk): Firmante['firmar'] {
  const semilla = base64url(d!);
  if (crv !== 'Ed25519' || !equalBytes(ed25519.getPublicKey(semilla), base64url(x!))) throw new Error('two halves of different keys');
  return async (mensaje) => ed25519.sign(mensaje, semilla);
}

function deJson(archivo: string): Jwk {
  try {
    const jwk = JSON.parse(archivo) as Jwk;
    if (jwk.kty! in DE_LLAVE) return jwk;
  } catch {
    // not even JSON
  }
  throw new LlaveMala('ilegible');
}

/** How PKCS #8 begins for Ed25519 (RFC 8410): the seed follows. */
const ED25519 = Uint8Array.of(0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20);

async function dePem(archivo: string): Promise<Jwk> {
  const [, nombre, texto] = /-----BEGIN ([A-Z0-9 ]+)-----([\s\S]+?)-----END/.exec(archivo) ?? [];
  if (nombre === 'ENCRYPTED PRIVATE KEY' || texto?.includes('ENCRYPTED')) throw new LlaveMala('cifrada');
  if (nombre === 'PUBLIC KEY' || nombre === 'CERTIFICATE') throw new LlaveMala('publica');
  if (nombre !== 'PRIVATE KEY') throw new LlaveMala(nombre?.endsWith(' PRIVATE KEY') ? 'antigua' : 'ilegible');
  try {
    return await dePkcs8(Uint8Array.from(atob(texto!.replace(/\s/g, '')), (char) => char.charCodeAt(0)));
  } catch {
    throw new LlaveMala('ilegible');
  }
}

async function dePkcs8(der: Uint8Array<ArrayBuffer>): Promise<Jwk> {
  if (der.length === 48 && equalBytes(der.subarray(0, 16), ED25519)) {
    const semilla = der.subarray(16);
    return { kty: 'OKP', crv: 'Ed25519', d: aBase64url(semilla), x: aBase64url(ed25519.getPublicKey(semilla)) };
  }
  const importada = await Promise.any(['ES256', 'PS256'].map((alg) => crypto.subtle.importKey('pkcs8', der, ALGORITMOS[alg]![0], true, ['sign'])));
  return sinUso((await crypto.subtle.exportKey('jwk', importada)) as Jwk);
}

const MIEMBROS = ['kty', 'crv', 'x', 'y', 'n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi'];

/** A key without what it says of its use, which WebCrypto would hold it to. */
const sinUso = (jwk: Jwk): Jwk => Object.fromEntries(Object.entries(jwk).filter(([nombre]) => MIEMBROS.includes(nombre)));
