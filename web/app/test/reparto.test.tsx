import { createCarpetaClient, type CarpetaClient } from '@carpeta-ciudadana/cliente/apollo';
import { CarpetaProvider } from '@carpeta-ciudadana/react';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { HANG, PATIENT } from '../../test/patience.js';
import { startServer, type Server } from '../../test/server.js';
import { PuestoProvider, type Puesto } from '../src/features/operador/puesto';
import { RepartoPage } from '../src/features/operador/reparto/reparto-page';
import { LanguageProvider } from '../src/shared/i18n/i18n';

let server: Server;
let token: string;
const clients: CarpetaClient[] = [];

beforeAll(async () => {
  server = await startServer();
  token = await server.tokenFor('1h', 'auditor');
});
afterAll(() => server.stop());

/** The clocks of the page and of the machine: they stand still, but for what a test adds. */
const passed = { page: 0, machine: 0 };
beforeEach(() => {
  const begin = { page: performance.now(), machine: Date.now() };
  vi.spyOn(performance, 'now').mockImplementation(() => begin.page + passed.page);
  vi.spyOn(Date, 'now').mockImplementation(() => begin.machine + passed.machine);
});
afterEach(() => {
  cleanup();
  for (const client of clients.splice(0)) client.close();
  Object.assign(passed, { page: 0, machine: 0 });
  localStorage.clear();
});

/** Minutes pass; somebody may also set the machine's clock. */
function wait(minutes: number, setForwardBy = 0) {
  passed.page += minutes * 60_000;
  passed.machine += (minutes + setForwardBy) * 60_000;
}

/** Somebody signs in. */
function signIn() {
  const client = createCarpetaClient({ url: server.url, token: () => token, timing: PATIENT });
  clients.push(client);
  return client;
}

const puesto: Puesto = { roles: ['auditor'], finalidad: {}, decir: () => {}, operador: '', elegir: () => {} };

/** Opens the page; what it returns leaves it. */
const open = (client: CarpetaClient) =>
  render(
    <StrictMode>
      <CarpetaProvider cliente={client} novedades={false}>
        <LanguageProvider>
          <PuestoProvider value={puesto}>
            <RepartoPage />
          </PuestoProvider>
        </LanguageProvider>
      </CarpetaProvider>
    </StrictMode>,
  ).unmount;

const sees = (text: RegExp) => waitFor(() => screen.getByText(text), { timeout: HANG });

describe('the last hour of the work', () => {
  it('is there again when somebody comes back, whatever was done to the clock', async () => {
    const client = signIn();
    const leave = open(client);
    await sees(/Se mira desde hace menos de un minuto\./);
    leave();
    wait(20);
    const leaveAgain = open(client);
    await sees(/Se mira desde hace 20 minutos\./);
    leaveAgain();
    wait(10, 60);
    open(client);
    await sees(/Se mira desde hace 30 minutos\./);
  });

  it('counts each reading, also one that tells the same as the one before', async () => {
    open(signIn());
    await sees(/Se mira desde hace menos de un minuto\./);
    wait(20);
    await sees(/Se mira desde hace 20 minutos\./);
  });

  it('ends with the session: the next person finds nothing of it', async () => {
    const leave = open(signIn());
    await sees(/Se mira desde hace menos de un minuto\./);
    leave();
    wait(20);
    open(signIn());
    await sees(/Se mira desde hace menos de un minuto\./);
    expect(screen.queryByText(/20 minutos/)).toBeNull();
  });

  it('says that nothing waited, in English too', async () => {
    localStorage.setItem('carpeta.lengua', 'en');
    open(signIn());
    await sees(/Watched for less than a minute\./);
    await sees(/No command waited at any reading\./);
  });
});
