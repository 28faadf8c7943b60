import { createCarpetaClient, type CarpetaClient } from '@carpeta-ciudadana/cliente/apollo';
import { CarpetaProvider } from '@carpeta-ciudadana/react';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StrictMode, type ReactNode } from 'react';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { HANG, PATIENT, until } from '../../test/patience.js';
import { startServer, type Server } from '../../test/server.js';
import { AprobacionesPage } from '../src/features/operador/aprobaciones-page';
import { CartasPage } from '../src/features/operador/cartas-page';
import { EliminacionesPage } from '../src/features/operador/eliminaciones-page';
import { PuestoProvider, type Puesto } from '../src/features/operador/puesto';
import { LanguageProvider } from '../src/shared/i18n/i18n';

const ERRORS = 'errores { ... on ErrorDeUsuario { mensaje } }';

vi.stubGlobal('CSS', { escape: String }); // jsdom has none, and dialogs ask it

let dir: string;
let server: Server;
let tokens: Record<string, string>;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'carpeta-consola-'));
  // One attempt by the queues, and no repetition of a command while the test looks.
  server = await startServer({ CARPETA_DATA_DIR: dir, CARPETA_SAGA_DIRECTA: 'false', CARPETA_RETRY_ATTEMPTS: '1', CARPETA_PLAZO: '10m', CARPETA_AUTH_MAX_AGE: 'aprobar=1h' });
  const { personas } = (await (await fetch(server.url.replace('/graphql', '/config.json'))).json()) as { personas: { rol: string; token: string }[] };
  tokens = Object.fromEntries(personas.map(({ rol, token }) => [rol, token]));
  tokens['auditor'] = await server.tokenFor('1h', 'auditor');
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

/** What the citizen does. */
async function citizen(query: string) {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${server.token}` };
  const { data, errors } = await (await fetch(server.url, { method: 'POST', headers, body: JSON.stringify({ query }) })).json();
  expect(errors).toBeUndefined();
  return data;
}

/** Ids of documents in the folder, with a certificate or without one. */
async function documents(certificado: boolean): Promise<string[]> {
  const { miCarpeta } = await citizen(`{ miCarpeta { documentos(first: 60, filtro: { certificado: ${certificado} }) { nodes { id estadoDocumento } } } }`);
  return miCarpeta.documentos.nodes.flatMap((one: { id: string; estadoDocumento: string }) => (one.estadoDocumento === 'PROCESADO' ? [one.id] : []));
}

function open(page: ReactNode, rol = 'operador', lengua = 'es') {
  localStorage.setItem('carpeta.lengua', lengua);
  const client = createCarpetaClient({ url: server.url, token: () => tokens[rol] ?? '', timing: PATIENT });
  clients.push(client);
  const puesto: Puesto = { roles: [rol], permisos: [], finalidad: {}, decir: () => {}, operador: '', elegir: () => {} };
  render(
    <StrictMode>
      <CarpetaProvider cliente={client} novedades={false}>
        <LanguageProvider>
          <PuestoProvider value={puesto}>{page}</PuestoProvider>
        </LanguageProvider>
      </CarpetaProvider>
    </StrictMode>,
  );
}

const sees = (text: string | RegExp) => waitFor(() => screen.getByText(text), { timeout: HANG });

/** Names of the API are for programs. */
const NAMES = /aprobarEliminacion|rechazarEliminacion|reencolarMensajes|reintentarEliminacion/;

/** Puts a folder that is not empty in the place of each file: it cannot be erased. */
function obstruct(folder: string) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) obstruct(path);
    else {
      rmSync(path);
      mkdirSync(path);
      writeFileSync(join(path, 'estorbo'), '');
    }
  }
}

describe('a request of the citizen', () => {
  const asks = async () => {
    const [id] = await documents(true);
    const { r } = await citizen(`mutation { r: solicitarEliminacion(input: { documentoId: "${id}", motivo: "Está repetido." }) { eliminacion { eventoId } ${ERRORS} } }`);
    expect(r.errores).toEqual([]);
    return r.eliminacion.eventoId as string;
  };

  it('says when it was asked for, and which it is', async () => {
    const eventoId = await asks();
    open(<AprobacionesPage />);
    const when = await sees(new RegExp(`pedida .* · ${eventoId.slice(-8)}$`));
    expect(when.textContent).toMatch(/Vence /);
    cleanup();
    open(<EliminacionesPage />);
    fireEvent.click(await waitFor(() => screen.getByRole('button', { name: /^¿Por qué no avanza\?/ }), { timeout: HANG }));
    await sees(/Apruébela o recházela; no puede decidir quien la solicitó\.$/);
    expect(document.body.textContent).not.toMatch(NAMES);
    expect(document.body.textContent).not.toMatch(/\.\. /);
  });

  const state = async (eventoId: string) => (await citizen(`{ eliminacion(eventoId: "${eventoId}") { aprobacion { resultado } } }`)).eliminacion.aprobacion.resultado;

  it.each([
    ['es', /^Aprobar/, 'Cancelar', ['Emitido por', 'Carpeta', 'La pidió', 'Motivo'], 'El ciudadano', 'No se puede deshacer', 'Eliminar para siempre'],
    ['en', /^Approve/, 'Cancel', ['Issued by', 'Folder', 'Asked for by', 'Reason'], 'The citizen', 'cannot be undone', 'Delete for good'],
  ])('is approved only by who was told what, whose and why, and says so twice: %s', async (lengua, aprobar, cancelar, names, asker, irreversible, confirmar) => {
    const eventoId = await asks();
    open(<AprobacionesPage />, 'operador', lengua);
    const row = (await sees(new RegExp(`· ${eventoId.slice(-8)}$`))).closest('li')!;
    const titulo = within(row).getByRole('heading').textContent!;
    const { miCarpeta } = await citizen('{ miCarpeta { carpetaId documentos(first: 60, filtro: { certificado: true }) { nodes { titulo emisor { nombre } } } } }');
    const { nombre } = miCarpeta.documentos.nodes.find((one: { titulo: string }) => one.titulo === titulo).emisor;
    within(row).getByText(new RegExp(nombre)); // before anybody presses anything

    const asked = async () => {
      fireEvent.click(await waitFor(() => within(row).getByRole('button', { name: aprobar }), { timeout: HANG })); // English comes later
      return waitFor(() => screen.getByRole('alertdialog'), { timeout: HANG });
    };
    let dialog = await asked();
    await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: cancelar })), { timeout: 5000 }); // Enter changes nothing
    await waitFor(() => within(dialog).getByRole('button', { name: confirmar }), { timeout: HANG });
    for (const name of names) within(dialog).getByText(name);
    for (const told of [titulo, nombre, miCarpeta.carpetaId, asker, 'Está repetido.', irreversible]) expect(dialog.textContent).toContain(told);
    fireEvent.keyDown(dialog, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull(), { timeout: HANG });
    expect(await state(eventoId)).toBe('PENDIENTE');

    dialog = await asked();
    fireEvent.click(await waitFor(() => within(dialog).getByRole('button', { name: confirmar }), { timeout: HANG }));
    await until(async () => (await state(eventoId)) === 'APROBADA');
  });

  it('that was taken back cannot be decided any more, and what the operador wrote stays', async () => {
    const eventoId = await asks();
    open(<AprobacionesPage />);
    const row = (await sees(new RegExp(`· ${eventoId.slice(-8)}$`))).closest('li')!;
    fireEvent.change(within(row).getByLabelText('Comentario'), { target: { value: 'Lo que escribí' } });
    await citizen(`mutation { cancelarEliminacion(input: { eventoId: "${eventoId}" }) { ${ERRORS} } }`);
    fireEvent.click(within(row).getByRole('button', { name: /^Aprobar/ }));
    fireEvent.click(await waitFor(() => screen.getByRole('button', { name: 'Eliminar para siempre' }), { timeout: HANG }));
    await waitFor(() => within(row).getByText('El pedido de eliminación fue retirado.'), { timeout: HANG });
    expect(within(row).queryByRole('button')).toBeNull();
    expect(within(row).getByLabelText<HTMLInputElement>('Comentario').value).toBe('Lo que escribí');
  });
});

describe('a message that was given up', () => {
  beforeAll(async () => {
    const [id] = await documents(false);
    obstruct(join(dir, 'objetos'));
    await citizen(`mutation { deleteDocumento(input: { documentoId: "${id}", ventana: 0 }) { ${ERRORS} } }`);
  });

  it.each([
    ['es', /^CONFLICT: el archivo o sus datos cambiaron mientras se borraban\. Intento 1 ·/],
    ['en', /^CONFLICT: the file or its data changed while they were being erased\. Attempt 1 ·/],
  ])('says why, in words: %s', async (lengua, words) => {
    open(<CartasPage />, 'operador', lengua);
    await waitFor(
      async () => {
        fireEvent.click(screen.getByRole('button', { name: lengua === 'es' ? 'Actualizar' : 'Refresh' }));
        screen.getByText(words);
      },
      { timeout: HANG, interval: 500 },
    );
    expect(screen.queryByText(/operador-demo/)).toBeNull();
  });

  it('says whose it is to an auditor, who sees those of all', async () => {
    open(<CartasPage />, 'auditor');
    await sees(/operador-demo$/);
  });

  it('keeps a deletion from moving, and what to do is said without names of the API', async () => {
    open(<EliminacionesPage />);
    const row = (await waitFor(() => screen.getByText('Borrado del archivo', { selector: 'strong' }), { timeout: HANG })).closest('li')!;
    fireEvent.click(within(row).getByRole('button', { name: /^¿Por qué no avanza\?/ }));
    await sees('CARTA_MUERTA');
    await sees(/Corrija la causa y reencole las cartas muertas; si no, la orden se repite sola más tarde\.$/);
    expect(document.body.textContent).not.toMatch(NAMES);
  });
});

it('a summary of a part of the deletions says that it is one', async () => {
  const ids = await documents(false);
  const { r } = await citizen(`mutation { r: eliminarDocumentos(input: { documentoIds: ${JSON.stringify(ids.slice(0, 51))}, ventana: 600 }) { ${ERRORS} } }`);
  expect(r.errores).toEqual([]);
  const { fetch } = globalThis; // they wait in the bin, and are listed for who asks for them
  vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) =>
    fetch(url, { ...init, ...(typeof init?.body === 'string' && { body: init.body.replace('eliminaciones(operadorId: $operadorId', 'eliminaciones(filtro: { paso: ESPERA }, operadorId: $operadorId') }) }),
  );
  open(<EliminacionesPage />);
  await sees('Cuántas de estas 50 hay en cada paso');
  expect(screen.queryByText('Cuántas hay en cada paso')).toBeNull();
});
