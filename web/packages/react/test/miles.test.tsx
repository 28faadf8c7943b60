import { createCache, createCarpetaClient, forgetDocumento } from '@carpeta-ciudadana/cliente/apollo';
import { FilaDeDocumentoFragmentDoc, type FilaDeDocumentoFragment } from '@carpeta-ciudadana/cliente/operaciones';
import { act, cleanup, renderHook } from '@testing-library/react';
import { StrictMode, type ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { listsChanged } from '../../cliente/src/apollo/lists.js';
import { RELOADS_APART } from '../../cliente/src/apollo/lookers.js';
import { PATIENT } from '../../../test/patience.js';
import { CarpetaProvider, useDocumentos, type OpcionesDeDocumentos } from '../src/index.js';
import { holdAnswer } from './held.js';
import { soon } from './setup.js';

const PAGE = 100;
const ROWS = 6_000;

const row = (n: number): FilaDeDocumentoFragment => ({
  __typename: 'Documento',
  id: `d${n}`,
  documentoId: `00000000-0000-4000-8000-${n}`,
  titulo: `Documento ${n}`,
  tipo: 'OTRO',
  clase: { __typename: 'TipoDeDocumento', codigo: 'OTRO', nombre: 'Otro', icono: 'documento' },
  contextoDocumento: '',
  version: 1,
  estadoDocumento: 'PROCESADO',
  tamanoBytes: 1,
  fechaRecepcion: '2026-01-01T12:00:00Z',
  certificado: false,
  emisor: null,
  estadoJuridico: null,
  esDescargable: true,
});

/** A folder of many documents, without a server. Its cursors are places: what comes in front moves rows across pages. */
function folder() {
  const rows = Array.from({ length: ROWS }, (_, n) => row(n));
  const cache = createCache();
  const seen = { requests: 0, visits: 0, away: false };
  cache.policies.addTypePolicies({ Documento: { fields: { id: { read: (id) => (seen.visits++, id) } } } });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    if (seen.away) throw new TypeError('Failed to fetch');
    seen.requests++;
    const { first, after } = (JSON.parse(String(init?.body)) as { variables: { first: number; after?: string } }).variables;
    const from = Number(after ?? 0);
    const edges = rows.slice(from, from + first).map((node, i) => ({ __typename: 'DocumentoEdge', cursor: String(from + i + 1), node }));
    const pageInfo = { __typename: 'PageInfo', hasNextPage: from + first < rows.length, endCursor: edges.at(-1)?.cursor ?? null };
    const pagina = { __typename: 'DocumentoConnection', edges, pageInfo };
    const data = { __typename: 'Query', miCarpeta: { __typename: 'Carpeta', id: 'C', carpetaId: 'c', totalDocumentosAproximado: rows.length, pagina } };
    return new Response(JSON.stringify({ data }), { headers: { 'Content-Type': 'application/json' } });
  });
  const client = createCarpetaClient({ url: 'http://carpeta.test/graphql', token: () => 'x', timing: PATIENT, cache });
  open.push(client);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <StrictMode>
      <CarpetaProvider cliente={client} novedades={false}>{children}</CarpetaProvider>
    </StrictMode>
  );
  const showOne = (of: OpcionesDeDocumentos = {}) => renderHook((one) => useDocumentos({ porPagina: PAGE, ...one }), { wrapper, initialProps: of });
  const show = () => showOne().result;
  /** A document comes, as news tell it. */
  const arrive = (n = -1) => {
    rows.unshift(row(n));
    act(() => listsChanged(client.apollo, 'Carpeta:C'));
  };
  const pagesKept = () => Object.keys(cache.extract()['Carpeta:C'] ?? {}).filter((field) => field.startsWith('documentos:')).length;
  return { rows, cache, seen, show, showOne, arrive, pagesKept };
}

const open: { close(): void }[] = [];
afterEach(() => {
  cleanup();
  for (const client of open.splice(0)) client.close();
});

/** Loads the next page, and waits for its rows. */
async function loadMore(shown: { current: ReturnType<typeof useDocumentos> }) {
  const before = shown.current.documentos.length;
  await shown.current.cargarMas();
  await soon(() => expect(shown.current.documentos.length).toBeGreaterThan(before));
}

async function loadUntil(shown: { current: ReturnType<typeof useDocumentos> }, rows: number) {
  await soon(() => expect(shown.current.documentos).toHaveLength(PAGE));
  while (shown.current.documentos.length < rows) await loadMore(shown);
}

const titles = (shown: { current: ReturnType<typeof useDocumentos> }) => shown.current.documentos.map(({ titulo }) => titulo);

describe('a list of thousands', () => {
  it('costs, for each page, what that page has in rows: not what came before it', async () => {
    const { seen, show } = folder();
    const shown = show();
    await soon(() => expect(shown.current.documentos).toHaveLength(PAGE));
    const visits: number[] = [];
    while (visits.length < 20) {
      seen.visits = 0;
      await loadMore(shown);
      visits.push(seen.visits);
    }
    expect(visits[0]).toBeGreaterThanOrEqual(PAGE);
    expect(Math.max(...visits)).toBeLessThanOrEqual(2 * visits[0]!);
  });

  it('costs, for a change of one row, one page', async () => {
    const { cache, seen, show } = folder();
    const shown = show();
    await loadUntil(shown, 10 * PAGE);
    seen.visits = 0;
    cache.writeFragment({ fragment: FilaDeDocumentoFragmentDoc, fragmentName: 'FilaDeDocumento', data: { ...row(567), titulo: 'Otro' } });
    await soon(() => expect(shown.current.documentos[567]?.titulo).toBe('Otro'));
    expect(seen.visits).toBeLessThanOrEqual(4 * PAGE);
  });

  it('has no row that was deleted, in whatever page it was', async () => {
    const { cache, show } = folder();
    const shown = show();
    await loadUntil(shown, 3 * PAGE);
    for (const n of [7, 123, 299]) forgetDocumento(cache, `d${n}`);
    await soon(() => expect(shown.current.documentos).toHaveLength(3 * PAGE - 3));
    await loadMore(shown);
    expect(titles(shown)).not.toContain('Documento 123');
  });

  it('has a row once that moved into the next page meanwhile', async () => {
    const { rows, show } = folder();
    const shown = show();
    await loadUntil(shown, PAGE);
    rows.unshift(row(-1)); // the last row of the first page is the first of the second one now
    await loadMore(shown);
    const ids = shown.current.documentos.map(({ id }) => id);
    expect(ids).toHaveLength(2 * PAGE - 1);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is there at once when somebody comes back to it', async () => {
    const { seen, show } = folder();
    const first = show();
    await loadUntil(first, 5 * PAGE);
    const asked = seen.requests;
    cleanup();
    const again = show();
    expect(again.current.documentos).toHaveLength(5 * PAGE);
    expect(seen.requests).toBe(asked);
    await loadMore(again);
    expect(again.current.documentos).toHaveLength(6 * PAGE);
  });

  it('grows wherever it is shown', async () => {
    const { show } = folder();
    const [one, other] = [show(), show()];
    await loadUntil(one, 3 * PAGE);
    await soon(() => expect(other.current.documentos).toHaveLength(3 * PAGE));
  });

  it('is as long as it was when it is loaded again, changes at once, and leaves no page behind', async () => {
    const { rows, seen, show, pagesKept } = folder();
    const shown = show();
    await loadUntil(shown, 50 * PAGE);
    expect(pagesKept()).toBe(50);
    rows.splice(0, 1, row(-1));
    seen.requests = 0;
    let reloaded = Promise.resolve();
    act(() => void (reloaded = shown.current.recargar()));
    expect(shown.current).toMatchObject({ actualizando: true, cargando: false });
    await act(() => reloaded);
    await soon(() => expect(titles(shown)[0]).toBe('Documento -1'));
    expect(shown.current.documentos).toHaveLength(50 * PAGE);
    expect([seen.requests, pagesKept()]).toEqual([50, 50]); // in pages of which each costs the same
    expect(shown.current.actualizando).toBe(false);
    await loadMore(shown);
    expect(shown.current.documentos).toHaveLength(51 * PAGE);
  });

  it('is out of date, if something came, until it is loaded again: also for whoever comes back to it', async () => {
    const { show, arrive } = folder();
    const first = show();
    await loadUntil(first, 6 * PAGE);
    expect(first.current.desactualizada).toBe(false);
    arrive();
    await soon(() => expect(first.current.desactualizada).toBe(true));
    cleanup();
    const again = show();
    expect(again.current.desactualizada).toBe(true);
    expect(titles(again)[0]).toBe('Documento 0'); // nothing moves behind a person's back
    await act(() => again.current.recargar());
    await soon(() => expect(titles(again)[0]).toBe('Documento -1'));
    expect(again.current.desactualizada).toBe(false);
  });

  it('is out of date for itself, and not for another list in its place', async () => {
    const { showOne, arrive } = folder();
    const { result, rerender } = showOne();
    await loadUntil(result, 6 * PAGE);
    arrive();
    await soon(() => expect(result.current.desactualizada).toBe(true));
    rerender({ filtro: { texto: 'documento' } });
    await soon(() => expect(result.current.documentos).toHaveLength(PAGE));
    expect(result.current.desactualizada).toBe(false);
    await act(() => result.current.recargar());
    rerender({});
    await soon(() => expect(result.current.documentos).toHaveLength(6 * PAGE));
    expect(result.current.desactualizada).toBe(true);
  });
});

describe('another search', () => {
  it('keeps the rows of the one before until its own are there, and says so', async () => {
    const { showOne } = folder();
    const { result, rerender } = showOne();
    expect(result.current).toMatchObject({ cargando: true, actualizando: false });
    await loadUntil(result, 2 * PAGE);
    const answer = holdAnswer('PaginaDeDocumentos');
    rerender({ filtro: { texto: 'documento' } });
    await answer.isHere;
    expect(result.current).toMatchObject({ cargando: false, actualizando: true, hayMas: false, total: ROWS });
    expect(result.current.documentos).toHaveLength(2 * PAGE);
    answer.release();
    await soon(() => expect(result.current.documentos).toHaveLength(PAGE));
    expect(result.current).toMatchObject({ cargando: false, actualizando: false, hayMas: true });
  });

  it('shows none of them when it fails', async () => {
    const { seen, showOne } = folder();
    const { result, rerender } = showOne();
    await loadUntil(result, PAGE);
    seen.away = true;
    rerender({ filtro: { texto: 'documento' } });
    await soon(() => expect(result.current.falla?.codigo).toBe('RED'));
    expect(result.current).toMatchObject({ documentos: [], actualizando: false });
  });
});

describe('a list that is not asked for', () => {
  it('asks for nothing until it is', async () => {
    const { seen, showOne } = folder();
    const { result, rerender } = showOne({ omitir: true });
    expect(result.current).toMatchObject({ documentos: [], cargando: false, actualizando: false, falla: undefined });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(seen.requests).toBe(0);
    rerender({});
    await loadUntil(result, PAGE);
  });
});

describe('a list that is scrolled while the server is away', () => {
  it('asks again less and less often, however often it is called', async () => {
    const { seen, show } = folder();
    const shown = show();
    await loadUntil(shown, PAGE);
    seen.away = true;
    const asked = vi.mocked(globalThis.fetch).mock.calls.length;
    for (const end = Date.now() + 8_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 20))) await act(async () => void shown.current.cargarMas());
    expect(shown.current.falla?.codigo).toBe('RED');
    expect(vi.mocked(globalThis.fetch).mock.calls.length - asked).toBeLessThan(12); // each page is tried three times
    seen.away = false;
    await act(() => shown.current.recargar()); // somebody asks: it is not held back
    expect(shown.current.falla).toBeUndefined();
    await loadMore(shown);
  });
});

describe('a list that is loaded again by itself', () => {
  it('is loaded once a second while changes go on, as when many files are uploaded, and after the last one', async () => {
    const { seen, show, arrive } = folder();
    const shown = show();
    await loadUntil(shown, PAGE);
    seen.requests = 0;
    const start = performance.now();
    for (let n = 1; n <= 25; n++) {
      arrive(-n);
      await new Promise((resolve) => setTimeout(resolve, RELOADS_APART / 10));
    }
    await soon(() => expect(titles(shown)[0]).toBe('Documento -25'));
    expect(seen.requests).toBeLessThanOrEqual((performance.now() - start) / RELOADS_APART + 1);
  });

  it('is loaded once for all who ask in one moment', async () => {
    const { seen, show } = folder();
    const shown = show();
    await loadUntil(shown, PAGE);
    seen.requests = 0;
    await act(() => Promise.all(Array.from({ length: 20 }, () => shown.current.recargar())));
    expect(seen.requests).toBe(1);
    expect(shown.current.actualizando).toBe(false);
  });

  it('says that it could not be, and is when the network is back', async () => {
    const { seen, show, arrive } = folder();
    const shown = show();
    await loadUntil(shown, PAGE);
    seen.away = true;
    arrive();
    await soon(() => expect(shown.current.falla?.codigo).toBe('RED'));
    seen.away = false;
    await soon(() => expect(titles(shown)[0]).toBe('Documento -1'));
    await soon(() => expect(shown.current.falla).toBeUndefined());
  });

  it('has a failure for itself, and not for another list in its place', async () => {
    const { seen, showOne } = folder();
    const { result, rerender } = showOne();
    await loadUntil(result, PAGE);
    seen.away = true;
    await act(() => result.current.cargarMas());
    expect(result.current.falla?.codigo).toBe('RED');
    seen.away = false;
    rerender({ filtro: { texto: 'documento' } });
    await soon(() => expect(result.current.documentos).toHaveLength(PAGE));
    expect(result.current.falla).toBeUndefined();
  });

  it('is loaded again once more if something came meanwhile', async () => {
    const { rows, seen, show, arrive } = folder();
    const shown = show();
    await loadUntil(shown, PAGE);
    const answer = holdAnswer('PaginaDeDocumentos');
    arrive();
    await answer.isHere;
    rows.splice(0, 1); // what the held answer has is gone by now
    arrive();
    rows.unshift(row(-2));
    const before = seen.requests;
    answer.release();
    await soon(() => expect(titles(shown)[0]).toBe('Documento -2'));
    expect(seen.requests).toBeGreaterThan(before);
  });
});
