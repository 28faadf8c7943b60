import { AccesosDocument } from '@carpeta-ciudadana/cliente/operaciones';
import { act } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { startNetwork, type Network } from '../../../test/network.js';
import { useAccesos, useSubidasPendientes, useDocumento, useDocumentos, useLista, useMiCarpeta, useNovedades } from '../src/index.js';
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

it('a page says at once that it is offline, and does not wait for the next ping', async () => {
  network = await startNetwork(server.port);
  const { result } = openTab({ url: network.url, timing: { keepAlive: PAUSE, pongWait: 100 } }).render(() => useNovedades());
  await soon(() => expect(result.current.conexion).toBe('conectada'));
  network.silence();
  act(() => void window.dispatchEvent(new Event('offline')));
  await soon(() => expect(result.current.conexion).toBe('reconectando'));
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

describe('a page that was opened while the server was down', () => {
  const timing = { firstPause: 20, longestPause: 50 };

  /** Everything that a page loads first, and whether each has come. */
  function useEverything(id: string) {
    const [carpeta, lista, documento] = [useMiCarpeta(), useDocumentos(), useDocumento(id)];
    const [accesos, pendientes] = [useAccesos(), useSubidasPendientes()];
    const propia = useLista({ consulta: AccesosDocument, variables: { first: 3 }, lista: (data) => data.miCarpeta?.accesos });
    return [
      { here: carpeta.carpeta !== undefined, ...carpeta },
      { here: lista.documentos.length > 0, ...lista },
      { here: documento.documento !== undefined, ...documento },
      { here: accesos.accesos.length > 0, ...accesos },
      { here: propia.filas !== undefined, ...propia },
      { here: !pendientes.cargando && !pendientes.falla, ...pendientes },
    ];
  }

  /** The page, when it says of everything that the network is lost; and what it showed since. */
  async function openedWithoutServer() {
    network = await startNetwork(server.port);
    const id = await upload('De antes');
    await openTab().render(() => useDocumento(id)).result.current.pedirEnlace('ver');
    network.refuse(true);
    const shown: ReturnType<typeof useEverything>[] = [];
    const { result } = openTab({ url: network.url, timing }).render(() => {
      const all = useEverything(id);
      shown.push(all);
      return all;
    });
    const allLost = () => expect(result.current.map(({ falla }) => falla?.codigo)).toEqual(Array(6).fill('RED'));
    await soon(allLost);
    shown.length = 0;
    return { shown, result };
  }

  it('loads everything by itself when it is up, and says until then why there is nothing', async () => {
    const { shown, result } = await openedWithoutServer();
    const tried = network.connections();
    await soon(() => expect(network.connections()).toBeGreaterThan(tried + 20)); // more than once each
    network.refuse(false);
    await soon(() => expect(result.current.map(({ here, falla }) => here && !falla)).toEqual(Array(6).fill(true)));
    expect(shown.flat().filter(({ here, falla }) => !here && !falla)).toEqual([]);
  });

  it('forgets that the person asked meanwhile in vain', async () => {
    const { result } = await openedWithoutServer();
    await act(async () => void (await Promise.all(result.current.map(({ recargar }) => recargar()))));
    expect(result.current.map(({ falla }) => falla?.codigo)).toEqual(Array(6).fill('RED'));
    network.refuse(false);
    await soon(() => expect(result.current.map(({ here, falla }) => here && !falla)).toEqual(Array(6).fill(true)));
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
    await soon(() => expect(client.follower.state.get()).toBe('conectada'));
    expect(result.current.falla).toBeUndefined();
  });
});
