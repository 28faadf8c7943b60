import { MiCarpetaDocument } from '@carpeta-ciudadana/cliente/operaciones';
import { act } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useDocumentos, useEliminarDocumento, usePapelera } from '../src/index.js';
import { openTab, soon, withServer } from './setup.js';
import { upload } from './upload.js';

withServer();

const usePage = () => ({ lista: useDocumentos(), papelera: usePapelera(), borrar: useEliminarDocumento({ ventana: 600 }) });

it('are followed for everything within the provider, whatever is drawn there', async () => {
  const { result } = openTab().render(usePage);
  await soon(() => expect(result.current.lista.total).toBeGreaterThan(0));
  const { apollo } = openTab().client; // the demo's entity delivers some documents after the start: the server knows the total
  const atServer = async () => (await apollo.query({ query: MiCarpetaDocument, fetchPolicy: 'no-cache' })).data?.miCarpeta?.totalDocumentosAproximado;
  const id = await upload('De otra pestaña');
  await soon(() => expect(result.current.lista.documentos.map((one) => one.id)).toContain(id));
  await soon(async () => expect(result.current.lista.total).toBe(await atServer()));

  const { valor } = await act(() => result.current.borrar.eliminar(id));
  await soon(async () => expect(result.current.lista.total).toBe(await atServer()));
  const eventos = () => result.current.papelera.documentos.map(({ eventoId }) => eventoId);
  await soon(() => expect(eventos()).toContain(valor?.eventoId));
  await act(async () => void (await result.current.papelera.borrarYa([valor!.eventoId])));
  await soon(() => expect(eventos()).not.toContain(valor?.eventoId));
});

it('are not followed where the application says so', async () => {
  const { client, render } = openTab({ novedades: false });
  const { result } = render(usePage);
  await soon(() => expect(result.current.papelera.total).toBe(0));
  await soon(() => expect(result.current.lista.total).toBeGreaterThan(0));
  expect(client.follower.state.get()).toBe('reposo');
});
