import { subir, TIMING } from '@carpeta-ciudadana/cliente';
import { uploadApi } from '@carpeta-ciudadana/cliente/apollo';
import { act } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { PATIENT } from '../../../test/patience.js';
import { forgetHandles, keepHandle, keptHandles } from '../../cliente/src/subida/handles.js';
import { useAccesos, useDocumentos, useEliminarDocumento, useMiCarpeta, useNovedades, useSesion, useSubida } from '../src/index.js';
import { gate, holdAnswer, holdQuestion } from './held.js';
import { openTab, server, soon, withServer } from './setup.js';
import { upload } from './upload.js';

let deOtra: string;
withServer(async () => ({ CARPETA_APERTURA_OPERADOR: 'op-andes' }));
beforeAll(async () => {
  deOtra = await server.tokenFor('1h', 'ciudadano', '9080706050');
});
afterEach(() => vi.unstubAllGlobals());

/** Everything of a person that a page shows. */
function usePage() {
  const { documentos, total, cargando } = useDocumentos();
  const { terminada, reanudar } = useSesion();
  const borrar = useEliminarDocumento({ ventana: 600 });
  return { documentos, total, cargando, terminada, reanudar, borrar, carpeta: useMiCarpeta(), accesos: useAccesos(), subidas: useSubida(), novedades: useNovedades() };
}
type Page = ReturnType<typeof usePage>;

/** The page of the demo citizen with all that is theirs, and how another person comes to it. */
async function openPage() {
  let token: string | null = server.token;
  const tab = openTab({ token: () => token });
  const id = await upload('De la primera');
  const shown: Page[] = [];
  const { result } = tab.render(() => {
    const page = usePage();
    shown.push(page);
    return page;
  });
  await soon(() => expect(result.current.documentos.map((one) => one.id)).toContain(id));
  await soon(() => expect(result.current.novedades.conexion).toBe('conectada'));
  const use = (next: string | null) => void (token = next);
  /** Asks the application for a token, which has no other. */
  const end = async () => {
    use(null);
    await act(async () => void (await tab.client.session.renew(server.token).catch(() => {})));
    await soon(() => expect(result.current.terminada).toBe(true));
  };
  return { ...tab, id, shown, result, use, end, page: () => result.current };
}

const isOfTheFirst = ({ documentos, total, borrar, accesos, subidas, carpeta }: Page) =>
  documentos.length + (total ?? 0) + borrar.deshacibles.length + accesos.accesos.filter(({ documentoId }) => documentoId).length + subidas.subidas.length > 0 || (carpeta.carpeta?.totalDocumentosAproximado ?? 0) > 0;

describe('another person at the same page', () => {
  it.each<[string, (opened: Awaited<ReturnType<typeof openPage>>) => Promise<void> | void]>([
    ['signs in when the session of the one before has ended', async ({ end, use, page }) => {
      await end();
      use(deOtra);
      act(() => page().reanudar());
    }],
    ['signs in when the one before has signed out', async ({ client, use, page }) => {
      await act(() => client.signOut());
      expect(page().terminada).toBe(true);
      expect(isOfTheFirst(page())).toBe(false);
      use(deOtra);
      act(() => page().reanudar());
    }],
    ['has signed in in another tab', ({ use }) => {
      use(deOtra);
      act(() => void document.dispatchEvent(new Event('visibilitychange')));
    }],
  ])('sees nothing of them: who %s', async (_, comes) => {
    const opened = await openPage();
    const { page, shown, id } = opened;
    await act(async () => void (await page().borrar.eliminar(id)));
    expect(page().borrar.deshacibles).toHaveLength(1);
    page().subidas.subir(new File(['una nota'], 'nota.txt', { type: 'text/plain' }), { titulo: 'Nota', codigoTipo: 'OTRO' });
    await soon(() => expect(page().subidas.subidas[0]?.estado.fase).toBe('lista'));
    const before = page().carpeta.carpeta?.id;
    await comes(opened);
    await soon(() => expect(page().carpeta.carpeta?.id).toEqual(expect.not.stringMatching(before!)));
    await soon(() => expect(page().cargando).toBe(false));
    await soon(() => expect(page().novedades).toMatchObject({ conexion: 'conectada', falla: undefined }));
    expect(page().terminada).toBe(false);
    expect(isOfTheFirst(page())).toBe(false);
    const since = shown.slice(shown.findLastIndex((one) => one.carpeta.carpeta?.id === before) + 1);
    expect(since.filter(isOfTheFirst)).toEqual([]);
    expect(JSON.stringify(opened.client.apollo.cache.extract())).not.toContain(id);
  });

  it.each<[string, (opened: Awaited<ReturnType<typeof openPage>>) => unknown]>([
    ['PaginaDeDocumentos', ({ client }) => client.apollo.refetchQueries({ include: 'active' }).catch(() => {})],
    ['EliminarDocumento', ({ page, id }) => page().borrar.eliminar(id)],
  ])('is not told an answer that was on its way: %s', async (operation, ask) => {
    const opened = await openPage();
    const { client, use, page, id } = opened;
    const answer = holdAnswer(operation);
    void ask(opened);
    await answer.isHere;
    use(deOtra);
    act(() => page().reanudar());
    const before = page().carpeta.carpeta?.id;
    await soon(() => expect(page().carpeta.carpeta?.id).toEqual(expect.not.stringMatching(before!)));
    answer.release();
    await soon(() => expect(page().cargando).toBe(false));
    expect(page().documentos).toEqual([]);
    expect(JSON.stringify(client.apollo.cache.extract())).not.toContain(id);
  });

  it('sends nothing again that the one before had sent', async () => {
    const { use, page, id } = await openPage();
    const lost = gate();
    const sent = spyOnSent('EliminarDocumento', () => {
      lost.open();
      throw new TypeError('Failed to fetch');
    });
    const eliminada = page().borrar.eliminar(id);
    await lost.opened;
    use(deOtra);
    act(() => page().reanudar());
    expect((await eliminada).falla?.codigo).toBe('SESION');
    await soon(() => expect(page().cargando).toBe(false));
    expect(sent).toEqual([`Bearer ${server.token}`]);
  });

  it('goes on with no upload of the one before, whoever began it', async () => {
    const { client, use, page } = await openPage();
    const sent = spyOnSent('ConfirmarCarga');
    const sends = vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(() => {}); // for ever
    const file = (text: string) => new File([text], `${text}.txt`, { type: 'text/plain' });
    const ofAProgram = subir(file('de un programa'), { titulo: 'De un programa', codigoTipo: 'OTRO' }, uploadApi(client), { ...TIMING, ...PATIENT });
    page().subidas.subir(file('de la página'), { titulo: 'De la página', codigoTipo: 'OTRO' });
    await soon(() => expect(sends).toHaveBeenCalledTimes(2));
    use(deOtra);
    act(() => page().reanudar());
    expect((await ofAProgram.fin).fase).toBe('cancelada');
    await soon(() => expect(page().subidas.subidas).toEqual([]));
    await soon(() => expect(page().cargando).toBe(false));
    expect(sent).toEqual([]);
  });

  it('goes on with no upload that waited for the one before to sign in', async () => {
    const { end, use, page } = await openPage();
    await end();
    const { fin } = page().subidas.subir(new File(['espera'], 'espera.txt', { type: 'text/plain' }), { titulo: 'Espera', codigoTipo: 'OTRO' });
    await soon(() => expect(page().subidas.subidas[0]?.estado.espera).toBe('sesion'));
    const sent = spyOnSent('IniciarCarga');
    use(deOtra);
    act(() => page().reanudar());
    expect((await fin).fase).toBe('cancelada');
    await soon(() => expect(page().cargando).toBe(false));
    expect(page().subidas.subidas).toEqual([]);
    expect(sent).toEqual([]);
  });

  it('finds no handle of a file of theirs', async () => {
    vi.stubGlobal('indexedDB', new IDBFactory());
    await keepHandle('d', { name: 'd.txt' } as unknown as FileSystemFileHandle);
    const { client } = openTab();
    await client.signOut();
    expect((await keptHandles()).size).toBe(0);
    await forgetHandles();
  });
});

describe('the same person', () => {
  it.each<[string, (opened: Awaited<ReturnType<typeof openPage>>, another: string) => Promise<unknown> | void]>([
    ['whose token is renewed', ({ client, use }, another) => {
      use(another);
      return client.session.renew(server.token);
    }],
    ['who signs in again when the session has ended', async ({ end, use, page }, another) => {
      await end();
      use(another);
      act(() => page().reanudar());
    }],
  ])('keeps everything: one %s', async (_, happens) => {
    const opened = await openPage();
    const { page, shown, id, client } = opened;
    await act(async () => void (await page().borrar.eliminar(id)));
    const held = holdQuestion('ConfirmarCarga');
    page().subidas.subir(new File(['dura'], 'dura.txt', { type: 'text/plain' }), { titulo: 'Dura', codigoTipo: 'OTRO' });
    await soon(() => expect(page().subidas.subidas[0]?.estado.fase).toBe('confirmacion'));
    shown.length = 0;
    await happens(opened, await server.tokenFor('2h'));
    await soon(() => expect(page().terminada).toBe(false));
    held.release();
    await soon(() => expect(page().subidas.subidas[0]?.estado.fase).toBe('lista'));
    await soon(() => expect(page().novedades.conexion).toBe('conectada'));
    expect(await client.session.token()).not.toBe(server.token);
    expect(page().borrar.deshacibles).toHaveLength(1);
    expect(shown.filter(({ documentos }) => documentos.length === 0)).toEqual([]);
  });
});

/** The tokens with which an operation is sent from now on; `instead` answers for the network. */
function spyOnSent(operationName: string, instead?: () => never): string[] {
  const real = globalThis.fetch;
  const tokens: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (!String(init?.body).includes(`"operationName":"${operationName}"`)) return real(input, init);
    tokens.push(new Headers(init?.headers).get('Authorization') ?? '');
    return instead ? instead() : real(input, init);
  });
  return tokens;
}
