import { createCarpetaClient, type CarpetaClient } from '@carpeta-ciudadana/cliente/apollo';
import { CarpetaProvider } from '@carpeta-ciudadana/react';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startNetwork, type Network } from '../../test/network.js';
import { HANG, PATIENT } from '../../test/patience.js';
import { startServer, type Server } from '../../test/server.js';
import { CargaPage } from '../src/features/carga/carga-page';
import { LanguageProvider } from '../src/shared/i18n/i18n';

let server: Server;
let network: Network;
beforeAll(async () => {
  network = await startNetwork(() => server.port);
  server = await startServer({ CARPETA_PUBLIC_URL: network.url.replace('/graphql', '') });
});
afterAll(async () => {
  network.close();
  await server.stop();
});

const clients: CarpetaClient[] = [];
afterEach(() => {
  network.refuse(false);
  cleanup();
  for (const client of clients.splice(0)) client.close();
});

const sees = (text: string | RegExp) => waitFor(() => screen.getByText(text), { timeout: HANG });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

/** Opens the page, with the network away, and has a file sent. */
async function sends(name: string) {
  const client = createCarpetaClient({ url: network.url, token: () => server.token, timing: { ...PATIENT, firstPause: 50, longestPause: 500 } });
  clients.push(client);
  const { container } = render(
    <StrictMode>
      <CarpetaProvider cliente={client}>
        <LanguageProvider>
          <CargaPage shown />
        </LanguageProvider>
      </CarpetaProvider>
    </StrictMode>,
  );
  network.refuse(true);
  network.cut();
  fireEvent.change(container.querySelector('input[type=file]')!, { target: { files: [new File(['hola'], name, { type: 'text/plain' })] } });
  fireEvent.submit(await waitFor(() => screen.getByRole('form', { name: 'Archivos por subir' }), { timeout: HANG }));
}

describe('a file that is sent without a network', () => {
  it('is said to wait, and goes on by itself', async () => {
    await sends('espera.txt');
    await sees(/· espera la conexión/);
    await sees(/^No hay conexión\. El archivo espera, y sigue solo cuando vuelva: no cierre esta página\./);
    network.refuse(false);
    await sees(/· está en su carpeta/);
    await waitFor(() => expect(screen.queryByText(/^No hay conexión\./)).toBeNull(), { timeout: HANG });
  });

  it('can be cancelled meanwhile', async () => {
    await sends('desistida.txt');
    await sees(/· espera la conexión/);
    press('Cancelar desistida.txt');
    await sees(/· cancelado/);
  });
});
