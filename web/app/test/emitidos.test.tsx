import { createCarpetaClient, type CarpetaClient } from '@carpeta-ciudadana/cliente/apollo';
import { CarpetaProvider } from '@carpeta-ciudadana/react';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StrictMode } from 'react';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { HANG, PATIENT } from '../../test/patience.js';
import { startServer, type Server } from '../../test/server.js';
import { deRevocacion } from '../src/features/operador/emitidos/contenido';
import { EmitidosPage } from '../src/features/operador/emitidos/emitidos-page';
import { jwsDe, leerLlave } from '../src/features/operador/emitidos/llave';
import { PuestoProvider, type Puesto } from '../src/features/operador/puesto';
import { LanguageProvider } from '../src/shared/i18n/i18n';
import { canonico } from '../src/shared/jose';
import { Announcer } from '../src/shared/ui/announcer';

vi.stubGlobal('CSS', { escape: String }); // jsdom has none, and dialogs ask it

const ENTIDAD = 'universidad-demo';
let dir: string;
let server: Server;
let tokens: Record<string, string>;
let llave: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'carpeta-emitidos-'));
  server = await startServer({ CARPETA_DATA_DIR: dir });
  const { personas } = (await (await fetch(server.url.replace('/graphql', '/config.json'))).json()) as { personas: { rol: string; token: string }[] };
  tokens = Object.fromEntries(personas.map(({ rol, token }) => [rol, token]));
  await vi.waitFor(async () => expect((await estados()).diploma?.estadoJuridico).toBe('VIGENTE'), HANG); // it delivers once it listens
  llave = readFileSync(join(dir, `${ENTIDAD}.jwk`), 'utf8');
});
afterAll(async () => {
  await server.stop();
  rmSync(dir, { recursive: true, force: true });
});

const clients: CarpetaClient[] = [];
afterEach(() => {
  cleanup();
  for (const client of clients.splice(0)) client.close();
  localStorage.clear();
});

async function ask(rol: string, query: string, variables = {}) {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${tokens[rol]}` };
  const { data, errors } = await (await fetch(server.url, { method: 'POST', headers, body: JSON.stringify({ query, variables }) })).json();
  expect(errors).toBeUndefined();
  return data;
}

function open(lengua = 'es', token = () => tokens['entidad'] ?? '') {
  localStorage.setItem('carpeta.lengua', lengua);
  const client = createCarpetaClient({ url: server.url, token, timing: PATIENT });
  clients.push(client);
  const puesto: Puesto = { roles: ['entidad'], permisos: ['emision'], entidad: ENTIDAD, finalidad: {}, decir: () => {}, operador: '', elegir: () => {} };
  render(
    <StrictMode>
      <CarpetaProvider cliente={client} novedades={false}>
        <LanguageProvider>
          <PuestoProvider value={puesto}>
            <Announcer>
              <EmitidosPage />
            </Announcer>
          </PuestoProvider>
        </LanguageProvider>
      </CarpetaProvider>
    </StrictMode>,
  );
}

/** What a paper's row is in, by its title. */
const row = async (titulo: string) => (await waitFor(() => screen.getByRole('heading', { name: titulo, level: 2 }), { timeout: HANG })).closest('li')!;
const press = (within_: HTMLElement, name: string | RegExp) => waitFor(() => fireEvent.click(within(within_).getByRole('button', { name })), { timeout: HANG });
const dialog = (role: 'dialog' | 'alertdialog') => waitFor(() => screen.getByRole(role), { timeout: HANG });
const gone = (role: 'dialog' | 'alertdialog') => waitFor(() => expect(screen.queryByRole(role)).toBeNull(), { timeout: HANG });
const type = (within_: HTMLElement, name: string | RegExp, value: string) => fireEvent.change(within(within_).getByLabelText(name), { target: { value } });
const choose = (within_: HTMLElement, file: File) => fireEvent.change(within_.querySelector('input[type=file]')!, { target: { files: [file] } });

async function chooseKey(within_: HTMLElement) {
  await waitFor(() => expect(within_.querySelector('fieldset button.ocupado')).toBeNull(), { timeout: HANG }); // the registered keys are there
  choose(within_, new File([llave], 'llave.jwk'));
  await waitFor(() => within(within_).getByText(/^llave\.jwk: /), { timeout: HANG });
}

const DIPLOMA = 'Diploma de grado';
const NUEVO = 'Diploma corregido';
const estados = async () => {
  const { entregas } = await ask('entidad', '{ entregas { nodes { titulo estadoJuridico numero titular vigenciaHasta } } }');
  const de = (wanted: string) => entregas.nodes.find(({ titulo }: { titulo: string }) => titulo === wanted);
  return { nuevo: de(NUEVO), diploma: de(DIPLOMA) };
};

it('a paper is replaced: what the new one says is signed with the file of the key, and the old one says so', async () => {
  open();
  await press(await row(DIPLOMA), /^Reemplazar/);
  let sheet = await dialog('dialog');
  await press(sheet, 'Continuar');
  await waitFor(() => within(sheet).getByText('Elija el archivo.'), { timeout: HANG });
  choose(sheet, new File(['corregido\n'], 'diploma.txt', { type: 'text/plain' }));
  type(sheet, 'Título', NUEVO);
  type(sheet, /^Nombre de la persona/, ' María Gómez ');
  type(sheet, /^Número/, 'A-18');
  type(sheet, /^Válido hasta/, '2099-05-03');
  await press(sheet, 'Cancelar');
  await gone('dialog');
  await press(await row(DIPLOMA), /^Reemplazar/);
  sheet = await dialog('dialog');
  expect(within(sheet).getByLabelText<HTMLInputElement>('Título').value).toBe(NUEVO); // nothing that was typed is lost
  await press(sheet, 'Continuar');
  await waitFor(() => within(sheet).getByText('Firma de su entidad'), { timeout: HANG });
  await press(sheet, 'Entregar y reemplazar');
  await waitFor(() => within(sheet).getByText('Falta la firma de su entidad.'), { timeout: HANG });
  await chooseKey(sheet);
  await press(sheet, 'Entregar y reemplazar');
  await gone('dialog');
  within(await row(NUEVO)).getByText('Vigente');
  await waitFor(async () => within(await row(DIPLOMA)).getByText('Reemplazado'), { timeout: HANG });
  const { nuevo, diploma } = await estados();
  expect(nuevo).toEqual({ titulo: NUEVO, estadoJuridico: 'VIGENTE', numero: 'A-18', titular: 'María Gómez', vigenciaHasta: '2099-05-03' });
  expect(diploma.estadoJuridico).toBe('REEMPLAZADO');
});

it.each([
  ['es', /^Revocar «/, 'Cancelar', 'Revocar para siempre', 'Escriba por qué.', 'Falta la firma de su entidad.', 'no se puede deshacer'],
  ['en', /^Revoke “/, 'Cancel', 'Revoke for good', 'Write why.', 'The signature of your entity is missing.', 'cannot be undone'],
])('nobody revokes by one click: %s', async (lengua, revocar, cancelar, confirmar, faltaMotivo, faltaFirma, irreversible) => {
  open(lengua);
  await waitFor(async () => within(await row(NUEVO)).getByRole('button', { name: revocar }), { timeout: HANG }); // English comes later
  await press(await row(NUEVO), revocar);
  const asked = await dialog('alertdialog');
  expect(within(asked).getAllByRole('button').slice(-2).map((one) => one.textContent)).toEqual([cancelar, confirmar]);
  for (const told of [NUEVO, 'A-18', 'María Gómez', irreversible]) expect(asked.textContent).toContain(told);
  await press(asked, confirmar);
  within(asked).getByText(faltaMotivo);
  within(asked).getByText(faltaFirma);
  fireEvent.keyDown(asked, { key: 'Escape' });
  await gone('alertdialog');
  expect((await estados()).nuevo.estadoJuridico).toBe('VIGENTE');
});

it('a session that ended is told, and nothing is lost of what was written', async () => {
  let token = tokens['entidad']!;
  open('es', () => token);
  await press(await row(NUEVO), /^Revocar/);
  const asked = await dialog('alertdialog');
  type(asked, /^Por qué/, 'El título no corresponde.');
  await chooseKey(asked);
  token = await server.tokenFor('-1s', 'entidad', 'entidad-demo', '--entidad', ENTIDAD);
  const { fetch } = globalThis; // the page has a token that was good
  vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => fetch(url, { ...init, headers: { ...(init?.headers as object), authorization: `Bearer ${token}` } }));
  await press(asked, 'Revocar para siempre');
  await waitFor(() => within(asked).getByRole('alert'), { timeout: HANG });
  expect(within(asked).getByRole('alert').textContent).toMatch(/sesión/i);
  expect(within(asked).getByLabelText<HTMLInputElement>(/^Por qué/).value).toBe('El título no corresponde.');
});

it('a paper is revoked, and says why; who had an old list is told, and sees it', async () => {
  open();
  const before = await row(NUEVO);
  await press(before, /^Revocar/);
  const asked = await dialog('alertdialog');
  const { entregas } = await ask('entidad', '{ entregas { nodes { titulo entregaId } } }');
  const { entregaId } = entregas.nodes.find(({ titulo }: { titulo: string }) => titulo === NUEVO);
  const motivo = 'El título no corresponde.';
  const firma = await jwsDe(await leerLlave(llave, undefined), deRevocacion(entregaId, motivo));
  const { r } = await ask('entidad', 'mutation ($i: RevocarEntregaInput!) { r: revocarEntrega(input: $i) { errores { ... on ErrorDeUsuario { mensaje } } } }', { i: { entregaId, motivo, firma } });
  expect(r.errores).toEqual([]);

  type(asked, /^Por qué/, 'Otro motivo.');
  await chooseKey(asked);
  await press(asked, 'Revocar para siempre');
  await waitFor(() => within(asked).getByText(/^La entrega ya fue revocada con otro motivo/), { timeout: HANG });
  type(asked, /^Por qué/, motivo); // the same again changes nothing
  await press(asked, 'Revocar para siempre');
  await gone('alertdialog');
  const after = await row(NUEVO);
  within(after).getByText('Revocado');
  within(after).getByText(/«El título no corresponde\.»$/);
  expect(within(after).queryByRole('button', { name: /^(Revocar|Reemplazar)/ })).toBeNull();
});

/** Announces a paper whose file is not sent yet. */
async function announce(titulo: string) {
  const { entregas } = await ask('entidad', '{ entregas(first: 1) { nodes { ciudadanoId } } }');
  const { ciudadanoId } = entregas.nodes[0];
  const hashDocumento = createHash('sha256').update(titulo).digest('hex');
  const firma = await jwsDe(await leerLlave(llave, undefined), canonico({ ciudadanoId, hashDocumento, tipoDocumento: 'DIPLOMA', titulo }));
  const input = { ciudadanoId, titulo, codigoTipo: 'DIPLOMA', nombreArchivo: 'acta.txt', tipoContenido: 'text/plain', tamanoBytes: titulo.length, hashDocumento, firma };
  const { r } = await ask(
    'entidad',
    `mutation ($input: EntregarDocumentoInput!) { r: entregarDocumento(input: $input) {
      entrega { entregaId } carga { metodo url encabezados { nombre valor } } errores { ... on ErrorDeUsuario { mensaje } } } }`,
    { input },
  );
  expect(r.errores).toEqual([]);
  return r as { entrega: { entregaId: string }; carga: { metodo: string; url: string; encabezados: { nombre: string; valor: string }[] } };
}

const estadoDe = async (entregaId: string) => {
  const { entregas } = await ask('entidad', '{ entregas { nodes { entregaId estado } } }');
  return entregas.nodes.find((one: { entregaId: string }) => one.entregaId === entregaId).estado;
};

it.each([
  ['es', 'Acta sobrante', 'Cancelar la entrega de «Acta sobrante»', 'Dejarla como está', 'Cancelar la entrega', 'no recibe aviso', 'Cancelada', 'La entrega de «Acta sobrante» está cancelada.'],
  ['en', 'Acta doble', 'Cancel the delivery of “Acta doble”', 'Leave it as it is', 'Cancel the delivery', 'is not told', 'Cancelled', 'The delivery of “Acta doble” is cancelled.'],
])('a delivery that waits is cancelled, after a question: %s', async (lengua, titulo, boton, dejar, cancelar, consecuencia, cancelada, hecho) => {
  const { entregaId } = (await announce(titulo)).entrega;
  open(lengua);
  await waitFor(async () => within(await row(titulo)).getByRole('button', { name: boton }), { timeout: HANG }); // English comes later
  await press(await row(titulo), boton);
  let asked = await dialog('alertdialog');
  expect(within(asked).getAllByRole('button').map((one) => one.textContent)).toEqual([dejar, cancelar]);
  for (const told of [titulo, consecuencia]) expect(asked.textContent).toContain(told);
  await press(asked, dejar);
  await gone('alertdialog');
  expect(await estadoDe(entregaId)).toBe('ANUNCIADA');

  const shown = await row(titulo);
  await press(shown, boton);
  asked = await dialog('alertdialog');
  await press(asked, cancelar);
  await gone('alertdialog');
  await waitFor(() => screen.getByText(hecho), { timeout: HANG });
  within(shown).getByText(cancelada);
  expect(within(shown).queryByRole('button')).toBeNull();
  expect(await estadoDe(entregaId)).toBe('CANCELADA');
});

it('a delivery that was confirmed meanwhile is not cancelled: who has an old list is told, and sees it', async () => {
  const TARDE = 'Acta a tiempo';
  const { entrega, carga } = await announce(TARDE);
  open();
  await press(await row(TARDE), /^Cancelar la entrega/);
  const asked = await dialog('alertdialog');
  const sent = await fetch(carga.url, { method: carga.metodo, headers: Object.fromEntries(carga.encabezados.map(({ nombre, valor }) => [nombre, valor])), body: TARDE });
  expect(sent.ok).toBe(true);
  await ask('entidad', 'mutation ($id: ID!) { confirmarEntrega(input: { entregaId: $id }) { errores { __typename } } }', { id: entrega.entregaId });
  await press(asked, 'Cancelar la entrega');
  await waitFor(() => within(asked).getByText(/^La entrega ya se confirmó, y no se puede cancelar/), { timeout: HANG });
  await press(asked, 'Dejarla como está');
  await gone('alertdialog');
  await waitFor(async () => within(await row(TARDE)).getByText('Vigente'), { timeout: HANG });
  expect(within(await row(TARDE)).queryByRole('button', { name: /^Cancelar/ })).toBeNull();
});

it('a signature of a key that was revoked is refused for that', async () => {
  open();
  await press(await row(DIPLOMA), /^Revocar/);
  const asked = await dialog('alertdialog');
  type(asked, /^Por qué/, 'Ya no.');
  await chooseKey(asked);
  const { kid } = JSON.parse(llave) as { kid: string };
  await ask('administrador', 'mutation ($k: String!) { revocarLlave(input: { entidadId: "universidad-demo", llave: $k }) { errores { __typename } } }', { k: kid });
  await press(asked, 'Revocar para siempre');
  await waitFor(() => within(asked).getByText(new RegExp(`La llave "${kid}" fue revocada: firme con otra`)), { timeout: HANG });
});
