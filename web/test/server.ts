import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The program under test: bin/carpeta, unless the caller names another. */
const BINARY = process.env['CARPETA_BIN'] as string;

/** jsdom's page: its sockets say where they come from. */
const PAGE = 'http://localhost:3000';

export interface Server {
  url: string;
  port: number;
  /** The citizen of the demo carpeta. */
  ciudadano: string;
  token(options?: { sub?: string; ttl?: string }): string;
  /** Another demo citizen has no carpeta; this one has 60 documents. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the real server with demo data, in a folder of its own. */
export async function startServer(settings: Record<string, string> = {}): Promise<Server> {
  const dir = mkdtempSync(join(tmpdir(), 'carpeta-web-'));
  const [port, admin] = await freePorts(2);
  const env = {
    PATH: process.env['PATH'],
    HOME: dir,
    CARPETA_PROFILE: 'embedded',
    CARPETA_DATA_DIR: dir,
    CARPETA_ADDR: `127.0.0.1:${port}`,
    CARPETA_ADMIN_ADDR: `127.0.0.1:${admin}`,
    CARPETA_CORS_ORIGINS: PAGE,
    ...settings,
  };
  const log = join(dir, 'server.log');
  let child: ChildProcess;

  async function launch() {
    const file = openSync(log, 'a');
    child = spawn(BINARY, ['serve', '--demo'], { env, cwd: dir, stdio: ['ignore', file, file] });
    child.on('error', (error) => {
      throw new Error(`${BINARY}: ${error.message}; run make build, or set CARPETA_BIN`);
    });
    await until(async () => {
      if (child.exitCode !== null) throw new Stopped(`the server ended while starting:\n${readFileSync(log, 'utf8')}`);
      return (await fetch(`http://127.0.0.1:${admin}/readyz`)).ok;
    });
  }

  async function kill() {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  await launch();
  const url = `http://127.0.0.1:${port}`;
  const { token } = (await (await fetch(`${url}/config.json`)).json()) as { token: string };
  const ciudadano = (JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString()) as { sub: string }).sub;
  return {
    url: `${url}/graphql`,
    port: port as number,
    ciudadano,
    token: ({ sub = ciudadano, ttl = '1h' } = {}) =>
      execFileSync(BINARY, ['token', '--rol', 'ciudadano', '--sub', sub, '--ttl', ttl], { env, cwd: dir, encoding: 'utf8' }).trim(),
    kill,
    restart: launch,
    async stop() {
      await kill();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

class Stopped extends Error {}

/** Only a test that hangs waits this long. */
const PATIENCE = 300_000;

/** Waits until something holds; a failure of the check means "not yet". */
export async function until(holds: () => boolean | Promise<boolean>, patience = PATIENCE): Promise<void> {
  const end = Date.now() + patience;
  for (;;) {
    try {
      if (await holds()) return;
    } catch (error) {
      if (error instanceof Stopped) throw error;
      if (Date.now() > end) throw error;
    }
    if (Date.now() > end) throw new Error(`not so after ${patience / 1000} s: ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
