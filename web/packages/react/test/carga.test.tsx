import { createHash } from 'node:crypto';
import { cleanup, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startNetwork, type Network } from '../../../test/network.js';
import { startServer, type Server } from '../../../test/server.js';
import { useCarga, useDocumentos } from '../src/index.js';
import { closeTabs, openTab } from './setup.js';

/** Only a test that hangs waits this long. */
const soon = { timeout: 300_000 };
const DATOS = { titulo: 'Cargado', tipoDocumento: 'OTRO' as const };

let server: Server;
let network: Network;
beforeAll(async () => {
  network = await startNetwork(() => server.port);
  server = await startServer({ CARPETA_PUBLIC_URL: network.url.replace('/graphql', '') });
});
afterAll(async () => {
  network.close();
  await server.stop();
});
afterEach(() => {
  cleanup();
  closeTabs();
});

const openFolder = () => openTab(server, { url: network.url, timing: { firstPause: 50, longestPause: 500 } });
const file = (bytes: BlobPart, nombre = 'a.txt') => new File([bytes], nombre, { type: 'text/plain' });

/** Bytes that are not all the same, and not those of another test. */
function large(size: number, seed: number) {
  const bytes = new Uint8Array(size);
  for (let i = 0, x = seed; i < size; i++) bytes[i] = x = (x * 1103515245 + 12345) & 0x7fffffff;
  return bytes;
}

describe('useCarga', () => {
  it('uploads a file, and it is in the list at once', async () => {
    const { result } = openFolder().render(() => ({ lista: useDocumentos(), carga: useCarga() }));
    await waitFor(() => expect(result.current.lista.documentos.length).toBeGreaterThan(0), soon);
    result.current.carga.subir(file('hola'), DATOS);
    await waitFor(() => expect(result.current.carga.cargas[0]?.estado?.fase).toBe('lista'), soon);
    await waitFor(() => expect(result.current.lista.documentos[0]?.id).toBe(result.current.carga.cargas[0]!.estado!.documento!.id), soon);
  });

  it('refuses an empty file, and what the server refuses, in words', async () => {
    const { result } = openFolder().render(() => useCarga());
    result.current.subir(file(''), DATOS);
    result.current.subir(file('con título vacío'), { ...DATOS, titulo: '' });
    await waitFor(() => expect(result.current.cargas.map(({ estado }) => estado?.fase)).toEqual(['fallida', 'fallida']), soon);
    expect(result.current.cargas[0]!.estado!.falla!.mensaje).toMatch(/vacío/);
    expect(result.current.cargas[1]!.estado!.falla!.campos?.[0]?.campo).toMatch(/titulo/);
  });

  it('sends a large file in parts through a network that cuts it five times, and it is the same file', async () => {
    const bytes = large(17 * 2 ** 20, 1);
    network.cutAfter(1e6, 7e6, 3e6, 2e6, 5e6);
    const { result } = openFolder().render(() => useCarga());
    result.current.subir(file(bytes, 'grande.bin'), DATOS);
    await waitFor(() => expect(result.current.cargas[0]?.estado?.fase).toBe('lista'), soon);
    expect(network.cutsLeft()).toBe(0);
    expect(await storedHash(result.current.cargas[0]!.estado!.documento!.id)).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it('goes on after a reload with the parts that are missing', async () => {
    const archivo = file(large(17 * 2 ** 20, 2), 'otra.bin');
    const first = openFolder().render(() => useCarga());
    first.result.current.subir(archivo, DATOS);
    await waitFor(() => expect(first.result.current.cargas[0]?.estado).toMatchObject({ fase: 'envio' }), soon);
    await waitFor(() => expect(first.result.current.cargas[0]!.estado!.hechos).toBeGreaterThan(9 * 2 ** 20), { ...soon, interval: 1 });
    network.refuse(true); // away in the middle of a part, for so long that the page gives up
    network.cut();
    await waitFor(() => expect(first.result.current.cargas[0]?.estado?.fase).toBe('fallida'), soon);
    cleanup();
    network.refuse(false);
    const before = network.carried();
    const second = openFolder().render(() => useCarga());
    second.result.current.subir(archivo, DATOS);
    await waitFor(() => expect(second.result.current.cargas[0]?.estado?.fase).toBe('lista'), soon);
    expect(network.carried() - before).toBeLessThan(archivo.size - 7 * 2 ** 20); // one part was there
  });

  it('ends an upload here and at the server', async () => {
    const { result } = openFolder().render(() => useCarga());
    const clave = result.current.subir(file(large(17 * 2 ** 20, 3), 'cancelada.bin'), DATOS);
    await waitFor(() => expect(result.current.cargas[0]?.estado?.fase).toBe('envio'), { ...soon, interval: 1 });
    result.current.cancelar(clave);
    await waitFor(() => expect(result.current.cargas[0]?.estado?.fase).toBe('cancelada'), soon);
    await waitFor(async () => expect(await pendingUploads()).not.toContain('cancelada.bin'), soon);
  });
});

async function ask<T>(query: string, variables: object = {}): Promise<T> {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${server.token()}` };
  const answer = await fetch(server.url, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
  return ((await answer.json()) as { data: T }).data;
}

async function storedHash(id: string) {
  const { node } = await ask<{ node: { urlDescarga: string } }>('query ($id: ID!) { node(id: $id) { ... on Documento { urlDescarga } } }', { id });
  const bytes = await (await fetch(node.urlDescarga)).arrayBuffer();
  return createHash('sha256').update(new Uint8Array(bytes)).digest('hex');
}

async function pendingUploads() {
  const { miCarpeta } = await ask<{ miCarpeta: { cargas: { nodes: { documento: { nombreArchivo: string } }[] } } }>(
    '{ miCarpeta { cargas(first: 20) { nodes { documento { nombreArchivo } } } } }',
  );
  return miCarpeta.cargas.nodes.map(({ documento }) => documento.nombreArchivo);
}
