import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { aBase64url, ALGORITMOS, base64url, DE_LLAVE, huellaDe } from '../../../shared/jose';
import { utf8 } from '../bytes';
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
    const text = utf8(bytes);
    const jwk = JSON.parse(text) as Record<string, string>;
    const { kty = '', kid = '', alg } = jwk;
    const propios = DE_LLAVE[kty] ?? [];
    const miembros = EN_ORDEN.filter((nombre) => ['kty', 'kid', ...propios].includes(nombre) || (nombre === 'alg' && alg !== undefined));
    if (propios.length === 0 || kid === '' || comoGo(JSON.stringify(Object.fromEntries(miembros.map((nombre) => [nombre, jwk[nombre]])))) !== text) throw new Error('not its one form');
    if (!esLlave(jwk)) throw new Error('of no use');
    return { jwk, kid, huella: huellaDe(jwk) };
  });
}

/** What JSON as the file has it escapes, and JSON.stringify does not, or otherwise. */
const DE_GO: Readonly<Record<string, string>> = { '\\b': '\\u0008', '\\f': '\\u000c', '<': '\\u003c', '>': '\\u003e', '&': '\\u0026', '\u2028': '\\u2028', '\u2029': '\\u2029' };
const comoGo = (json: string) => json.replace(/\\.|[<>&\u2028\u2029]/g, (escape) => DE_GO[escape] ?? escape);

/** Whether a JWK is a public key that signs; the vectors hold the Go package `auth` to the same. */
export function esLlave(jwk: unknown): jwk is Record<string, string> {
  const { kty, kid, d } = { ...(jwk as Record<string, unknown>) };
  try {
    return typeof kty === 'string' && typeof kid === 'string' && kid !== '' && d === undefined && ['EdDSA', 'ES256', 'PS256', 'RS256'].some((alg) => sirve(jwk as Record<string, string>, alg));
  } catch {
    return false; // a member that is missing, or no base64url
  }
}

/** A key is for one kind of algorithm, and if it names one, for that alone. */
function sirve(jwk: Record<string, string>, alg: string): boolean {
  if (jwk.alg !== undefined && jwk.alg !== alg) return false;
  if (jwk.kty === 'OKP') return alg === 'EdDSA' && jwk.crv === 'Ed25519' && esEd25519(base64url(jwk.x!));
  if (jwk.kty === 'EC') return alg === 'ES256' && jwk.crv === 'P-256' && esP256(base64url(jwk.x!), base64url(jwk.y!));
  const bits = jwk.kty === 'RSA' ? numero(base64url(jwk.n!)).toString(2).length : 0;
  return (alg === 'PS256' || alg === 'RS256') && bits >= 2048 && bits <= 8192;
}

/** A point of the curve in its one form, and not of small order: with such a one signatures are made without a private key. */
function esEd25519(x: Uint8Array): boolean {
  return !ed25519.Point.fromBytes(x, false).isSmallOrder();
}

const P = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;

/** Whether y² = x³ - 3x + b: not every browser says so before it verifies. */
function esP256(enX: Uint8Array, enY: Uint8Array): boolean {
  const [x, y] = [numero(enX), numero(enY)];
  return enX.length === 32 && enY.length === 32 && x < P && y < P && (y * y - x * x * x + 3n * x - B) % P === 0n;
}

const numero = (bytes: Uint8Array): bigint => BigInt(`0x${bytesToHex(bytes) || '0'}`);

const PROHIBIDOS = ['jwk', 'jku', 'x5c', 'x5u', 'crit', 'b64'];

/** Verifies a compact, detached JWS over the bytes; when it says that it was made. */
export async function verificarFirma(jws: string, llave: Llave, contenido: Uint8Array): Promise<Date> {
  try {
    const [cabeza = '', medio, firma = '', ...mas] = jws.split('.');
    const header = JSON.parse(utf8(base64url(cabeza))) as Record<string, unknown>;
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
