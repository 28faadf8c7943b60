import { createCarpetaClient, type CarpetaClient } from '@carpeta-ciudadana/cliente/apollo';
import { CarpetaProvider } from '@carpeta-ciudadana/react';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { HANG, PATIENT } from '../../test/patience.js';
import { startServer, type Server } from '../../test/server.js';
import { DetallePage } from '../src/features/detalle/detalle-page';
import { EliminarProvider } from '../src/shared/eliminar/eliminar';
import { LanguageProvider } from '../src/shared/i18n/i18n';

let server: Server;
let client: CarpetaClient;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server.stop());
afterEach(() => {
  cleanup();
  client.close();
});

/** What somebody does elsewhere. */
async function elsewhere(query: string) {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${server.token}` };
  const { data } = await (await fetch(server.url, { method: 'POST', headers, body: JSON.stringify({ query }) })).json();
  return data;
}

const sees = (text: string | RegExp) => waitFor(() => screen.getByText(text), { timeout: HANG });
const press = async (name: string) => fireEvent.click(await waitFor(() => screen.getByRole('button', { name }), { timeout: HANG }));

/** Opens a document that can be corrected, and types a title; its id. */
async function types(title: string): Promise<string> {
  const { miCarpeta } = await elsewhere('{ miCarpeta { documentos(first: 1, filtro: { certificado: false }) { nodes { id } } } }');
  const { id } = miCarpeta.documentos.nodes[0];
  client = createCarpetaClient({ url: server.url, token: () => server.token, timing: PATIENT });
  render(
    <StrictMode>
      <CarpetaProvider cliente={client}>
        <LanguageProvider>
          <EliminarProvider>
            <DetallePage id={id} />
          </EliminarProvider>
        </LanguageProvider>
      </CarpetaProvider>
    </StrictMode>,
  );
  await press('Corregir');
  fireEvent.change(screen.getByLabelText('Título'), { target: { value: title } });
  return id;
}

it('what somebody types of a document stays while it is being deleted in another tab, and can be saved when that is undone', async () => {
  const id = await types('Lo que escribí');
  const { r } = await elsewhere(`mutation { r: deleteDocumento(input: { documentoId: "${id}", ventana: 600 }) { eliminacion { eventoId } } }`);
  await client.apollo.refetchQueries({ include: 'active' }); // news do the same
  await sees('Ver en la papelera');
  expect(screen.getByLabelText<HTMLInputElement>('Título').value).toBe('Lo que escribí');
  await press('Guardar');
  await sees(/se está eliminando y no se corrige: si es posible, cancele primero la eliminación/);

  await elsewhere(`mutation { cancelarEliminacion(input: { eventoId: "${r.eliminacion.eventoId}" }) { errores { __typename } } }`);
  await client.apollo.refetchQueries({ include: 'active' });
  await waitFor(() => expect(screen.queryByText('Ver en la papelera')).toBeNull(), { timeout: HANG });
  await press('Guardar');
  await waitFor(() => screen.getByRole('heading', { level: 1, name: 'Lo que escribí' }), { timeout: HANG });
});

it('what somebody types of a document stays when it has been deleted in another tab, and they are told that it cannot be saved', async () => {
  const id = await types('Lo que escribí');
  await elsewhere(`mutation { deleteDocumento(input: { documentoId: "${id}", ventana: 0 }) { eliminacion { eventoId } } }`);
  const told = await waitFor(
    async () => {
      await client.apollo.refetchQueries({ include: 'active' }); // news do the same
      return screen.getByText('Este documento ya no está en su carpeta: se borró. Lo que usted escribió no se puede guardar, y sigue aquí: cópielo si lo necesita.');
    },
    { timeout: HANG, interval: 500 },
  );
  expect(told.closest('[role=alert]')).not.toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Título').value).toBe('Lo que escribí');
  expect(screen.queryByRole('button', { name: 'Guardar' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Mover a la papelera' })).toBeNull();
  await press('Cerrar');
  await sees('Este documento no está en su carpeta. Quizá se borró.');
  expect(screen.queryByLabelText('Título')).toBeNull();
});
