import { cleanup, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type Server } from '../../../test/server.js';
import { useAccesos, useDocumento, useEliminarDocumento, useNovedades } from '../src/index.js';
import { closeTabs, openTab } from './setup.js';
import { upload } from './upload.js';

/** Only a test that hangs waits this long. */
const soon = { timeout: 300_000 };

let server: Server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
afterEach(() => {
  cleanup();
  closeTabs();
});

describe('useDocumento', () => {
  it('shows a document, and a correction of it', async () => {
    const id = await upload(server, 'Antes');
    const { result } = openTab(server).render(() => useDocumento(id));
    await waitFor(() => expect(result.current.documento?.titulo).toBe('Antes'), soon);
    expect(await result.current.corregir(result.current.documento!.version, { titulo: 'Después' })).toEqual({});
    await waitFor(() => expect(result.current.documento).toMatchObject({ titulo: 'Después', version: 2 }), soon);
  });

  it('shows what somebody else made of it, beside what the person typed', async () => {
    const id = await upload(server, 'De dos');
    const { result } = openTab(server).render(() => useDocumento(id));
    await waitFor(() => expect(result.current.documento?.version).toBe(1), soon);
    await result.current.corregir(1, { titulo: 'De la otra' });
    const { falla, cambiado } = await result.current.corregir(1, { titulo: 'De la una' });
    expect(falla?.codigo).toBe('DOCUMENTO_CAMBIADO');
    expect(cambiado).toMatchObject({ titulo: 'De la otra', version: 2 });
  });

  it('says field by field what is wrong', async () => {
    const id = await upload(server, 'Con título');
    const { result } = openTab(server).render(() => useDocumento(id));
    const { falla } = await result.current.corregir(1, { titulo: '' });
    expect(falla?.campos?.[0]?.campo).toMatch(/titulo/);
  });

  it('gives links that work', async () => {
    const id = await upload(server, 'Con archivo');
    const { result } = openTab(server).render(() => useDocumento(id));
    const { urlDescarga } = await result.current.pedirEnlaces();
    expect(await (await fetch(urlDescarga!)).text()).toMatch(/^un documento/);
  });

  it('notices that it was deleted in another tab', async () => {
    const id = await upload(server, 'Se va');
    const { result } = openTab(server).render(() => ({ documento: useDocumento(id), novedades: useNovedades() }));
    await waitFor(() => expect(result.current.documento.documento).toBeDefined(), soon);
    await waitFor(() => expect(result.current.novedades.conexion).toBe('conectada'), soon);
    await openTab(server).render(() => useEliminarDocumento({ ventana: 0 })).result.current.eliminar(id);
    await waitFor(() => expect(result.current.documento.noExiste).toBe(true), soon);
    expect(result.current.documento.documento).toBeUndefined();
  });
});

describe('useAccesos', () => {
  it('has a look of now on top, once', async () => {
    const id = await upload(server, 'Visto');
    const tab = openTab(server);
    const { result } = tab.render(() => useAccesos());
    await waitFor(() => expect(tab.client.follower.conexion.get()).toBe('conectada'), soon);
    const looker = openTab(server).render(() => useDocumento(id));
    await looker.result.current.pedirEnlaces();
    await waitFor(() => expect(result.current.accesos[0]).toMatchObject({ propio: true, tipo: expect.stringMatching(/^documento\./) }), soon);
    const events = result.current.accesos.map(({ eventoId }) => eventoId);
    expect(new Set(events).size).toBe(events.length);
  });
});
