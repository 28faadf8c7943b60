import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createSession } from '../src/session.js';
import { createSocketTransport } from '../src/transport/socket.js';
import { TIMING } from '../src/transport/transport.js';

const silent = createServer();
afterEach(() => void silent.close());

// The socket of Node's `ws` tells an error when it is closed before it is open; one that nobody hears ends the process.
it('is given up while it connects, and nothing is left that nobody hears', async () => {
  const port = await new Promise<number>((listens) => silent.listen(0, '127.0.0.1', () => listens((silent.address() as AddressInfo).port)));
  const transport = createSocketTransport({
    url: `ws://127.0.0.1:${port}/graphql`, session: createSession(() => 'token'),
    timing: { ...TIMING, connectWait: 50 }, headers: {}, onConnected: () => {},
  });
  const reason = await new Promise((ends) => {
    transport.subscribe({ query: 'subscription { s }', variables: {}, resumes: false }, { next: () => {}, complete: () => {}, error: ends });
  });
  expect(reason).toBeDefined();
  await new Promise((later) => setTimeout(later, 100));
  transport.close();
});
