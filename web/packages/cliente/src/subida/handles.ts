import { texto } from '../idioma.js';
import { Refusal, unreadable } from './refusal.js';

/**
 * Where the browser gives a handle of a chosen file (Chromium), it is kept until the upload ends: after a reload of the
 * page the file is read again, and nobody has to find it again. Handles only, by the id of the document: what the file
 * is called, and whose it is, is at the server. Everything here does nothing where there is no such store.
 */
const BASE = 'carpeta-cargas';
const STORE = 'archivos';
/** An upload ends a day after it was signed; one that was signed anew may live longer. In milliseconds. */
const KEPT_FOR = 7 * 86_400_000;

/** What lib.dom does not know of it yet. */
interface AskedHandle extends FileSystemFileHandle {
  queryPermission?(want: { mode: 'read' }): Promise<PermissionState>;
  requestPermission?(want: { mode: 'read' }): Promise<PermissionState>;
}

interface Kept {
  documentoId: string;
  manejador: FileSystemFileHandle;
  desde: number;
}

export async function keepHandle(documentoId: string, manejador: FileSystemFileHandle): Promise<void> {
  await inStore('readwrite', (store) => store.put({ documentoId, manejador, desde: Date.now() } satisfies Kept));
}

/** The handles that are kept, by the global id of the document; those of uploads that are over are forgotten. */
export async function keptHandles(): Promise<Map<string, FileSystemFileHandle>> {
  const kept = (await inStore<Kept[]>('readonly', (store) => store.getAll())) ?? [];
  const old = kept.filter(({ desde }) => Math.abs(Date.now() - desde) > KEPT_FOR);
  for (const { documentoId } of old) await forgetHandle(documentoId);
  return new Map(kept.filter((one) => !old.includes(one)).map(({ documentoId, manejador }) => [documentoId, manejador]));
}

export async function forgetHandle(documentoId: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(documentoId));
}

/** When a person leaves: the next one at this machine has nothing to do with their files. */
export async function forgetHandles(): Promise<void> {
  await inStore('readwrite', (store) => store.clear());
}

/** Reads a file by its handle. The browser may ask the person, and does so only just after they pressed something. */
export async function readAgain(manejador: FileSystemFileHandle): Promise<File> {
  const handle: AskedHandle = manejador;
  const read = { mode: 'read' } as const;
  const granted = (await handle.queryPermission?.(read)) === 'granted' || (await handle.requestPermission?.(read)) === 'granted';
  if (!granted) {
    throw new Refusal({
      codigo: 'SIN_PERMISO',
      ...texto(
        ['El navegador no tiene permiso para leer el archivo.', 'Dele el permiso, o elija el archivo de nuevo.'],
        ['The browser may not read the file.', 'Allow it, or choose the file again.'],
      ),
    });
  }
  try {
    return await handle.getFile();
  } catch {
    throw unreadable();
  }
}

/** One request in one transaction; undefined where the browser has no such store, or lets nobody use it. */
async function inStore<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest): Promise<T | undefined> {
  if (typeof indexedDB === 'undefined') return undefined;
  try {
    const base = await opened();
    try {
      return (await answered(ask(base.transaction(STORE, mode).objectStore(STORE)))) as T;
    } finally {
      base.close();
    }
  } catch {
    return undefined; // a private window, a full disk: the person chooses the file again
  }
}

function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(BASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'documentoId' });
  return answered(request);
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
  });
}
