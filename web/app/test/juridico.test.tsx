import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import type { DetalleDeDocumento } from '@carpeta-ciudadana/react';
import { cleanup, render, waitFor } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { HANG } from '../../test/patience.js';
import { Firma } from '../src/features/detalle/firma';
import { delCalendario } from '../src/features/verificar/papel/verificable';
import { LanguageProvider } from '../src/shared/i18n/i18n';

interface Caso {
  nombre: string;
  en: string;
  desde?: string;
  hasta?: string;
  estado: 'VIGENTE' | 'AUN_NO_VIGENTE' | 'VENCIDO';
}

/** What the calendar makes of a paper: the tests of the Go packages read the same table. */
const { zona, casos } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../verificable/testdata/juridico.json'), 'utf8')) as { zona: string; casos: Caso[] };

const { TZ } = process.env;

afterEach(() => {
  if (TZ === undefined) delete process.env['TZ'];
  else process.env['TZ'] = TZ;
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Whoever reads is in another zone, where it may be another day. */
const readAt = (en: string) => {
  process.env['TZ'] = 'Pacific/Kiritimati';
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(en) });
};

/** What is said of each state, by the page of a code and of a document. */
const FRASES = { VIGENTE: undefined, AUN_NO_VIGENTE: /Todavía no es válido/, VENCIDO: /Venció el/ };

function says(text: string | null, estado: Caso['estado']) {
  for (const [otro, frase] of Object.entries(FRASES)) if (frase) expect(frase.test(text ?? ''), `${otro}: ${text}`).toBe(otro === estado);
}

describe.each(casos)('$nombre', ({ en, desde, hasta, estado }) => {
  it('is so for a file that is read in a browser', () => {
    readAt(en);
    const vigencia = { ...(desde && { desde }), ...(hasta && { hasta }) };
    expect(delCalendario(vigencia, zona, new Date()) ?? 'VIGENTE').toBe(estado);
  });

  it('is so on the page of a document, which the server tells', () => {
    readAt(en);
    localStorage.setItem('carpeta.lengua', 'es');
    const documento = { id: 'd', tamanoBytes: 1e9, estadoJuridico: estado, vigenciaDesde: desde ?? null, vigenciaHasta: hasta ?? null } as unknown as DetalleDeDocumento;
    const { container } = render(
      <ApolloProvider client={new ApolloClient({ link: ApolloLink.empty(), cache: new InMemoryCache() })}>
        <LanguageProvider>
          <Firma documento={documento} />
        </LanguageProvider>
      </ApolloProvider>,
    );
    says(container.textContent, estado);
  });

  it('is so on the page of a code, which the server tells, with the day of the service', async () => {
    readAt(en);
    const dia = new Intl.DateTimeFormat('en-CA', { timeZone: zona, dateStyle: 'short' }).format(new Date());
    vi.stubGlobal('fetch', async (path: string) =>
      path === 'usar'
        ? Response.json({ emisor: 'La universidad', titulo: 'Diploma', tipo: 'Diploma', estadoJuridico: estado, dia, vigenciaDesde: desde, vigenciaHasta: hasta, al: en, hasta: en })
        : new Response('', { status: 404 }),
    );
    vi.stubGlobal('navigator', { ...navigator, languages: ['es'] });
    document.body.innerHTML = '<span id="servicio"></span><main id="hoja"></main><footer id="pie"></footer>';
    location.hash = '#AAAAAAAAAAAAAAAAAAAAAA';
    vi.resetModules();
    await import(/* @vite-ignore */ join(import.meta.dirname, '../../codigo/codigo.js'));
    await waitFor(() => expect(document.querySelector('.veredicto h1')).not.toBeNull(), { timeout: HANG });
    const titulo = document.querySelector('.veredicto h1')!.textContent;
    says(titulo, estado);
    if (estado === 'VIGENTE') expect(titulo).toBe(`Válido al ${new Intl.DateTimeFormat('es', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(dia))}`);
  });
});
