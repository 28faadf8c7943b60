import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Blob as NodeBlob } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { HANG } from '../../test/patience.js';
import { VerificarPage } from '../src/features/verificar/verificar-page';
import { LanguageProvider } from '../src/shared/i18n/i18n';

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** The test vectors of the Go package. */
const testdata = (nombre: string) => Uint8Array.from(readFileSync(join(import.meta.dirname, '../../../verificable/testdata', nombre)));

interface World {
  archivo?: string;
  /** What this service publishes; without it, it does not answer. */
  confianza?: string;
  /** Its status list; without it there is none. */
  lista?: string;
  ahora?: string;
  lengua?: 'es' | 'en';
  /** What somebody did to the file. */
  cambiar?: (bytes: Uint8Array) => Uint8Array;
}

function publishes({ confianza, lista }: World) {
  vi.stubGlobal('Blob', NodeBlob); // that of jsdom has no stream
  vi.stubGlobal('fetch', async (path: string) => {
    const file = path === '/.well-known/carpeta-sello/confianza.json' ? confianza : path.startsWith('/estado/') ? lista : undefined;
    if (path.startsWith('/.well-known/') && !confianza) throw new TypeError('offline');
    return file ? new Response(testdata(file)) : new Response('', { status: 404 });
  });
}

/** Chooses a file on the screen, and reads what is said of it: what a person reads, and what is closed. */
async function said(world: World) {
  const { archivo = 'diploma.verificable.zip', ahora = '2026-05-10T12:00:00Z', lengua = 'es', cambiar = (bytes) => bytes } = world;
  localStorage.setItem('carpeta.lengua', lengua);
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(ahora) });
  publishes(world);
  const { container } = render(
    <LanguageProvider>
      <VerificarPage />
    </LanguageProvider>,
  );
  await screen.findByText(lengua === 'es' ? 'Verificar un documento o una constancia' : 'Verify a document or a receipt', {}, { timeout: HANG });
  fireEvent.change(container.querySelector('input[type=file]')!, { target: { files: [new File([cambiar(testdata(archivo)) as BlobPart], archivo)] } });
  const verdict = await waitFor(() => screen.getByRole('region', { name: /^Result/ }), { timeout: HANG });
  const nota = verdict.querySelector('.nota, .aviso')!;
  return { titulo: nota.querySelector('h2')?.textContent, texto: nota.textContent, tono: nota.className, cerrado: verdict.querySelector('details')?.textContent };
}

it('says who certified what for whom, that these are the bytes, and on which day it was so; a specialist finds more', async () => {
  const { titulo, texto, tono, cerrado } = await said({ confianza: 'confianza.json', lista: 'lista.jwt' });
  expect(titulo).toBe('Este documento es auténtico');
  expect(texto).toMatch(/Universidad de los Andes certificó «Diploma de Ingeniería», número A-17, para María Gómez, .* es exactamente el que se certificó\. Válido al \d+ de mayo de 2026\.$/);
  expect(tono).toContain('tono-bien');
  expect(cerrado).toMatch(/^Prueba técnicaVALIDOLa entidad lo firmó el .*Se recibió el .*SHA-256 [0-9a-f]{64}Archivo: diploma\.verificable\.zip$/);
});

it('says it in English', async () => {
  const { titulo, texto } = await said({ confianza: 'confianza.json', lista: 'lista.jwt', lengua: 'en' });
  expect(titulo).toBe('This document is genuine');
  expect(texto).toMatch(/Universidad de los Andes certified “Diploma de Ingeniería”, number A-17, for María Gómez, .* Valid on \d+ May 2026\.$/);
});

it.each<[string, World, string, RegExp]>([
  ['taken back', { confianza: 'confianza.json', lista: 'lista-retirado.jwt' }, 'La entidad retiró este documento', /No es válido: al \d+ de mayo de 2026 la entidad ya lo había retirado/],
  ['expired', { confianza: 'confianza.json', ahora: '2031-05-02T05:00:00Z' }, 'Este documento venció', /venció el 1 de mayo de 2031\.$/],
  ['to come', { confianza: 'confianza.json', ahora: '2026-05-02T04:59:59Z' }, 'Este documento todavía no es válido', /lo será desde el 2 de mayo de 2026\.$/],
  ['by a key that was revoked before', { confianza: 'confianza-revocada-antes.json' }, 'Este documento no es válido', /ya no responde por la firma/],
  ['by a stranger', { confianza: 'confianza-otra.json' }, 'No se sabe quién certificó este documento', /No confíe en él/],
  ['without a status', { archivo: 'de-antes.verificable.zip', confianza: 'confianza.json' }, 'Está firmado y entero; no se sabe si lo retiraron', /certificó\. Está firmado y entero\. No se sabe si la entidad lo retiró: [^0-9]*$/],
  ['without its status list', { confianza: 'confianza.json' }, 'Está firmado y entero; no se sabe si lo retiraron', /se recibió el 3 de mayo de 2026\. No se sabe si la entidad lo retiró después: consulte su lista de estado\.$/],
])('never calls one valid that is %s', async (_, world, wanted, sentence) => {
  const { titulo, texto, tono } = await said(world);
  expect(titulo).toBe(wanted);
  expect(texto).toMatch(sentence);
  expect(tono).not.toContain('tono-bien');
});

it('looks the list up again that could not be had', async () => {
  await said({ confianza: 'confianza.json' });
  publishes({ confianza: 'confianza.json', lista: 'lista.jwt' });
  fireEvent.click(screen.getByRole('button', { name: 'Comprobar de nuevo' }));
  await screen.findByText('Este documento es auténtico', {}, { timeout: HANG });
});

it.each<[string, World, string]>([
  ['changed', { confianza: 'confianza.json', cambiar: (b) => b.with(b.length >> 1, b[b.length >> 1]! ^ 1) }, 'o pida otro a quien se lo dio.'],
  ['cut', { confianza: 'confianza.json', cambiar: (b) => b.subarray(0, b.length - 30) }, 'El archivo está cortado o lo cambiaron.'],
  ['with a list that is over', { confianza: 'confianza.json', lista: 'lista-expired.jwt' }, 'La lista de estado no sirve para este documento'],
  ['of a log that nobody here trusts', { confianza: 'confianza-otra-llave.json' }, 'ningún registro en el que usted confía guarda esta entrega'],
])('refuses in plain words one that is %s', async (_, world, words) => {
  const { texto, tono } = await said(world);
  expect(tono).toBe('aviso');
  expect(texto).toContain(words);
});

it('that no service compares is verified again when it answers', async () => {
  expect((await said({})).titulo).toBe('Falta saber quién certificó este documento');
  publishes({ confianza: 'confianza.json', lista: 'lista.jwt' });
  fireEvent.click(screen.getByRole('button', { name: 'Comprobar de nuevo' }));
  await screen.findByText('Este documento es auténtico', {}, { timeout: HANG });
});
