import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import type { DetalleDeDocumento } from '@carpeta-ciudadana/react';
import { cleanup, render, waitFor } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { HANG } from '../../test/patience.js';
import { Firma } from '../src/features/detalle/firma';
import { resultadoDe, type Informe } from '../src/features/verificar/papel/verificable';
import { LanguageProvider } from '../src/shared/i18n/i18n';

interface Caso {
  nombre: string;
  en: string;
  desde?: string;
  hasta?: string;
  /** What its issuer made of it. */
  acto?: 'REVOCADO' | 'REEMPLAZADO';
  /** Its citizen erased it: a copy may live on. */
  borrado?: true;
  estado: 'VIGENTE' | 'AUN_NO_VIGENTE' | 'VENCIDO' | 'REVOCADO' | 'REEMPLAZADO';
}

/** What a paper is worth: the tests of the Go packages read the same table. */
const { zona, casos } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../verificable/testdata/juridico.json'), 'utf8')) as { zona: string; casos: Caso[] };

const { TZ } = process.env;

afterEach(() => {
  document.body.replaceChildren(); // other files share it
  if (TZ === undefined) delete process.env['TZ'];
  else process.env['TZ'] = TZ;
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Whoever reads is in another zone, where it may be another day: the first one of the Earth, and the last. */
const lectores = { 'Pacific/Kiritimati': -14 * 60, 'Pacific/Pago_Pago': 11 * 60 };

const readAt = (lector: keyof typeof lectores, en: string) => {
  process.env['TZ'] = lector;
  expect(new Date().getTimezoneOffset()).toBe(lectores[lector]);
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(en) });
};

/** What is said of each state, by the page of a code and of a document. */
const FRASES = {
  VIGENTE: undefined, AUN_NO_VIGENTE: /Todavía no es válido/, VENCIDO: /Venció el/, REEMPLAZADO: /Hay uno nuevo en lugar|mandó otro en lugar/, REVOCADO: /Ya no vale|ya no vale/,
}; // prettier-ignore

/** A day of the service's zone, as people read it, wherever they are. */
const dicho = (dia: string) => new Intl.DateTimeFormat('es', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(dia));

/** The text says this state and no other, with the day that it has to do with. */
function says(text: string | null, { estado, desde, hasta }: Caso) {
  for (const [otro, frase] of Object.entries(FRASES)) if (frase) expect(frase.test(text ?? ''), `${otro}: ${text}`).toBe(otro === estado);
  if (estado === 'VENCIDO') expect(text).toContain(dicho(hasta!));
  if (estado === 'AUN_NO_VIGENTE') expect(text).toContain(dicho(desde!));
}

const cadaUno = (which: readonly Caso[]) => which.flatMap((caso) => Object.keys(lectores).map((lector) => ({ ...caso, lector: lector as keyof typeof lectores, caso })));

describe.each(cadaUno(casos))('$nombre, read in $lector', ({ en, desde, hasta, acto, estado, lector }) => {
  it('is so for a file that is read in a browser', () => {
    readAt(lector, en);
    const vigencia = { ...(desde && { desde }), ...(hasta && { hasta }) };
    const informe = { declaracion: { vigencia }, sabidoEn: new Date(), estado: { idx: 0, uri: '' }, zona } as unknown as Informe;
    const delArchivo = { VIGENTE: 'VALIDO', REVOCADO: 'RETIRADO', REEMPLAZADO: 'RETIRADO', VENCIDO: 'VENCIDO', AUN_NO_VIGENTE: 'AUN_NO_VIGENTE' };
    expect(resultadoDe(informe, undefined, acto !== undefined, new Date())).toBe(delArchivo[estado]);
  });
});

/** What the page of a code shows when the server gives this answer. */
async function pageOfACode(answer: Response) {
  vi.stubGlobal('fetch', async (path: string) => (path === 'usar' ? answer : new Response('', { status: 404 })));
  vi.stubGlobal('navigator', { ...navigator, languages: ['es'] });
  document.body.innerHTML = '<span id="servicio"></span><main id="hoja"></main><footer id="pie"></footer>';
  location.hash = '#AAAAAAAAAAAAAAAAAAAAAA';
  vi.resetModules();
  await import(/* @vite-ignore */ join(import.meta.dirname, '../../codigo/codigo.js'));
  await waitFor(() => expect(document.querySelector('.veredicto h1')).not.toBeNull(), { timeout: HANG });
  return document.querySelector('.veredicto h1')!.textContent;
}

it('says of a paper that its citizen erased what it says of a code that never was, which the server tells', async () => {
  expect(casos.some(({ borrado }) => borrado)).toBe(true);
  expect(await pageOfACode(new Response('', { status: 404 }))).toBe('Este código no sirve');
});

describe.each(cadaUno(casos.filter(({ borrado }) => !borrado)))('$nombre, told by the server and read in $lector', ({ en, desde, hasta, estado, lector, caso }) => {
  it('is so on the page of a document', () => {
    readAt(lector, en);
    localStorage.setItem('carpeta.lengua', 'es');
    const documento = { id: 'd', tamanoBytes: 1e9, estadoJuridico: estado, vigenciaDesde: desde ?? null, vigenciaHasta: hasta ?? null } as unknown as DetalleDeDocumento;
    const { container } = render(
      <ApolloProvider client={new ApolloClient({ link: ApolloLink.empty(), cache: new InMemoryCache() })}>
        <LanguageProvider>
          <Firma documento={documento} />
        </LanguageProvider>
      </ApolloProvider>,
    );
    says(container.textContent, caso);
  });

  it('is so on the page of a code, with the day of the service', async () => {
    readAt(lector, en);
    const dia = new Intl.DateTimeFormat('en-CA', { timeZone: zona, dateStyle: 'short' }).format(new Date());
    const titulo = await pageOfACode(
      Response.json({ emisor: 'La universidad', titulo: 'Diploma', tipo: 'Diploma', estadoJuridico: estado, dia, vigenciaDesde: desde, vigenciaHasta: hasta, al: en, hasta: en }),
    );
    says(titulo, caso);
    if (estado === 'VIGENTE') expect(titulo).toBe(`Válido al ${dicho(dia)}`);
  });
});
