import { cargaApi } from '@carpeta-ciudadana/cliente/apollo';
import { createQueue, readAgain, subir as upload, toFalla, type Carga, type DatosDeCarga, type Empezada, type EstadoDeCarga, type Falla } from '@carpeta-ciudadana/cliente';
import type { CargaQueEsperaFragment } from '@carpeta-ciudadana/cliente/operaciones';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useCarpetaClient } from './provider.js';
import { useHandles } from './use-handles.js';

/** Files that are sent at a time; the others wait. */
const AT_A_TIME = 2;

export interface CargaMostrada {
  clave: string;
  nombre: string;
  /** Null while it waits for its turn. */
  estado: EstadoDeCarga | null;
  /** The global id of the document, once it is known; of one that goes on, it is known while that waits. */
  documentoId?: string | undefined;
}

export interface Cargas {
  cargas: CargaMostrada[];
  /**
   * Takes a file; the same file again, after a reload, goes on where it was. Returns its key. With the handle that
   * `elegirArchivos` gives, `reanudar` goes on without asking for the file.
   */
  subir: (archivo: File, datos: DatosDeCarga, manejador?: FileSystemFileHandle) => string;
  /** The documents, by their global ids, of whose uploads this browser still has the file. */
  reanudables: ReadonlySet<string>;
  /**
   * Goes on with an upload that a reload interrupted, one of `reanudables`; the failure if that cannot be. Call it when
   * the person presses something: the browser may ask them whether the file may be read. Twice is once.
   */
  reanudar: (pendiente: CargaQueEsperaFragment) => Promise<Falla | undefined>;
  cancelar: (clave: string) => void;
  /** Sends a file again that failed, when it is its turn: what arrived need not be sent again. Twice is once. */
  reintentar: (clave: string) => void;
  /** Takes one that ended off the list. */
  quitar: (clave: string) => void;
}

interface Entry {
  archivo: File;
  datos: DatosDeCarga;
  manejador?: FileSystemFileHandle | undefined;
  /** What is known of an earlier try. */
  antes: Empezada;
  /** None while it waits for its turn. */
  carga?: Carga | undefined;
  cancelled?: boolean;
}

/**
 * Uploads files, two at a time, with the true progress of each. They go on when the list is not looked at, and end with
 * the component that has them: whoever leaves the application sends nothing more.
 */
export function useCarga(): Cargas {
  const { apollo, timing } = useCarpetaClient();
  const [cargas, setCargas] = useState<CargaMostrada[]>([]);
  const entries = useRef(new Map<string, Entry>());
  const [queue] = useState(() => createQueue(AT_A_TIME));
  const { handles, follow, forget } = useHandles();

  const show = useCallback((clave: string, estado: EstadoDeCarga | null) => {
    setCargas((all) => all.map((one) => (one.clave === clave ? { ...one, estado, documentoId: estado?.documentoId ?? one.documentoId } : one)));
  }, []);

  const begin = useCallback(
    (clave: string) =>
      queue.add(async () => {
        const entry = entries.current.get(clave);
        if (!entry || entry.cancelled) return;
        const carga = (entry.carga = upload(entry.archivo, entry.datos, cargaApi(apollo), timing, entry.antes));
        show(clave, carga.estado.get());
        carga.estado.subscribe(() => show(clave, carga.estado.get()));
        follow(carga.estado, entry.manejador);
        await carga.fin;
      }),
    [apollo, timing, queue, show, follow],
  );

  const take = useCallback(
    (entry: Entry) => {
      const clave = newKey();
      entries.current.set(clave, entry);
      setCargas((all) => [...all, { clave, nombre: entry.archivo.name, estado: null, documentoId: entry.antes.documentoId }]);
      begin(clave);
      return clave;
    },
    [begin],
  );
  const subir = useCallback((archivo: File, datos: DatosDeCarga, manejador?: FileSystemFileHandle) => take({ archivo, datos, manejador, antes: {} }), [take]);

  const reintentar = useCallback(
    (clave: string) => {
      const entry = entries.current.get(clave);
      const { fase, documentoId } = entry?.carga?.estado.get() ?? {};
      if (!entry || fase !== 'fallida') return;
      entry.antes = { ...entry.antes, documentoId };
      entry.carga = undefined;
      show(clave, null);
      begin(clave);
    },
    [begin, show],
  );

  const asking = useRef(new Set<string>()); // whose files are about to be read again
  const reanudar = useCallback(
    async ({ documento }: CargaQueEsperaFragment) => {
      const { id, titulo, tipoDocumento, contextoDocumento, hashDocumento } = documento;
      const manejador = handles.get(id);
      if (!manejador) return toFalla(undefined);
      const clave = keyOf(entries.current, id);
      if (clave !== undefined) reintentar(clave);
      if (clave !== undefined || asking.current.has(id)) return undefined;
      asking.current.add(id);
      try {
        const archivo = await readAgain(manejador);
        take({ archivo, datos: { titulo, tipoDocumento, contextoDocumento }, manejador, antes: { documentoId: id, huella: hashDocumento ?? undefined } });
        return undefined;
      } catch (cause) {
        return toFalla(cause);
      } finally {
        asking.current.delete(id);
      }
    },
    [handles, take, reintentar],
  );

  const cancelar = useCallback(
    (clave: string) => {
      const entry = entries.current.get(clave);
      if (!entry) return;
      if (entry.carga) return entry.carga.cancelar();
      if (entry.cancelled) return;
      entry.cancelled = true; // it waits for its turn
      show(clave, { fase: 'cancelada', hechos: 0, total: entry.archivo.size });
      const { documentoId } = entry.antes;
      if (documentoId === undefined) return;
      forget(documentoId);
      void cargaApi(apollo).cancel(documentoId).catch(() => {}); // else the server forgets it in a day
    },
    [apollo, show, forget],
  );

  const quitar = useCallback((clave: string) => {
    entries.current.delete(clave);
    setCargas((all) => all.filter((one) => one.clave !== clave));
  }, []);

  useEffect(() => {
    const mine = entries.current;
    return () => {
      for (const entry of mine.values()) {
        entry.cancelled = true;
        entry.carga?.detener();
      }
    };
  }, []);

  // A page that is left in the middle asks first: what was chosen would be lost.
  const busy = cargas.some(({ estado }) => !estado || !['lista', 'fallida', 'cancelada'].includes(estado.fase));
  useEffect(() => {
    if (!busy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    globalThis.addEventListener('beforeunload', ask);
    return () => globalThis.removeEventListener('beforeunload', ask);
  }, [busy]);

  return { cargas, subir, reanudables: useMemo(() => new Set(handles.keys()), [handles]), reanudar, cancelar, reintentar, quitar };
}

/** The key of the upload of a document that this page has already. */
function keyOf(entries: Map<string, Entry>, documentoId: string) {
  const found = [...entries].find(([, { antes, carga, cancelled }]) => {
    const estado = carga?.estado.get();
    return (estado?.documentoId ?? antes.documentoId) === documentoId && !cancelled && estado?.fase !== 'cancelada';
  });
  return found?.[0];
}

let keys = 0;
function newKey() {
  return `carga-${++keys}`;
}
