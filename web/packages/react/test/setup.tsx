import { createCarpetaClient, type CarpetaClient, type CarpetaOptions } from '@carpeta-ciudadana/cliente/apollo';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { StrictMode, version, type ReactNode } from 'react';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { HANG, PATIENT } from '../../../test/patience.js';
import { startServer, type Server } from '../../../test/server.js';
import { CarpetaProvider } from '../src/index.js';

const { REACT = version } = process.env;
if (!version.startsWith(REACT)) throw new Error(`This is React ${version}, and no ${REACT}.`);

/** The server of the file of tests that runs. */
export let server: Server;

/** Gives a file of tests a server of its own; what its tests open is closed after each. */
export function withServer(settings: () => Promise<Record<string, string>> = async () => ({})): void {
  beforeAll(async () => {
    server = await startServer(await settings());
  });
  afterAll(() => server.stop());
  afterEach(closeTabs);
}

const clients: CarpetaClient[] = [];

/** A tab of the demo citizen. */
export function openTab({ timing, novedades, ...options }: Partial<CarpetaOptions> & { novedades?: boolean } = {}) {
  const client = createCarpetaClient({ url: server.url, token: () => server.token, timing: { ...PATIENT, ...timing }, ...options });
  clients.push(client);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <StrictMode>
      <CarpetaProvider cliente={client} {...(novedades !== undefined && { novedades })}>{children}</CarpetaProvider>
    </StrictMode>
  );
  return {
    client,
    render: <Props, Value>(hook: (props: Props) => Value, initialProps?: Props) => renderHook(hook, { wrapper, ...(initialProps !== undefined && { initialProps }) }),
  };
}

export function closeTabs() {
  cleanup();
  for (const client of clients.splice(0)) client.close();
}

/**
 * Waits for what a test expects, for as long as only a hang takes. What comes by itself is waited for, each thing for
 * itself: one that is there says nothing about another.
 */
export const soon = <T,>(expectation: () => T | Promise<T>): Promise<T> => waitFor(expectation, { timeout: HANG });
