import { ed25519 } from '@noble/curves/ed25519.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { aBase64url, ALGORITMOS, base64url, DE_LLAVE, huellaDe } from '../../../shared/jose';
import { o, Rechazo } from './rechazo';

/** A public key as a file has it: a JWK. */
export interface Llave {
  jwk: Record<string, string>;
  kid: string;
  /** RFC 7638, SHA-256. */
  huella: string;
}

const EN_ORDEN = ['kty', 'kid', 'crv', 'alg', 'x', 'y', 'n', 'e'];
export function leerLlave(bytes: Uint8Array): Llave {
  return o('LLAVE', () => {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const jwk = JSON.parse(text) as Record<string, string>;
    const { kty = '', kid = '', alg } = jwk;
    const propios = DE_LLAVE[kty] ?? [];
    const miembros = EN_ORDEN.filter((nombre) => ['kty', 'kid', ...propios].includes(nombre) || (nombre === 'alg' && alg !== undefined));
    if (propios.length === 0 || kid === '' || JSON.stringify(Object.fromEntries(miembros.map((nombre) => [nombre, jwk[nombre]]))) !== text) throw new Error('not its one form');
    if (!['EdDSA', 'ES256', 'PS256', 'RS256'].some((algoritmo) => sirve(jwk, algoritmo))) throw new Error('of no use');
    return { jwk, kid, huella: huellaDe(jwk) };
  });
}

/** A key is for one kind of algorithm, and if it names one, for that alone. */
function sirve(jwk: Record<string, string>, alg: string): boolean {
  if (jwk.alg !== undefined && jwk.alg !== alg) return false;
  if (jwk.kty === 'OKP') return alg === 'EdDSA' && jwk.crv === 'Ed25519' && base64url(jwk.x!).length === 32;
  if (jwk.kty === 'EC') return alg === 'ES256' && jwk.crv === 'P-256';
  const bytes = base64url(jwk.n!).length;
  return (alg === 'PS256' || alg === 'RS256') && bytes >= 256 && bytes <= 1024;
}

const PROHIBIDOS = ['jwk', 'jku', 'x5c', 'x5u', 'crit', 'b64'];

/** Verifies a compact, detached JWS over the bytes; when it says that it was made. */
export async function verificarFirma(jws: string, llave: Llave, contenido: Uint8Array): Promise<Date> {
  try {
    const [cabeza = '', medio, firma = '', ...mas] = jws.split('.');
    const header = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(base64url(cabeza))) as Record<string, unknown>;
    const { alg, kid, iat } = header;
    const raro = PROHIBIDOS.some((nombre) => Object.hasOwn(header, nombre));
    if (medio !== '' || mas.length > 0 || raro || kid !== llave.kid || typeof alg !== 'string' || !sirve(llave.jwk, alg)) throw new Error('header');
    if (typeof iat !== 'number' || !Number.isInteger(iat) || iat <= 0 || iat > 253402300799) throw new Error('iat');
    const mensaje = utf8ToBytes(`${cabeza}.${aBase64url(contenido)}`);
    if (!(await firmo(alg, llave.jwk, base64url(firma), mensaje))) throw new Error('signature');
    return new Date(iat * 1000);
  } catch {
    throw new Rechazo('FIRMA');
  }
}

async function firmo(alg: string, jwk: Record<string, string>, firma: Uint8Array, mensaje: Uint8Array): Promise<boolean> {
  if (alg === 'EdDSA') return ed25519.verify(firma, mensaje, base64url(jwk.x!), { zip215: false });
  const [importar, verificar] = ALGORITMOS[alg]!;
  const publica = Object.fromEntries(['kty', ...DE_LLAVE[jwk.kty!]!].map((nombre) => [nombre, jwk[nombre]]));
  const llave = await crypto.subtle.importKey('jwk', publica, importar, false, ['verify']);
  return crypto.subtle.verify(verificar, llave, Uint8Array.from(firma), Uint8Array.from(mensaje));
}
