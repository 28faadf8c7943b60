// @vitest-environment node
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { esLlave } from '../src/features/verificar/papel/firma';
import { oracion, rechazo } from '../src/features/verificar/papel/oracion';
import { Rechazo } from '../src/features/verificar/papel/rechazo';
import { leerConfianza, verificar } from '../src/features/verificar/papel/verificable';

/** The test vectors of the Go package, which both implementations run on. */
interface Vector {
  nombre: string;
  archivo: string;
  cambio?: { en: number; quita: number; pone: string };
  confianza: string;
  lista?: string;
  ahora: string;
  resultado: string;
  oracion: string;
  sentence: string;
}

const testdata = (nombre: string) => Uint8Array.from(readFileSync(join(import.meta.dirname, '../../../verificable/testdata', nombre)));
const texto = (nombre: string) => new TextDecoder().decode(testdata(nombre));
const vectores = JSON.parse(texto('vectores.json')) as Vector[];

function cambiado(archivo: Uint8Array, cambio: Vector['cambio']): Uint8Array {
  if (!cambio) return archivo;
  const { en, quita, pone } = cambio;
  return Uint8Array.from([...archivo.subarray(0, en), ...Buffer.from(pone, 'base64'), ...archivo.subarray(en + quita)]);
}

async function hallado(archivo: Uint8Array, v: Pick<Vector, 'confianza' | 'lista' | 'ahora'>) {
  const { lista } = v;
  try {
    const informe = await verificar(archivo, leerConfianza(texto(v.confianza)), new Date(v.ahora), () => Promise.resolve(lista ? testdata(lista) : undefined));
    return { resultado: informe.resultado, oracion: oracion(informe, 'es'), sentence: oracion(informe, 'en') };
  } catch (cause) {
    if (!(cause instanceof Rechazo)) throw cause;
    return { resultado: cause.codigo, oracion: rechazo(cause.codigo, 'es'), sentence: rechazo(cause.codigo, 'en') };
  }
}

describe('a key', () => {
  const llaves = JSON.parse(texto('llaves.json')) as { nombre: string; jwk: Record<string, string>; sirve: boolean }[];

  it.each(llaves.map((one) => [one.nombre, one] as const))('%s', (_, { jwk, sirve }) => {
    expect(esLlave(jwk)).toBe(sirve);
  });

  it.each([null, 7, 'x', [], {}, { kty: 'OKP' }, { kty: 'EC', crv: 'P-256', kid: 'k' }, { kty: 'oct', kid: 'k', k: 'AA' }])('is none: %j', (jwk) => {
    expect(esLlave(jwk)).toBe(false);
  });
});

describe('a verifiable file', () => {
  // A list beside a file that names none is of the command line: the browser asks for none.
  it.each(vectores.filter(({ nombre }) => !nombre.endsWith('version 1, and a list')).map((v) => [v.nombre, v] as const))('%s', async (_, v) => {
    const { resultado, oracion, sentence } = v;
    expect(await hallado(cambiado(testdata(v.archivo), v.cambio), v)).toEqual({ resultado, oracion, sentence });
  });

  it('is refused whichever of its bytes is another one', async () => {
    const bueno = testdata('diploma-2.verificable.zip');
    for (let i = 0; i < bueno.length; i++) {
      const malo = Uint8Array.from(bueno);
      malo[i]! ^= 1;
      const { resultado } = await hallado(malo, { confianza: 'confianza.json', ahora: '2026-05-10T12:00:00Z' });
      expect(resultado, `byte ${i}`).not.toMatch(/^(VALIDO|SIN_LISTA|SIN_ESTADO|VENCIDO|RETIRADO|EMISOR_DESCONOCIDO|LLAVE_REVOCADA|AUN_NO_VIGENTE)$/);
    }
  });
});
