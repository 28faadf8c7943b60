import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the range that kernels give to outgoing connections. A port of that range cannot be kept over a restart: a
 * client that dials it while nobody listens is sooner or later given the same port as its own end, and connects to
 * itself.
 */
const [FIRST, LAST] = [18_000, 30_000];

/** Ports of loopback where nobody listens now. Somebody may come first: who starts a server tries again. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

async function isFree(port: number) {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
