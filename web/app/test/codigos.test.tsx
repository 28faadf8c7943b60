import { createCarpetaClient, type CarpetaClient } from '@carpeta-ciudadana/cliente/apollo';
import { CarpetaProvider } from '@carpeta-ciudadana/react';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { HANG, until } from '../../test/patience.js';
import { startServer, type Server } from '../../test/server.js';
import { Mostrar } from '../src/features/codigos/mostrar';
import { LanguageProvider } from '../src/shared/i18n/i18n';

let server: Server;
let id: string;
beforeAll(async () => {
  vi.stubGlobal('CSS', { escape: (text: string) => text }); // jsdom has none, and dialogs of React Aria ask for it
  server = await startServer();
  const { miCarpeta } = await elsewhere('{ miCarpeta { documentos(first: 1, filtro: { texto: "cédula", certificado: true }) { nodes { id } } } }');
  id = miCarpeta.documentos.nodes[0].id;
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await server.stop();
});

const clients: CarpetaClient[] = [];
let network: { mockRestore: () => void } | undefined;
afterEach(async () => {
  cleanup();
  network?.mockRestore();
  for (const client of clients.splice(0)) client.close();
  for (const one of await codes()) await ends(one.id);
  for (const name of ['share', 'clipboard']) Reflect.deleteProperty(navigator, name);
});

/** What somebody does elsewhere. */
async function elsewhere(query: string, variables: object = {}) {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${server.token}` };
  const { data, errors } = await (await fetch(server.url, { method: 'POST', headers, body: JSON.stringify({ query, variables }) })).json();
  expect(errors).toBeUndefined();
  return data;
}

interface Code {
  id: string;
  direccion: string;
  estado: string;
}

async function codes(): Promise<Code[]> {
  const { node } = await elsewhere('query($id: ID!) { node(id: $id) { ... on Documento { codigos(first: 100) { nodes { id direccion estado } } } } }', { id });
  return node.codigos.nodes;
}

const ends = (code: string) => elsewhere('mutation($id: ID!) { terminarCodigo(input: { codigoId: $id }) { errores { __typename } } }', { id: code });

async function makes(input: object = {}): Promise<Code> {
  const { crearCodigo } = await elsewhere('mutation($input: CrearCodigoInput!) { crearCodigo(input: $input) { codigo { id direccion estado } errores { __typename } } }', { input: { documentoId: id, ...input } });
  return crearCodigo.codigo;
}

function open({ enPie = true } = {}) {
  const client = createCarpetaClient({ url: server.url, token: () => server.token, timing: { patience: 0 } });
  clients.push(client);
  const closed = vi.fn();
  render(
    <StrictMode>
      <CarpetaProvider cliente={client}>
        <LanguageProvider>
          <Mostrar id={id} enPie={enPie} cerrar={closed} />
        </LanguageProvider>
      </CarpetaProvider>
    </StrictMode>,
  );
}

const fails = () => (network = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline')));

const sees = (text: string | RegExp) => waitFor(() => screen.getByText(text), { timeout: HANG });
const press = async (name: string) => fireEvent.click(await waitFor(() => screen.getByRole('button', { name }), { timeout: HANG }));
const address = () => sees(/^http:.*\/v\/#[\w-]{22}$/).then(({ textContent }) => textContent);

it('makes a code, shows it again, and ends it', async () => {
  open();
  fireEvent.click(await sees('Una hora'));
  fireEvent.click(await sees('Los datos y el archivo'));
  fireEvent.change(screen.getByLabelText('¿Para quién es? Solo lo lee usted'), { target: { value: ' La empresa ' } });
  await press('Crear el código');
  const made = await address();
  expect(screen.getByRole('img', { name: 'Código QR de la dirección' }).querySelector('path')!.getAttribute('d')).toMatch(/^M3 3h1v1h-1z/);
  await sees(/ · Los datos y el archivo · Nadie lo ha visto$/);
  const [code] = await codes();
  expect(made).toBe(new URL(code!.direccion, server.url).href);

  await press('Volver');
  expect(within(await waitFor(() => screen.getByRole('listitem'))).getByText('La empresa')).toBeTruthy();
  await press('Ver el código');
  expect(await address()).toBe(made);
  await press('Dejar de compartir');
  await sees('Ese código ya no sirve.');
  expect((await codes()).find((one) => one.id === code!.id)?.estado).toBe('TERMINADO');
  expect(screen.queryByRole('listitem')).toBeNull();
  expect(location.href).not.toContain('/v/');
});

it('lets a copy be kept by choice, and only with the file', async () => {
  open();
  await sees('Solo los datos');
  expect(screen.queryByLabelText('Dejar guardar una copia verificable')).toBeNull();
  fireEvent.click(screen.getByLabelText('Los datos y el archivo'));
  const choice = screen.getByLabelText<HTMLInputElement>('Dejar guardar una copia verificable');
  expect(choice.checked).toBe(false);
  fireEvent.click(choice);
  await press('Crear el código');
  await sees(/ · Los datos y el archivo · Con copia verificable · Nadie lo ha visto$/);
  await press('Volver');
  fireEvent.click(screen.getByLabelText('Los datos y el archivo'));
  fireEvent.click(screen.getByLabelText('Dejar guardar una copia verificable'));
  fireEvent.click(screen.getByLabelText('Solo los datos')); // the copy has the file: the choice goes with it
  await press('Crear el código');
  await sees(/ · Solo los datos · Nadie lo ha visto$/);
});

it('says that a code ended that somebody ended in another tab', async () => {
  const { id: code } = await makes();
  open();
  await press('Ver el código');
  await address();
  await ends(code);
  await sees(/^Este código ya no sirve/);
  expect(screen.queryByRole('img')).toBeNull();
});

it('says that somebody looked', async () => {
  const { direccion } = await makes();
  open();
  await press('Ver el código');
  await sees(/Nadie lo ha visto$/);
  const used = await fetch(new URL('/v/usar', server.url), { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ codigo: direccion.split('#')[1] }) });
  expect(used.status).toBe(200);
  await sees(/Visto una vez$/);
});

it('says that the time of a code is over, also without a network', async () => {
  await makes({ hasta: new Date(Date.now() + 4_000).toISOString() });
  open();
  await press('Ver el código');
  await address();
  fails();
  await sees(/^Este código ya no sirve/);
});

it('keeps what it shows without a network, says so, and goes on when it is back', async () => {
  await makes();
  open();
  await press('Ver el código');
  const shown = await address();
  fails();
  await sees(/^No fue posible comunicarse con el servidor\./);
  expect(await address()).toBe(shown);
  const again = screen.getByRole('button', { name: 'Intentar de nuevo' });
  network?.mockRestore();
  fireEvent.click(again); // in the same moment: the list asks by itself too
  await until(() => screen.queryByText(/^No fue posible/) === null);
});

it('says what to do when there are too many codes', async () => {
  for (let i = 0; i < 20; i++) await makes();
  open();
  await press('Crear el código');
  await sees('Este documento ya tiene demasiados códigos: deje de compartir uno que ya no necesite.');
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(20), { timeout: HANG });
});

it('makes no code of what its issuer took back, and ends those in use', async () => {
  await makes({ referencia: 'La empresa' });
  open({ enPie: false });
  await sees(/ya no se puede mostrar con un código nuevo/);
  expect(screen.queryByRole('button', { name: 'Crear el código' })).toBeNull();
  await press('Dejar de compartir: La empresa');
  await sees('Ese código ya no sirve.');
});

it('hands the address on by what the browser has', async () => {
  await makes();
  open();
  await press('Ver el código');
  const url = await address();
  expect(screen.queryByRole('button', { name: 'Enviar' })).toBeNull(); // it is read then
  expect(screen.queryByRole('button', { name: 'Copiar' })).toBeNull();
  await press('Volver');

  const share = vi.fn().mockRejectedValueOnce(new DOMException('', 'AbortError')).mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
  const writeText = vi.fn().mockRejectedValueOnce(new DOMException('', 'NotAllowedError')).mockResolvedValueOnce(undefined);
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  await press('Ver el código');
  await press('Enviar');
  await until(() => share.mock.calls.length === 1);
  expect(screen.queryByRole('alert')).toBeNull(); // the person turned away from it
  await press('Enviar');
  await sees(/^La dirección no se pudo enviar desde aquí/);
  await press('Copiar');
  await sees(/^La dirección no se pudo copiar/);
  await press('Copiar');
  await waitFor(() => screen.getByRole('button', { name: 'Copiada' }), { timeout: HANG });
  expect([share.mock.calls, writeText.mock.calls]).toEqual([[[{ url }], [{ url }]], [[url], [url]]]);
});
