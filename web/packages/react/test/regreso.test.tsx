import { afterEach, expect, it } from 'vitest';
import { startNetwork, type Network } from '../../../test/network.js';
import { useNovedades } from '../src/index.js';
import { openTab, server, soon, withServer } from './setup.js';

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
