import { act } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { startNetwork, type Network } from '../../../test/network.js';
import { useAccesos, useDocumento, useDocumentos, useNovedades } from '../src/index.js';
import { openTab, server, soon, withServer } from './setup.js';
import { upload } from './upload.js';

/** Longer than a test that hangs. */
const PAUSE = 3_600_000;

let network: Network;
withServer();
afterEach(() => network.close());

it.each([
  ['the network is back', () => window.dispatchEvent(new Event('online'))],
  ['somebody looks at the page again', () => document.dispatchEvent(new Event('visibilitychange'))],
])('a page connects at once when %s, however long its pause is', async (_, happens) => {
  network = await startNetwork(server.port);
  const { result } = openTab({ url: network.url, timing: { firstPause: PAUSE, longestPause: PAUSE } }).render(() => useNovedades());
  await soon(() => expect(result.current.conexion).toBe('conectada'));
  network.cut();
  await soon(() => expect(result.current.conexion).toBe('reconectando'));
  happens();
  await soon(() => expect(result.current.conexion).toBe('conectada'));
});

describe('what failed while the network was away', () => {
  const timing = { firstPause: 20, longestPause: 50 };

  it('is asked again when it is back, news too; and an empty folder is shown at no time', async () => {
    network = await startNetwork(server.port);
    network.refuse(true);
    const shown: ReturnType<typeof useDocumentos>[] = [];
    const { result } = openTab({ url: network.url, timing }).render(() => {
      const lista = useDocumentos({ porPagina: 5 });
      shown.push(lista);
      return { lista, novedades: useNovedades() };
    });
    await soon(() => expect(result.current.lista.falla?.codigo).toBe('RED'));
    await soon(() => expect(result.current.novedades.falla?.codigo).toBe('RED'));
    network.refuse(false);
    act(() => void window.dispatchEvent(new Event('online')));
    await soon(() => expect(result.current.lista.documentos).toHaveLength(5));
    await soon(() => expect(result.current.lista.falla).toBeUndefined());
    await soon(() => expect(result.current.novedades.falla).toBeUndefined());
    await soon(() => expect(result.current.novedades.conexion).toBe('conectada'));
    expect(shown.filter(({ documentos, cargando, falla }) => documentos.length === 0 && !cargando && !falla)).toEqual([]);
  });

  it('is asked again when a socket is back, whatever the browser says of the network', async () => {
    network = await startNetwork(server.port);
    const id = await upload('Visto sin red');
    const tab = openTab({ url: network.url, timing });
    const news = tab.render(() => useNovedades());
    await soon(() => expect(news.result.current.conexion).toBe('conectada'));
    network.refuse(true);
    network.cut();
    await soon(() => expect(news.result.current.conexion).toBe('reconectando'));
    const { result } = tab.render(() => useDocumento(id));
    await soon(() => expect(result.current.falla?.codigo).toBe('RED'));
    network.refuse(false);
    await soon(() => expect(result.current.documento?.titulo).toBe('Visto sin red'));
    expect(result.current.falla).toBeUndefined();
  });
});

describe('a subscription that ends for good', () => {
  /** A tab whose subscriptions the server refuses, until it does not. */
  async function refusedTab() {
    network = await startNetwork(server.port);
    const tab = openTab({ url: network.url });
    const { follow } = tab.client.follower;
    tab.client.follower.follow = (_, sink) => {
      queueMicrotask(() => sink.error([{ message: 'Su rol no permite esta operación.', extensions: { code: 'FORBIDDEN' } }]));
      return () => {};
    };
    return { ...tab, allow: () => (tab.client.follower.follow = follow) };
  }

  it('of news is told, and followed again when somebody asks for it', async () => {
    const { allow, render } = await refusedTab();
    const { result } = render(() => useNovedades());
    await soon(() => expect(result.current.falla?.codigo).toBe('FORBIDDEN'));
    allow();
    act(() => result.current.reintentar());
    await soon(() => expect(result.current.conexion).toBe('conectada'));
    expect(result.current.falla).toBeUndefined();
  });

  it('of looks is told, and followed again when the list is loaded again', async () => {
    const { allow, render, client } = await refusedTab();
    const { result } = render(() => useAccesos());
    await soon(() => expect(result.current.falla?.codigo).toBe('FORBIDDEN'));
    allow();
    await act(() => result.current.recargar());
    await soon(() => expect(client.follower.conexion.get()).toBe('conectada'));
    expect(result.current.falla).toBeUndefined();
  });
});
