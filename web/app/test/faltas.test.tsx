import { createCarpetaClient, type CarpetaClient } from '@carpeta-ciudadana/cliente/apollo';
import { CarpetaProvider } from '@carpeta-ciudadana/react';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { StrictMode, type ReactNode } from 'react';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { HANG, PATIENT } from '../../test/patience.js';
import { startServer, type Server } from '../../test/server.js';
import { CargaPage } from '../src/features/carga/carga-page';
import { DetallePage } from '../src/features/detalle/detalle-page';
import { DocumentosPage } from '../src/features/documentos/documentos-page';
import { EliminarProvider } from '../src/shared/eliminar/eliminar';
import { lenguaPedida, LanguageProvider } from '../src/shared/i18n/i18n';

/** It turns what follows around: names with it are refused. */
const TURN = '\u202e';

let server: Server;
let documentoId: string;
let certificadoId: string;
beforeAll(async () => {
  server = await startServer({ CARPETA_UPLOAD_MAX_BYTES: '2500000' });
  const of = (certificado: boolean) => `documentos(first: 1, filtro: { certificado: ${certificado} }) { nodes { id } }`;
  const query = `{ miCarpeta { suyos: ${of(false)} certificados: ${of(true)} } }`;
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${server.token}` };
  const { data } = await (await fetch(server.url, { method: 'POST', headers, body: JSON.stringify({ query }) })).json();
  documentoId = data.miCarpeta.suyos.nodes[0].id;
  certificadoId = data.miCarpeta.certificados.nodes[0].id;
});
afterAll(() => server.stop());

const clients: CarpetaClient[] = [];
afterEach(() => {
  cleanup();
  for (const client of clients.splice(0)) client.close();
  localStorage.clear();
  history.replaceState(null, '', '/');
});

const sees = (text: string | RegExp) => waitFor(() => screen.getByText(text), { timeout: HANG });
const press = async (name: string | RegExp) => fireEvent.click(await waitFor(() => screen.getByRole('button', { name }), { timeout: HANG }));

function open(lengua: string, page: ReactNode) {
  localStorage.setItem('carpeta.lengua', lengua);
  const client = createCarpetaClient({ url: server.url, token: () => server.token, timing: PATIENT, idioma: lenguaPedida });
  clients.push(client);
  return render(
    <StrictMode>
      <CarpetaProvider cliente={client}>
        <LanguageProvider>
          <EliminarProvider>{page}</EliminarProvider>
        </LanguageProvider>
      </CarpetaProvider>
    </StrictMode>,
  );
}

async function types(label: string, value: string) {
  const field = await waitFor(() => screen.getByLabelText<HTMLInputElement>(label), { timeout: HANG });
  fireEvent.change(field, { target: { value } });
  return field;
}

function uploads(container: HTMLElement, name: string, content: string, type = 'text/plain') {
  fireEvent.change(container.querySelector('input[type=file]')!, { target: { files: [new File([content], name, { type })] } });
}

describe.each([
  {
    lengua: 'es',
    nothingToSearch: 'Revise el filtro. Buscar: Escriba al menos una letra o una cifra.',
    correct: 'Corregir',
    title: 'Título',
    save: 'Guardar',
    badTitle: 'De 1 a 200 caracteres, sin caracteres de control ni de dirección.',
    ask: 'Pedir que se borre',
    reason: 'Por qué pide que se borre',
    badReason: 'De 1 a 500 caracteres, sin caracteres de control.',
    waiting: 'Archivos por subir',
    badName: /^Revise los datos del documento\. .*Nombre del archivo: De 1 a 255 caracteres, sin barras ni caracteres de control ni de dirección\.$/,
    limit: 'Cada archivo puede tener hasta 2,5 MB.',
    tooLarge: '«a.bin»: es más grande de lo que se puede subir. Cada archivo puede tener hasta 2,5 MB. Comprímalo, o divídalo en varios.',
    badKind: 'Este tipo de archivo no se puede subir. Guárdelo de otra forma, por ejemplo como PDF o como imagen JPG o PNG, y elija ese.',
    empty: '«nada.txt» está vacío y no se puede subir. Elija un archivo con contenido.',
  },
  {
    lengua: 'en',
    nothingToSearch: 'Check what you search for. Search: Write at least one letter or digit.',
    correct: 'Correct',
    title: 'Title',
    save: 'Save',
    badTitle: 'From 1 to 200 characters, without control or direction characters.',
    ask: 'Ask for its deletion',
    reason: 'Why you ask for it',
    badReason: 'From 1 to 500 characters, without control characters.',
    waiting: 'Files to upload',
    badName: /^Check what you wrote about the document\. .*Name of the file: From 1 to 255 characters, without slashes, and without control or direction characters\.$/,
    limit: 'Each file can have up to 2.5 MB.',
    tooLarge: '“a.bin”: larger than what can be uploaded. Each file can have up to 2.5 MB. Compress it, or divide it into several.',
    badKind: 'This kind of file cannot be uploaded. Save it in another form, as a PDF or a JPG or PNG picture for example, and choose that one.',
    empty: '“nada.txt” is empty and cannot be uploaded. Choose a file with content.',
  },
])('what the server finds wrong is said beside it, and in the language of the page: $lengua', ({ lengua, ...says }) => {
  it('words that cannot be searched for', async () => {
    history.replaceState(null, '', `/?${new URLSearchParams({ texto: '¿?' }).toString()}`);
    open(lengua, <DocumentosPage />);
    await sees(says.nothingToSearch);
  });

  it('the title of a correction, which stays as it was typed', async () => {
    open(lengua, <DetallePage id={documentoId} />);
    await press(says.correct);
    const field = await types(says.title, `al revés${TURN}`);
    await press(says.save);
    const told = await sees(says.badTitle);
    expect(field.getAttribute('aria-describedby')).toBe(told.id);
    expect(field.value).toBe(`al revés${TURN}`);
  });

  it('the reason of a request', async () => {
    open(lengua, <DetallePage id={certificadoId} />);
    await press(says.ask);
    const field = await types(says.reason, `porque${TURN}`);
    fireEvent.submit(screen.getByRole('form', { name: says.ask }));
    const told = await sees(says.badReason);
    expect(field.getAttribute('aria-describedby')).toBe(told.id);
  });

  it('the name of a file, which no form shows', async () => {
    const { container } = open(lengua, <CargaPage shown />);
    await waitFor(() => screen.getByText(lengua === 'es' ? 'Agregar documentos' : 'Add documents'), { timeout: HANG });
    uploads(container, `al${TURN}txt.exe`, 'hola');
    fireEvent.submit(await waitFor(() => screen.getByRole('form', { name: says.waiting }), { timeout: HANG }));
    await sees(says.badName);
  });

  it('a file that is too large, and how large it may be, before it is sent', async () => {
    const { container } = open(lengua, <CargaPage shown />);
    await sees(says.limit);
    uploads(container, 'a.bin', 'x'.repeat(2_500_001), 'text/plain');
    await sees(says.tooLarge);
    expect(screen.queryByRole('form', { name: says.waiting })).toBeNull();
  });

  it('a file of a kind that is refused', async () => {
    const { container } = open(lengua, <CargaPage shown />);
    uploads(container, 'a.bin', 'hola', 'desconocido');
    fireEvent.submit(await waitFor(() => screen.getByRole('form', { name: says.waiting }), { timeout: HANG }));
    await sees(says.badKind);
  });

  it('an empty file, by its name', async () => {
    const { container } = open(lengua, <CargaPage shown />);
    await waitFor(() => screen.getByText(lengua === 'es' ? 'Agregar documentos' : 'Add documents'), { timeout: HANG });
    uploads(container, 'nada.txt', '');
    await sees(says.empty);
  });
});
