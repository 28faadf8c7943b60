import { cleanup, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { startNetwork } from '../../../test/network.js';
import { startServer } from '../../../test/server.js';
import { useNovedades } from '../src/index.js';
import { closeTabs, openTab } from './setup.js';

/** Only a test that hangs waits this long; the pause before another try is longer. */
const soon = { timeout: 300_000 };
const PAUSE = 3_600_000;

afterEach(() => {
  cleanup();
  closeTabs();
});

it.each([
  ['the network is back', () => window.dispatchEvent(new Event('online'))],
  ['somebody looks at the page again', () => document.dispatchEvent(new Event('visibilitychange'))],
])('a page connects at once when %s, however long its pause is', async (_, happens) => {
  const server = await startServer();
  const network = await startNetwork(server.port);
  const { result } = openTab(server, { url: network.url, timing: { firstPause: PAUSE, longestPause: PAUSE } }).render(() => useNovedades());
  await waitFor(() => expect(result.current.conexion).toBe('conectada'), soon);
  network.cut();
  await waitFor(() => expect(result.current.conexion).toBe('reconectando'), soon);
  happens();
  await waitFor(() => expect(result.current.conexion).toBe('conectada'), soon);
  cleanup();
  closeTabs();
  network.close();
  await server.stop();
});
