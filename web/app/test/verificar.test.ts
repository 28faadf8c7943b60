import { utf8ToBytes } from '@noble/hashes/utils.js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { comprobar } from '../src/features/verificar/comprobar';
import { Falsa } from '../src/features/verificar/falsa';
import { firmanteDe } from '../src/features/verificar/firmante';
import { FORMATO, nombreDe } from '@carpeta-ciudadana/cliente/interno';
import { ended, fileOf, sealed } from './receipt';

const receipt = sealed(ended());
const alone = Object.values(receipt).map((text) => utf8ToBytes(text));

/** What is wrong with the files; undefined if nothing is. */
function wrong(...files: Uint8Array[]) {
  try {
    comprobar(files);
  } catch (cause) {
    if (!(cause instanceof Falsa)) throw cause;
    return cause.parte;
  }
  return undefined;
}

const flipped = (text: string, i: number) => text.slice(0, i) + String.fromCharCode(text.charCodeAt(i) ^ 1) + text.slice(i + 1);

describe('a receipt', () => {
  it('is one file, or the three that it was before', () => {
    expect(wrong(fileOf(receipt))).toBeUndefined();
    expect(wrong(...alone)).toBeUndefined();
    expect(wrong(utf8ToBytes(JSON.stringify({ ...receipt, formato: FORMATO })))).toBeUndefined(); // whoever wrote it in another order
  });

  it.each(['evento', 'prueba'] as const)('is refused when one byte of its %s is another', (parte) => {
    for (let i = 0; i < receipt[parte].length; i++) expect(wrong(fileOf({ ...receipt, [parte]: flipped(receipt[parte], i) })), `byte ${i}`).toBeDefined();
  });

  it('is refused when one byte of its key is another', () => {
    for (let i = 0; i < receipt.llaves.indexOf(' '); i++) expect(wrong(fileOf({ ...receipt, llaves: flipped(receipt.llaves, i) })), `byte ${i}`).toBeDefined();
  });

  it('says which part is wrong', () => {
    const other = sealed(ended(), { seed: 2 });
    const text = new TextDecoder().decode(fileOf(receipt));
    expect(wrong(fileOf({ ...receipt, evento: receipt.evento.replace('DIPLOMA', 'DIPLOMO') }))).toBe('lugar');
    expect(wrong(fileOf({ ...receipt, evento: receipt.prueba }))).toBe('evento');
    expect(wrong(fileOf({ ...receipt, prueba: receipt.prueba.slice(0, -9) }))).toBe('prueba');
    expect(wrong(fileOf({ ...receipt, llaves: 'ninguna' }))).toBe('llaves');
    expect(wrong(fileOf({ ...receipt, llaves: other.llaves }))).toBe('firma');
    expect(wrong(fileOf({ ...receipt, llaves: receipt.llaves.replace('2026-01-01', '2026-01-03') }))).toBe('fecha');
    expect(wrong(utf8ToBytes(text.slice(0, -20)))).toBe('constancia');
    expect(wrong(utf8ToBytes(text.replace('"formato"', '"titulo": "Escritura", "formato"')))).toBe('constancia'); // nothing proves a title
  });

  it('is verified with the keys that the person has from elsewhere, if there are any', () => {
    const [, , keys] = alone;
    expect(wrong(fileOf({ ...receipt, llaves: sealed(ended(), { seed: 2 }).llaves }), keys!)).toBeUndefined();
    expect(wrong(fileOf(receipt), utf8ToBytes(sealed(ended(), { seed: 2 }).llaves))).toBe('firma');
  });

  it('is told from what is none', () => {
    const kinds = { photo: Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), json: utf8ToBytes('{"nombre":"x"}'), broken: utf8ToBytes('{'), text: utf8ToBytes('Diploma de ingeniera'), list: utf8ToBytes('[1]'), nothing: new Uint8Array() };
    for (const [kind, file] of Object.entries(kinds)) expect(wrong(file), kind).toBe('otraCosa');
    expect(wrong(fileOf(receipt), kinds.photo)).toBe('otraCosa');
    expect(wrong(fileOf(receipt), fileOf(sealed(ended({ bytes: '1' }))))).toBe('demasiados');
  });

  it('is saved under a name that says what it is of', () => {
    const day = new Date(2026, 4, 3);
    expect(nombreDe('constancia', 'Diploma de ingeniería / «final»', day)).toBe('constancia-2026-05-03-diploma-de-ingenieria-final.json');
    expect(nombreDe('constancia', '🎓', day)).toBe('constancia-2026-05-03.json');
    expect(nombreDe('constancia', `Diploma de ${'x'.repeat(200)}`, day)).toBe('constancia-2026-05-03-diploma-de.json');
  });
});

describe('who signed', () => {
  afterEach(() => vi.unstubAllGlobals());

  const answers = (answer: () => Response | Promise<Response>) => vi.stubGlobal('fetch', vi.fn(() => Promise.resolve(answer())));
  const who = () => firmanteDe(comprobar([fileOf(receipt)]));

  it('is this service, if it publishes the key', async () => {
    answers(() => new Response(receipt.llaves));
    expect(await who()).toBe('propio');
    expect(vi.mocked(fetch).mock.calls[0]?.[0]).toBe('/.well-known/carpeta-sello/llaves.txt?operador=op-1');
  });

  it('is another, if it publishes others, or this one for another time, or has no such log', async () => {
    for (const keys of [sealed(ended(), { seed: 2 }).llaves, receipt.llaves.replace(' -', ' 2026-01-01T12:00:00Z')]) {
      answers(() => new Response(keys));
      expect(await who()).toBe('ajeno');
    }
    answers(() => new Response('', { status: 404 }));
    expect(await who()).toBe('ajeno');
  });

  it('is not known, if the service does not answer, or with something else', async () => {
    answers(() => new Response('', { status: 503 }));
    expect(await who()).toBe('sinComparar');
    answers(() => new Response('<html>'));
    expect(await who()).toBe('sinComparar');
    answers(() => Promise.reject(new TypeError('offline')));
    expect(await who()).toBe('sinComparar');
  });
});
