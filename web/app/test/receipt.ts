import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { archivoDe, type Partes } from '@carpeta-ciudadana/cliente/interno';

/** When the log signed, in seconds. */
const SIGNED = 1_767_312_000n; // 2026-01-02T00:00:00Z
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A Buffer is no Uint8Array of jsdom's. */
const plain = (buffer: Buffer) => Uint8Array.from(buffer);
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

/** The parts of a receipt, of a log with this one event in it, whose key is made from `seed`. */
export function sealed(evento: object, { origin = 'localhost/operador/op-1', seed = 1 } = {}): Partes {
  const event = utf8ToBytes(JSON.stringify(evento));
  const salt = new Uint8Array(32).fill(4);
  const entry = hmac(sha256, salt, concatBytes(utf8ToBytes('carpeta.evento/v1\n'), event));
  const root = sha256(concatBytes(Uint8Array.of(0), entry));
  const text = utf8ToBytes(`${origin}\n1\n${base64(root)}\n`);

  const secret = createPrivateKey({ key: Buffer.concat([PKCS8, Buffer.alloc(32, seed)]), format: 'der', type: 'pkcs8' });
  const key = plain(Buffer.from(createPublicKey(secret).export({ format: 'jwk' }).x!, 'base64url'));
  const idOf = (kind: number) => sha256(concatBytes(utf8ToBytes(`${origin}\n`), Uint8Array.of(kind), key)).subarray(0, 4);
  const stamp = new Uint8Array(8);
  new DataView(stamp.buffer).setBigUint64(0, SIGNED);
  const signed = (message: Uint8Array) => plain(sign(null, message, secret));
  const dated = signed(concatBytes(utf8ToBytes(`cosignature/v1\ntime ${SIGNED}\n`), text));
  const lines = [concatBytes(idOf(1), signed(text)), concatBytes(idOf(4), stamp, dated)];
  const note = `${new TextDecoder().decode(text)}\n${lines.map((line) => `\u2014 ${origin} ${base64(line)}\n`).join('')}`;
  return {
    evento: `carpeta.evento/v1\nsal ${base64(salt)}\n\n${JSON.stringify(evento)}`,
    prueba: `c2sp.org/tlog-proof@v1\nindex 0\n\n${note}`,
    llaves: `${origin}+${bytesToHex(idOf(1))}+${base64(concatBytes(Uint8Array.of(1), key))} 2026-01-01T00:00:00Z -\n`,
  };
}

/** The event that ended a deletion, as the server writes it. */
export const ended = (datos: object = {}) => ({
  tipo: 'eliminacion.completada',
  momento: '2026-01-01T12:00:00.000Z',
  operadorId: 'op-1',
  datos: { solicitante: 'ciudadano', tipoDocumento: 'DIPLOMA', bytes: '34000', ...datos },
});

export const fileOf = (partes: Partes) => utf8ToBytes(archivoDe(partes));
