import { createHash } from 'node:crypto';
import { createCarpetaClient, type CarpetaClient } from '@carpeta-ciudadana/cliente/apollo';
import { CarpetaProvider } from '@carpeta-ciudadana/react';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { HANG, PATIENT } from '../../test/patience.js';
import { startServer, type Server } from '../../test/server.js';
import { bajar } from '../src/features/detalle/bajar';
import { DetallePage } from '../src/features/detalle/detalle-page';
import { EliminarProvider } from '../src/shared/eliminar/eliminar';
import { LanguageProvider } from '../src/shared/i18n/i18n';

/** The server is of another origin than the page: so are its files, as those of S3 are. */
let server: Server;
let documento: { id: string; titulo: string; hashDocumento: string };
beforeAll(async () => {
  server = await startServer();
  const query = '{ miCarpeta { documentos(first: 1, filtro: { certificado: false }) { nodes { id titulo hashDocumento } } } }';
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${server.token}` };
  const answer = await fetch(server.url, { method: 'POST', headers, body: JSON.stringify({ query }) });
  documento = (await answer.json()).data.miCarpeta.documentos.nodes[0];
});
afterAll(() => server.stop());

const clients: CarpetaClient[] = [];
/** What the page gave to the browser: files, and addresses to go to. */
let saved: Blob[];
let visited: string[];
beforeEach(() => {
  [saved, visited] = [[], []];
  URL.createObjectURL = (blob) => `blob:${saved.push(blob as Blob)}`;
  URL.revokeObjectURL = () => {};
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (!this.href.startsWith('blob:')) visited.push(this.href);
  });
});
afterEach(() => {
  cleanup();
  for (const client of clients.splice(0)) client.close();
});

function open() {
  const client = createCarpetaClient({ url: server.url, token: () => server.token, timing: PATIENT });
  clients.push(client);
  render(
    <StrictMode>
      <CarpetaProvider cliente={client}>
        <LanguageProvider>
          <EliminarProvider>
            <DetallePage id={documento.id} />
          </EliminarProvider>
        </LanguageProvider>
      </CarpetaProvider>
    </StrictMode>,
  );
}

/** Presses the button when nothing is under way. */
const press = async () => fireEvent.click(await waitFor(() => screen.getByRole('button', { name: 'Descargar' }), { timeout: HANG }));
const sees = (text: RegExp) => waitFor(() => screen.getByText(text), { timeout: HANG });

const isOfFiles = (input: RequestInfo | URL) => String(input).includes('/objetos/');

/** What becomes of the requests for files, until the result is called; null leaves a request as it is. */
function files(become: (input: RequestInfo | URL, init?: RequestInit) => Promise<Response> | null) {
  const real = globalThis.fetch;
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => (isOfFiles(input) ? become(input, init) : null) ?? real(input, init));
  return { mend: () => void spy.mockImplementation(real), real };
}

describe('a download from another origin', () => {
  it('is the file, and takes nobody anywhere', async () => {
    open();
    await press();
    await waitFor(() => expect(saved).toHaveLength(1), { timeout: HANG });
    const bytes = new Uint8Array(await saved[0]!.arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(documento.hashDocumento);
    expect(visited).toEqual([]);
  });

  it('that is refused opens no tab: the person is told, and can try again', async () => {
    const links: string[] = [];
    const { mend, real } = files((input, init) => {
      links.push(String(input));
      return real(`${String(input)}x`, init); // no link of the server's
    });
    open();
    await press();
    await sees(/no entregó este\. Intente de nuevo en unos minutos/);
    expect([saved, visited]).toEqual([[], []]);
    mend();
    await press();
    await waitFor(() => expect(saved).toHaveLength(1), { timeout: HANG });
    await waitFor(() => expect(screen.queryByText(/no entregó este/)).toBeNull(), { timeout: HANG });
    expect(links).toHaveLength(1);
  });

  it('that the network loses is told as such', async () => {
    files(() => Promise.reject(new TypeError('Failed to fetch')));
    open();
    await press();
    await sees(/El archivo no llegó\. Revise su conexión a internet/);
    expect([saved, visited]).toEqual([[], []]);
  });
});

describe('a download that a page cannot hold or read', () => {
  const LINK = 'https://archivos.test/objetos/a';
  it.each([
    ['of its own origin', `${location.origin}/objetos/a`, 1, async () => new Response()],
    ['that is too large', LINK, 2 ** 30, async () => new Response()],
    [
      'whose store lets no page read',
      LINK,
      1,
      async (init?: RequestInit) => {
        if (init?.mode !== 'no-cors') throw new TypeError('Failed to fetch');
        return new Response();
      },
    ],
  ])('is left to the browser: one %s', async (_, url, bytes, answer) => {
    files((_input, init) => answer(init));
    expect(await bajar(url, { nombre: 'a.txt', bytes })).toBeUndefined();
    expect([saved, visited]).toEqual([[], [url]]);
  });

  it.each([
    ['refused', 'rechazado', async () => new Response(null, { status: 403 })],
    ['lost', 'perdido', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('opens no tab with what a store says to programs: one that is too large, and %s', async (_, why, answer) => {
    files(answer);
    expect(await bajar(LINK, { nombre: 'a.txt', bytes: 2 ** 30 })).toBe(why);
    expect([saved, visited]).toEqual([[], []]);
  });
});
