import { createHash, randomUUID } from 'node:crypto';
import { connectApi, type Api } from '@carpeta-ciudadana/cliente';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Suspense } from 'react';
import { RelayEnvironmentProvider } from 'react-relay';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { holdQuestion } from '../../packages/react/test/held.js';
import { HANG, PATIENT } from '../../test/patience.js';
import { startServer, type Server } from '../../test/server.js';
import { Documentos } from './documentos.js';
import { createEnvironment } from './environment.js';
import { PorPersona } from './por-persona.js';

const draw = (api: Api) => (
  <RelayEnvironmentProvider environment={createEnvironment(api)}>
    <Suspense fallback="Cargando…">
      <Documentos />
    </Suspense>
  </RelayEnvironmentProvider>
);

describe('a list of documents with Relay', () => {
  let server: Server;
  const open: Api[] = [];
  beforeAll(async () => {
    server = await startServer({ CARPETA_APERTURA_OPERADOR: 'op-andes' });
  });
  afterAll(() => server.stop());
  afterEach(() => {
    cleanup();
    for (const api of open.splice(0)) api.close();
  });

  function connect(token: () => string | null = () => server.token) {
    const api = connectApi({ url: server.url, token, timing: PATIENT });
    open.push(api);
    return api;
  }
  async function show(api = connect()) {
    await act(async () => render(<PorPersona api={api} draw={draw} sinNadie={<p>Inicie sesión.</p>} />));
    await soon(() => expect(rows().length).toBeGreaterThan(0));
  }

  it('shows page after page, each row once, to the end', async () => {
    await show();
    let pressed = 0;
    await soon(() => {
      const more = next();
      if (more && ++pressed) fireEvent.click(more); // an impatient person, also when the list begins anew
      expect([rows().length, new Set(ids()).size]).toEqual([total(), total()]);
    });
    expect(pressed).toBeGreaterThan(1);
  });

  it('has what another tab uploads, and not what another tab deletes', async () => {
    await show();
    await soon(() => expect(total()).toBeGreaterThan(0));
    const before = total();
    const other = connect();
    const id = await upload(other, 'De otra pestaña');
    await soon(() => expect(rows()[0]?.textContent).toContain('De otra pestaña'));
    await soon(() => expect(total()).toBe(before + 1));
    await ask(other, 'mutation ($id: ID!) { deleteDocumento(input: { documentoId: $id }) { errores { __typename } } }', { id });
    await soon(() => expect(ids()).not.toContain(id));
    await soon(() => expect(total()).toBe(before));
  });

  it('deletes: the row says so before any answer, and goes at the end', async () => {
    await show();
    const id = await upload(connect(), 'Se elimina');
    const question = holdQuestion('documentosEliminarMutation'); // its answer alone would not do: the deletion would go to its end, and be told
    await soon(() => fireEvent.click(within(rowOf(id)).getByText('Eliminar')));
    await soon(() => expect(rowOf(id).textContent).toContain('Eliminándose…'));
    question.release();
    await soon(() => expect(ids()).not.toContain(id));
    await soon(() => expect(rows().length).toBeGreaterThan(20)); // only that one
  });

  it('shows nothing of a person to the next one', async () => {
    let token = server.token;
    const api = connect(() => token);
    await show(api);
    token = await server.tokenFor('1h', 'ciudadano', '9080706050');
    await act(async () => api.session.resume());
    await soon(() => expect(total()).toBe(0));
    expect(rows()).toEqual([]);
  });

  it.each<[string, () => Promise<string>]>([
    ['the same one', async () => server.token],
    ['another one', () => server.tokenFor('1h', 'ciudadano', '9080706050')],
  ])('asks for nothing between the person who signs out and who signs in: %s', async (_, signedIn) => {
    let token: string | null = server.token;
    const api = connect(() => token);
    await show(api);
    token = null;
    await act(() => api.signOut());
    expect(document.body.textContent).toBe('Inicie sesión.');
    token = await signedIn();
    await act(async () => api.session.resume());
    await soon(() => expect(total()).not.toBeNaN());
    expect(document.body.textContent).not.toContain('sesión');
    expect(rows().length > 0).toBe(token === server.token);
  });

  const total = () => Number(/(\d+) en total/.exec(document.body.textContent ?? '')?.[1]);
});

const rows = () => [...document.querySelectorAll('li')];
const rowOf = (id: string) => rows().find((row) => row.dataset['id'] === id) as HTMLElement;
const ids = () => rows().map((row) => row.dataset['id']);
const next = () => screen.queryByText('Cargar más');
const soon = (expectation: () => void) => waitFor(expectation, { timeout: HANG });

async function ask<T>(api: Api, query: string, variables: object): Promise<T> {
  const answer = await api.fetch(api.url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ query, variables }) });
  const { data, errors } = (await answer.json()) as { data: T; errors?: object[] };
  expect(errors).toBeUndefined();
  return data;
}

async function upload(api: Api, titulo: string) {
  const body = `un documento ${randomUUID()}`;
  const hashDocumento = createHash('sha256').update(body).digest('hex');
  const input = { titulo, codigoTipo: 'OTRO', nombreArchivo: 'a.txt', tipoContenido: 'text/plain', tamanoBytes: body.length, hashDocumento };
  const { iniciarCarga } = await ask<{ iniciarCarga: { documento: { id: string }; carga: { metodo: string; url: string; encabezados: { nombre: string; valor: string }[] } } }>(
    api,
    'mutation ($input: IniciarCargaInput!) { iniciarCarga(input: $input) { documento { id } carga { metodo url encabezados { nombre valor } } } }',
    { input },
  );
  const { documento, carga } = iniciarCarga;
  const sent = await fetch(carga.url, { method: carga.metodo, headers: carga.encabezados.map(({ nombre, valor }): [string, string] => [nombre, valor]), body });
  expect(sent.ok).toBe(true);
  await ask(api, 'mutation ($id: ID!) { confirmarCarga(input: { documentoId: $id }) { errores { __typename } } }', { id: documento.id });
  return documento.id;
}
