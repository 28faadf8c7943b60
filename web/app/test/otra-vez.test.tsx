import type { Ingreso } from '@carpeta-ciudadana/cliente';
import { createCarpetaClient, type CarpetaClient } from '@carpeta-ciudadana/cliente/apollo';
import { CarpetaProvider } from '@carpeta-ciudadana/react';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { HANG, PATIENT, until } from '../../test/patience.js';
import { startServer, type Server } from '../../test/server.js';
import { AprobacionesPage } from '../src/features/operador/aprobaciones-page';
import { PuestoProvider, type Puesto } from '../src/features/operador/puesto';
import { exportar } from '../src/features/operador/rastro/exportar';
import { LanguageProvider } from '../src/shared/i18n/i18n';
import type { Access } from '../src/shared/session/access';
import { OtraVezProvider } from '../src/shared/session/otra-vez';

vi.stubGlobal('CSS', { escape: String }); // jsdom has none, and dialogs ask it

let server: Server;
let low: string;
let high: string;
beforeAll(async () => {
  server = await startServer({ CARPETA_AUTH_MAX_AGE: 'aprobar=1h', CARPETA_AUTH_ACR_VALUES: 'aprobar=alto,exportar=alto' });
  low = await server.tokenFor('1h', 'operador', 'operador-demo', '--operador', 'operador-demo');
  high = await server.tokenFor('1h', 'operador', 'operador-demo', '--operador', 'operador-demo', '--acr', 'alto');
});
afterAll(() => server.stop());

let client: CarpetaClient;
let asked: Ingreso[];
let token: string;
let returns: boolean; // the person who left to sign in is the one who comes back
const access: Access = {
  kind: 'oidc',
  token: () => token,
  again: async (ingreso) => {
    asked.push(ingreso);
    if (returns) token = high;
    return returns;
  },
};

/** How often the page sent an approval. */
let sent: number;
beforeEach(() => {
  [asked, token, returns, sent] = [[], low, true, 0];
  const real = fetch;
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    if (String(init?.body).includes('aprobarEliminacion')) sent++;
    return real(input, init);
  });
  vi.stubGlobal('unpatched', real);
  client = createCarpetaClient({ url: server.url, token: access.token, timing: PATIENT });
});
afterEach(() => {
  cleanup();
  client.close();
  vi.stubGlobal('fetch', (globalThis as unknown as { unpatched: typeof fetch }).unpatched);
});

/** A request of the citizen: its id, and what became of it. */
async function request(): Promise<{ eventoId: string; result: () => Promise<string> }> {
  const citizen = async (query: string) => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${server.token}` };
    return (await (await fetch(server.url, { method: 'POST', headers, body: JSON.stringify({ query }) })).json()).data;
  };
  const { miCarpeta } = await citizen('{ miCarpeta { documentos(first: 60, filtro: { certificado: true }) { nodes { id estadoDocumento } } } }');
  const { id } = miCarpeta.documentos.nodes.find(({ estadoDocumento }: { estadoDocumento: string }) => estadoDocumento === 'PROCESADO');
  const { r } = await citizen(`mutation { r: solicitarEliminacion(input: { documentoId: "${id}", motivo: "Está repetido." }) { eliminacion { eventoId } } }`);
  const { eventoId } = r.eliminacion;
  return { eventoId, result: async () => (await citizen(`{ eliminacion(eventoId: "${eventoId}") { aprobacion { resultado } } }`)).eliminacion.aprobacion.resultado };
}

const press = async (within_: HTMLElement, name: string | RegExp) => fireEvent.click(await waitFor(() => within(within_).getByRole('button', { name }), { timeout: HANG }));
const dialog = (title: string) => waitFor(() => screen.getByText(title, { selector: '[role=alertdialog] *' }).closest<HTMLElement>('[role=alertdialog]')!, { timeout: HANG });

/** Approves a request, whose row it gives; the person is asked to sign in again. */
async function approve(eventoId: string) {
  const puesto: Puesto = { roles: ['operador'], permisos: [], finalidad: {}, decir: () => {}, operador: '', elegir: () => {} };
  render(
    <StrictMode>
      <CarpetaProvider cliente={client}>
        <LanguageProvider>
          <PuestoProvider value={puesto}>
            <OtraVezProvider access={access}>
              <AprobacionesPage />
            </OtraVezProvider>
          </PuestoProvider>
        </LanguageProvider>
      </CarpetaProvider>
    </StrictMode>,
  );
  const row = (await waitFor(() => screen.getByText(new RegExp(`· ${eventoId.slice(-8)}$`)), { timeout: HANG })).closest('li')!;
  fireEvent.change(within(row).getByLabelText('Comentario'), { target: { value: 'Lo que escribí' } });
  await press(row, /^Aprobar/);
  await press(await dialog('¿Eliminar este documento certificado?'), 'Eliminar para siempre');
  return row;
}

it('is confirmed once more by who signed in again, and sent by nobody else', async () => {
  const { eventoId, result } = await request();
  const row = await approve(eventoId);
  await press(await dialog('Identifíquese de nuevo'), 'Entrar');
  const again = await dialog('¿Eliminar este documento certificado?');
  await waitFor(() => within(again).getByRole('button', { name: 'Eliminar para siempre' }), { timeout: HANG });
  expect(asked).toEqual([{ acrValues: ['alto'], maxAge: 3600 }]);
  expect([sent, await result()]).toEqual([1, 'PENDIENTE']);
  expect(within(row).getByLabelText<HTMLInputElement>('Comentario').value).toBe('Lo que escribí');
  await press(again, 'Eliminar para siempre');
  await until(async () => (await result()) === 'APROBADA');
  expect(sent).toBe(2);
  expect(client.session.ended.get()).toBe(false);
});

it('is not sent for somebody else who signed in, nor for who does not want to', async () => {
  const { eventoId, result } = await request();
  await approve(eventoId);
  returns = false;
  const beside = await dialog('Identifíquese de nuevo');
  await press(beside, 'Entrar');
  await waitFor(() => within(beside).getByText(/Entró otra persona/), { timeout: HANG });
  await press(beside, 'Cancelar');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull(), { timeout: HANG });
  expect([sent, await result()]).toEqual([1, 'PENDIENTE']);
});

it('is an export that says how to sign in, and does not end the session', async () => {
  const direccion = server.url.replace('/graphql', '/api/v1/audit/events');
  const failed = exportar({ session: client.session, direccion, formato: 'csv', finalidad: {}, signal: new AbortController().signal, llegaron: () => {} });
  await expect(failed).rejects.toMatchObject({ falla: { codigo: 'INSUFFICIENT_AUTHENTICATION', ingreso: { acrValues: ['alto'] } } });
  expect(client.session.ended.get()).toBe(false);
});
