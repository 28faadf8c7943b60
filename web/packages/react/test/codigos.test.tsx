import { DocumentosDocument } from '@carpeta-ciudadana/cliente/operaciones';
import { act } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { useCodigos, type Codigo } from '../src/index.js';
import { closeTabs, openTab, server, soon, withServer } from './setup.js';

withServer();

let id: string;
beforeAll(async () => {
  const { data } = await openTab().client.apollo.query({ query: DocumentosDocument, variables: { first: 1, filtro: { texto: 'cédula', certificado: true } } });
  id = data!.miCarpeta!.documentos!.edges[0]!.node.id;
  closeTabs();
});

const open = async () => {
  const { result } = openTab().render(() => useCodigos(id));
  await soon(() => expect(result.current.cargando).toBe(false));
  return result;
};

/** What whoever was shown a code does. */
async function uses({ direccion }: Codigo) {
  const headers = { 'Content-Type': 'application/json' };
  const used = await fetch(new URL('/v/usar', server.url), { method: 'POST', headers, body: JSON.stringify({ codigo: new URL(direccion!).hash.slice(1) }) });
  expect(used.status).toBe(200);
}

it('makes a code, tells its uses as they come, and ends it: here, and in another tab', async () => {
  const [here, there] = [await open(), await open()];
  const { valor: made } = await act(() => here.current.crear({ referencia: 'La empresa' }));
  expect(made).toMatchObject({ estado: 'VIGENTE', alcance: 'DATOS', referencia: 'La empresa', usos: 0 });
  expect(made!.direccion).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${server.port}/v/#[\\w-]{22}$`));
  expect(here.current.enUso).toEqual([made]);
  await soon(() => expect(there.current.enUso).toEqual([made]));
  await uses(made!);
  await soon(() => expect([here, there].map(({ current }) => current.enUso[0]?.usos)).toEqual([1, 1]));
  expect(await act(() => here.current.terminar(made!.id))).toEqual({ valor: undefined });
  expect(here.current.enUso).toEqual([]);
  expect(here.current.codigos[0]).toMatchObject({ id: made!.id, estado: 'TERMINADO', usos: 1 });
  await soon(() => expect(there.current.enUso).toEqual([]));
});

it('shows no code whose time is over, also without a network', async () => {
  const codes = await open();
  const { valor: made } = await act(() => codes.current.crear({ hasta: new Date(Date.now() + 3_000).toISOString() }));
  expect(codes.current.enUso).toEqual([made]);
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  await soon(() => expect(codes.current.enUso).toEqual([]));
  expect(codes.current.codigos).toContainEqual(made);
});

it('says what is wrong with one, field by field', async () => {
  const codes = await open();
  const { falla } = await act(() => codes.current.crear({ hasta: '2020-01-01T00:00:00Z' }));
  expect(falla?.campos?.map(({ campo }) => campo)).toEqual([expect.stringContaining('hasta')]);
  expect((await act(() => codes.current.terminar('no es un código'))).falla?.codigo).toMatch(/./);
  expect(codes.current.enUso).toEqual([]);
});

it('asks for none where there is no document', () => {
  const asked = vi.spyOn(globalThis, 'fetch');
  const { result } = openTab({ novedades: false }).render(() => useCodigos(null));
  expect(result.current).toMatchObject({ codigos: [], enUso: [], cargando: false, falla: undefined });
  expect(asked).not.toHaveBeenCalled();
});
