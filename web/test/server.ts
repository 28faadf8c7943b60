import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Never, until } from './patience.js';
import { freePorts } from './ports.js';

/** The program under test: bin/carpeta, unless the caller names another. */
const BINARY = process.env['CARPETA_BIN'] as string;

/** jsdom's page: its sockets say where they come from. */
const PAGE = 'http://localhost:3000';

export interface Server {
  url: string;
  port: number;
  /** Of the citizen of the demo carpeta, which has 60 documents. Valid for hours. */
  token: string;
  /** Another token, which ends after `ttl`, `3s` for example: of that citizen, of somebody in another role, or of `sub`. */
  tokenFor(ttl: string, rol?: string, sub?: string, ...flags: string[]): Promise<string>;
  kill(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the real server with demo data, in a folder of its own. */
export async function startServer(settings: Record<string, string> = {}): Promise<Server> {
  const dir = mkdtempSync(join(tmpdir(), 'carpeta-web-'));
  const log = join(dir, 'server.log');
  const env: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'],
    HOME: dir,
    CARPETA_PROFILE: 'embedded',
    CARPETA_DATA_DIR: dir,
    CARPETA_CORS_ORIGINS: PAGE,
    ...settings,
  };
  let child: ChildProcess;

  async function launch() {
    const file = openSync(log, 'w');
    child = spawn(BINARY, ['serve', '--demo'], { env, cwd: dir, stdio: ['ignore', file, file] });
    let cause = '';
    child.on('error', (error) => (cause = `${error.message}; run make build, or set CARPETA_BIN`));
    await until(async () => {
      if (cause || hasEnded(child)) throw new Never(`the server ended while starting: ${cause}\n${readFileSync(log, 'utf8')}`);
      return (await fetch(`http://${env['CARPETA_ADMIN_ADDR']}/readyz`)).ok;
    });
  }

  /** The first time somebody else may have come first. */
  async function launchOnFreePorts() {
    for (let tries = 1; ; tries++) {
      const [port, admin] = await freePorts(2);
      Object.assign(env, { CARPETA_ADDR: `127.0.0.1:${port}`, CARPETA_ADMIN_ADDR: `127.0.0.1:${admin}` });
      try {
        await launch();
        return port as number;
      } catch (error) {
        if (tries === 5 || !String(error).includes('address already in use')) throw error;
      }
    }
  }

  async function kill() {
    if (hasEnded(child)) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  const port = await launchOnFreePorts();
  const url = `http://127.0.0.1:${port}`;
  const { token } = (await (await fetch(`${url}/config.json`)).json()) as { token: string };
  const { sub } = JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString()) as { sub: string };
  return {
    url: `${url}/graphql`,
    port,
    token,
    async tokenFor(ttl, rol = 'ciudadano', of = rol === 'ciudadano' ? sub : rol, ...flags) {
      // Not with execFileSync: a test that holds its process up breaks its own connections.
      const { stdout } = await promisify(execFile)(BINARY, ['token', 'emitir', '--rol', rol, '--sub', of, `--ttl=${ttl}`, ...flags], { env, cwd: dir });
      return stdout.trim();
    },
    kill,
    restart: launch,
    async stop() {
      await kill();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function hasEnded({ exitCode, signalCode }: ChildProcess) {
  return exitCode !== null || signalCode !== null;
}
