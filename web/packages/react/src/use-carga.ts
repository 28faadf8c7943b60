import { cargaApi } from '@carpeta-ciudadana/cliente/apollo';
import { createQueue, subir as upload, type Carga, type DatosDeCarga, type EstadoDeCarga } from '@carpeta-ciudadana/cliente';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useCarpetaClient } from './provider.js';

/** Files that are sent at a time; the others wait. */
const AT_A_TIME = 2;

export interface CargaMostrada {
  clave: string;
  nombre: string;
  /** Null while it waits for its turn. */
  estado: EstadoDeCarga | null;
}

export interface Cargas {
  cargas: CargaMostrada[];
  /** Takes a file; the same file again, after a reload, goes on where it was. Returns its key. */
  subir: (archivo: File, datos: DatosDeCarga) => string;
  cancelar: (clave: string) => void;
  /** Sends a file again that failed: what arrived need not be sent again. */
  reintentar: (clave: string) => void;
  /** Takes one that ended off the list. */
  quitar: (clave: string) => void;
}

interface Entry {
  archivo: File;
  datos: DatosDeCarga;
  carga?: Carga;
  cancelled?: boolean;
}

/** Uploads files, two at a time, with the true progress of each. They go on when the list is not looked at. */
export function useCarga(): Cargas {
  const { apollo, timing } = useCarpetaClient();
  const [cargas, setCargas] = useState<CargaMostrada[]>([]);
  const entries = useRef(new Map<string, Entry>());
  const [queue] = useState(() => createQueue(AT_A_TIME));

  const show = useCallback((clave: string, estado: EstadoDeCarga | null) => {
    setCargas((all) => all.map((one) => (one.clave === clave ? { ...one, estado } : one)));
  }, []);

  const begin = useCallback(
    (clave: string) =>
      queue.add(async () => {
        const entry = entries.current.get(clave);
        if (!entry || entry.cancelled) return;
        const carga = (entry.carga = upload(entry.archivo, entry.datos, cargaApi(apollo), timing));
        show(clave, carga.estado.get());
        carga.estado.subscribe(() => show(clave, carga.estado.get()));
        await carga.fin;
      }),
    [apollo, timing, queue, show],
  );

  const subir = useCallback(
    (archivo: File, datos: DatosDeCarga) => {
      const clave = newKey();
      entries.current.set(clave, { archivo, datos });
      setCargas((all) => [...all, { clave, nombre: archivo.name, estado: null }]);
      begin(clave);
      return clave;
    },
    [begin],
  );

  const cancelar = useCallback(
    (clave: string) => {
      const entry = entries.current.get(clave);
      if (!entry) return;
      if (entry.carga) return entry.carga.cancelar();
      entry.cancelled = true; // it waits for its turn
      show(clave, { fase: 'cancelada', hechos: 0, total: entry.archivo.size });
    },
    [show],
  );

  const reintentar = useCallback(
    (clave: string) => {
      if (entries.current.get(clave)?.carga?.estado.get().fase === 'fallida') begin(clave);
    },
    [begin],
  );

  const quitar = useCallback((clave: string) => {
    entries.current.delete(clave);
    setCargas((all) => all.filter((one) => one.clave !== clave));
  }, []);

  // A page that is left in the middle asks first: what was chosen would be lost.
  const busy = cargas.some(({ estado }) => !estado || !['lista', 'fallida', 'cancelada'].includes(estado.fase));
  useEffect(() => {
    if (!busy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    globalThis.addEventListener('beforeunload', ask);
    return () => globalThis.removeEventListener('beforeunload', ask);
  }, [busy]);

  return { cargas, subir, cancelar, reintentar, quitar };
}

let keys = 0;
function newKey() {
  return `carga-${++keys}`;
}
