import { createCarpetaClient, type CarpetaClient } from '@carpeta-ciudadana/cliente/apollo';
import { CarpetaProvider } from '@carpeta-ciudadana/react';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Fragment, StrictMode, type ReactNode } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { HANG, PATIENT, until } from '../../test/patience.js';
import { startServer, type Server } from '../../test/server.js';
import { AccesosPage } from '../src/features/accesos/accesos-page';
import { DetallePage } from '../src/features/detalle/detalle-page';
import { Fila } from '../src/features/documentos/fila';
import { PapeleraPage } from '../src/features/eliminaciones/papelera-page';
import { EliminarProvider } from '../src/shared/eliminar/eliminar';
import { LanguageProvider } from '../src/shared/i18n/i18n';

let server: Server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const clients: CarpetaClient[] = [];
beforeEach(() => vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  for (const client of clients.splice(0)) client.close();
  localStorage.clear();
});

async function citizen(query: string) {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${server.token}` };
  const { data, errors } = await (await fetch(server.url, { method: 'POST', headers, body: JSON.stringify({ query }) })).json();
  expect(errors).toBeUndefined();
  return data.miCarpeta;
}

async function certified() {
  const fields = 'id documentoId titulo tipo clase { codigo nombre icono } contextoDocumento version estadoDocumento tamanoBytes fechaRecepcion certificado esDescargable emisor { nombre }';
  const { documentos } = await citizen(`{ miCarpeta { documentos(first: 1, filtro: { texto: "cédula", certificado: true }) { nodes { ${fields} } } } }`);
  return documentos.nodes[0];
}

function open(page: ReactNode, lengua = 'es', Mode: typeof StrictMode | typeof Fragment = StrictMode, token = server.token) {
  localStorage.setItem('carpeta.lengua', lengua);
  const client = createCarpetaClient({ url: server.url, token: () => token, timing: PATIENT });
  clients.push(client);
  render(
    <Mode>
      <CarpetaProvider cliente={client}>
        <LanguageProvider>
          <EliminarProvider>{page}</EliminarProvider>
        </LanguageProvider>
      </CarpetaProvider>
    </Mode>,
  );
}

const sees = (text: string | RegExp) => waitFor(() => screen.getByText(text), { timeout: HANG });

it.each([
  ['es', 'Certificado por Registraduría Nacional', /^Certificado por Registraduría Nacional\./],
  ['en', 'Certified by Registraduría Nacional', /^Certified by Registraduría Nacional\./],
])('names who certified it, in a list and by itself: %s', async (lengua, inList, byItself) => {
  const documento = await certified();
  open(<Fila documento={documento} />, lengua);
  await sees(inList);
  cleanup();
  open(<DetallePage id={documento.id} />, lengua);
  await sees(byItself);
});

it('that names nobody is certified all the same', async () => {
  open(<Fila documento={{ ...(await certified()), emisor: null }} />);
  await sees('Certificado');
});

/** The looks at documents that were written down so far. */
async function looks() {
  const { accesos } = await citizen('{ miCarpeta { accesos(first: 100) { nodes { tipo } } } }');
  return (accesos.nodes as { tipo: string }[]).map(({ tipo }) => tipo).filter((tipo) => tipo.startsWith('documento.'));
}

it('that is looked at is one look, and another kind when it is fetched', async () => {
  const { documentos } = await citizen('{ miCarpeta { documentos(first: 1) { nodes { id } } } }');
  open(<DetallePage id={documentos.nodes[0].id} />, 'es', Fragment); // StrictMode would look twice
  const ver = await waitFor(() => screen.getByRole('button', { name: 'Ver' }), { timeout: HANG });
  expect(await looks()).toEqual([]); // to list and to open is no look at a file
  fireEvent.click(ver);
  await until(async () => (await looks()).length > 0);
  expect(await looks()).toEqual(['documento.visto']);
  fireEvent.click(screen.getByRole('button', { name: 'Descargar' }));
  await until(async () => (await looks()).length > 1);
  expect(await looks()).toEqual(['documento.descargado', 'documento.visto']);
});

it('that was looked at has an activity of its own, without what was done with others', async () => {
  const { documentos } = await citizen('{ miCarpeta { documentos(first: 2) { nodes { id titulo } } } }');
  const [seen, other] = documentos.nodes;
  for (const { id } of [seen, other]) await citizen(`{ miCarpeta { id } node(id: "${id}") { ... on Documento { urlDescarga } } }`);
  await until(async () => (await looks()).filter((tipo) => tipo === 'documento.descargado').length > 1);
  history.pushState(null, '', `/actividad?documento=${encodeURIComponent(seen.id)}`);
  open(<AccesosPage />);
  await sees('¿Quién vio este documento?');
  await sees(/^Lo que hizo usted/);
  expect(screen.getAllByRole('link', { name: seen.titulo, hidden: true }).length).toBeGreaterThan(1); // above, and in the lines
  expect(screen.queryByRole('link', { name: other.titulo, hidden: true })).toBeNull();
});

it.each([[<PapeleraPage key="p" />], [<AccesosPage key="a" />]])('nobody has a folder for: it is said calmly', async (page) => {
  history.pushState(null, '', '/');
  open(page, 'es', StrictMode, await server.tokenFor('1h', 'ciudadano', '999'));
  await sees('Todavía no tiene una carpeta');
  expect(screen.queryByRole('alert')).toBeNull();
});
