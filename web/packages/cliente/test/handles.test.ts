import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal, subir, type UploadApi } from '../src/index.js';
import { forgetHandle, forgetHandles, keepHandle, keptHandles, readAgain } from '../src/subida/handles.js';

const archivo = new File(['hola'], 'a.txt', { type: 'text/plain' });
const HASH_OF_HOLA = 'b221d9dbb083a7f33428d7c2a3c3198ae925614d70210e28716ccaa7cd4ddb79';

/** A handle as Chromium gives it, and what was asked of it. */
function handle(state: PermissionState, answer: PermissionState, file: () => Promise<File> = async () => archivo) {
  const asked: string[] = [];
  const ask = (name: string, granted: PermissionState) => async () => (asked.push(name), granted);
  const manejador = { getFile: file, queryPermission: ask('query', state), requestPermission: ask('request', answer) } as unknown as FileSystemFileHandle;
  return { asked, manejador };
}

describe('a file that is read again', () => {
  it('asks nobody while the permission lasts', async () => {
    const { asked, manejador } = handle('granted', 'denied');
    expect(await readAgain(manejador)).toBe(archivo);
    expect(asked).toEqual(['query']);
  });

  it('asks the person when it does not', async () => {
    const { asked, manejador } = handle('prompt', 'granted');
    expect(await readAgain(manejador)).toBe(archivo);
    expect(asked).toEqual(['query', 'request']);
  });

  it.each([
    ['was refused', handle('prompt', 'denied'), 'SIN_PERMISO'],
    ['is gone', handle('granted', 'granted', () => Promise.reject(new DOMException('gone', 'NotFoundError'))), 'ARCHIVO_ILEGIBLE'],
  ])('says what to do when it %s', async (_, { manejador }, codigo) => {
    const cause = await readAgain(manejador).catch((refusal: unknown) => refusal);
    expect(cause).toBeInstanceOf(Refusal);
    expect((cause as Refusal).falla).toMatchObject({ codigo, recuperacion: expect.stringMatching(/de nuevo/) });
  });

  it('is not sent if it is another one by now', async () => {
    const api = new Proxy({} as UploadApi, { get: (_, name) => (name === 'onLeave' ? undefined : () => Promise.reject(new Error(`${String(name)} was asked`))) });
    const datos = { titulo: 'Hola', codigoTipo: 'OTRO' };
    const changed = await subir(archivo, datos, api, undefined, { huella: 'f'.repeat(64) }).fin;
    expect(changed).toMatchObject({ fase: 'fallida', falla: { codigo: 'ARCHIVO_CAMBIADO' } });
    const announced: string[] = [];
    const same = subir(archivo, datos, { ...api, announce: async ({ hashDocumento }) => (announced.push(hashDocumento), { documentoId: 'd' }), confirm: () => Promise.reject(new Refusal({ codigo: 'X', mensaje: '' })) }, undefined, { huella: HASH_OF_HOLA });
    expect(await same.fin).toMatchObject({ documentoId: 'd', falla: { codigo: 'X' } });
    expect(announced).toEqual([HASH_OF_HOLA]);
  });
});

it('without a store for handles none are kept, and nothing fails', async () => {
  await keepHandle('d', handle('granted', 'granted').manejador);
  expect((await keptHandles()).size).toBe(0);
  await forgetHandles();
});

describe('the handles of uploads that have not ended', () => {
  const DAY = 86_400_000;
  /** The store copies what it is given, as that of a browser does; a handle of Node's own there is none. */
  const handleOf = (name: string) => ({ name }) as unknown as FileSystemFileHandle;
  beforeEach(() => {
    vi.stubGlobal('indexedDB', new IDBFactory());
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('are there after a reload, each for its document', async () => {
    await keepHandle('a', handleOf('a.txt'));
    await keepHandle('b', handleOf('b.txt'));
    await keepHandle('a', handleOf('again.txt'));
    expect(await keptHandles()).toEqual(new Map([['a', handleOf('again.txt')], ['b', handleOf('b.txt')]]));
  });

  it('are forgotten when an upload ends, and all of them when the person leaves', async () => {
    for (const id of ['a', 'b', 'c']) await keepHandle(id, handleOf(id));
    await forgetHandle('b');
    expect([...(await keptHandles()).keys()]).toEqual(['a', 'c']);
    await forgetHandles();
    expect((await keptHandles()).size).toBe(0);
  });

  it.each([
    ['after seven days', 7 * DAY + 1],
    ['after a clock went back by more', -(7 * DAY + 1)],
  ])('are forgotten %s, also in the store', async (_, later) => {
    const kept = Date.now();
    await keepHandle('old', handleOf('old.txt'));
    vi.setSystemTime(kept + later);
    await keepHandle('new', handleOf('new.txt'));
    expect([...(await keptHandles()).keys()]).toEqual(['new']);
    vi.setSystemTime(kept); // nobody reads it again
    expect([...(await keptHandles()).keys()]).not.toContain('old');
  });

  it('are there until then', async () => {
    const kept = Date.now();
    await keepHandle('a', handleOf('a.txt'));
    vi.setSystemTime(kept + 7 * DAY - 1);
    expect((await keptHandles()).size).toBe(1);
  });
});
