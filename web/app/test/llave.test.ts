import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { deReemplazo, deRevocacion, texto } from '../src/features/operador/emitidos/contenido';
import { jwsDe, leerLlave, registradas, separado } from '../src/features/operador/emitidos/llave';
import { leerLlave as leerPublica, verificarFirma } from '../src/features/verificar/papel/firma';

afterEach(() => vi.useRealTimers());

const manual = readFileSync(join(import.meta.dirname, '../../../docs/api.md'), 'utf8');
/** The block of code behind a marker of docs/api.md, which the server's tests read too. */
const bloque = (nombre: string) => manual.split(`<!-- ${nombre} -->\n\`\`\``)[1]!.split('\n').slice(1).join('\n').split('\n```')[0]!;

/** Of RFC 8037: its public half is in the manual. */
const SECRETA = JSON.stringify({ ...JSON.parse(bloque('llave')), d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A' });
const REVOCACION = { revoca: '019e0000-0000-7000-8000-000000000001', motivo: 'El título no corresponde.' };

it('what is signed, and the signature, are those of the manual', async () => {
  vi.useFakeTimers({ now: 1_767_225_600_000, toFake: ['Date'] });
  const llave = await leerLlave(SECRETA, undefined);
  const revocacion = deRevocacion(REVOCACION.revoca, REVOCACION.motivo);
  expect(revocacion).toBe(bloque('revocacion'));
  expect(await jwsDe(llave, revocacion)).toBe(bloque('firma revocacion'));

  const declarado = deReemplazo({ ...JSON.parse(bloque('declaracion')), reemplazaA: 'x' });
  expect(declarado).toBe(bloque('declarado').replace('"tipoDocumento"', '"reemplazaA":"x","tipoDocumento"'));
});

it('a text is signed as it is stored: composed, without space around it', () => {
  expect(texto('  Título ')).toBe('Título');
});

it('a JWS that carries its content gives it up', () => {
  expect(separado(' aa.bb.cc\n')).toBe('aa..cc');
  expect(separado('aa..cc')).toBe('aa..cc');
});

const PARES = {
  Ed25519: () => generateKeyPairSync('ed25519'),
  'P-256': () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  RSA: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
};
const pem = (llave: KeyObject) => llave.export({ type: 'pkcs8', format: 'pem' }) as string;
const jwks = (publica: KeyObject, kid: string, alg?: string) => JSON.stringify({ keys: [{ ...publica.export({ format: 'jwk' }), kid, ...(alg && { alg }) }] });

/** Whether a signature is the key's, by the reader that everybody has. */
async function firmaBien(jws: string, publica: KeyObject, kid: string, contenido: string) {
  const { kty, crv, x, y, n, e } = publica.export({ format: 'jwk' });
  const suya = leerPublica(new TextEncoder().encode(JSON.stringify({ kty, kid, crv, x, y, n, e })));
  return verificarFirma(jws, suya, new TextEncoder().encode(contenido));
}

it.each(Object.entries(PARES))('a PEM of openssl signs, and the registry says its name: %s', async (_, par) => {
  const { privateKey, publicKey } = par();
  const llave = await leerLlave(pem(privateKey), registradas(jwks(publicKey, 'k-7')));
  expect(llave.kid).toBe('k-7');
  await firmaBien(await jwsDe(llave, '{"v":2}'), publicKey, 'k-7', '{"v":2}');
  await expect(firmaBien(await jwsDe(llave, '{"v":3}'), publicKey, 'k-7', '{"v":2}')).rejects.toThrow('FIRMA');
});

it.each(Object.entries(PARES))('a JWK signs: %s', async (_, par) => {
  const { privateKey, publicKey } = par();
  const llave = await leerLlave(JSON.stringify({ ...privateKey.export({ format: 'jwk' }), kid: 'k1', use: 'sig', key_ops: ['sign'] }), undefined);
  await firmaBien(await jwsDe(llave, 'x'), publicKey, 'k1', 'x');
});

it('a key of RSA signs as it is registered', async () => {
  const { privateKey, publicKey } = PARES.RSA();
  const llave = await leerLlave(pem(privateKey), registradas(jwks(publicKey, 'k1', 'RS256')));
  expect(llave.alg).toBe('RS256');
  await firmaBien(await jwsDe(llave, 'x'), publicKey, 'k1', 'x');
});

it('what is no key of the entity is refused for its reason', async () => {
  const { privateKey, publicKey } = PARES.Ed25519();
  const ec = PARES['P-256']();
  const suyas = registradas(jwks(publicKey, 'k1'));
  const otra = { ...privateKey.export({ format: 'jwk' }), x: PARES.Ed25519().publicKey.export({ format: 'jwk' }).x };
  const files: [string, string, ReturnType<typeof registradas>][] = [
    ['ajena', pem(PARES.Ed25519().privateKey), suyas],
    ['publica', JSON.stringify(publicKey.export({ format: 'jwk' })), suyas],
    ['publica', publicKey.export({ type: 'spki', format: 'pem' }) as string, suyas],
    ['cifrada', privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' }) as string, suyas],
    ['antigua', ec.privateKey.export({ type: 'sec1', format: 'pem' }) as string, suyas],
    ['antigua', PARES.RSA().privateKey.export({ type: 'pkcs1', format: 'pem' }) as string, suyas],
    ['sinNombre', pem(privateKey), undefined],
    ['ilegible', JSON.stringify(otra), suyas],
    ['ilegible', 'hola', suyas],
    ['ilegible', '[1]', suyas],
    ['ilegible', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n', suyas],
    ['ilegible', pem(generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey), suyas],
  ];
  for (const [falta, archivo, conocidas] of files) await expect(leerLlave(archivo, conocidas), archivo.slice(0, 40)).rejects.toMatchObject({ falta });
});
