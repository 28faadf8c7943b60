import type { DatosDeSubida, Resultado, SubidaEmpezada, SubidaMostrada } from '@carpeta-ciudadana/cliente';
import { uploadsOf } from '@carpeta-ciudadana/cliente/apollo';
import type { CargaQueEsperaFragment } from '@carpeta-ciudadana/cliente/operaciones';
import { useSyncExternalStore } from 'react';
import { useCarpetaClient } from './context.js';

export interface Subidas {
  subidas: readonly SubidaMostrada[];
  /**
   * Takes a file; the same file again, after a reload, goes on where it was. With the handle that `elegirArchivos` gives,
   * `reanudar` goes on without asking for the file. `fin` tells how it ended.
   */
  subir: (archivo: File, datos: DatosDeSubida, manejador?: FileSystemFileHandle) => SubidaEmpezada;
  /** The documents, by their global ids, of whose uploads this browser still has the file. */
  reanudables: ReadonlySet<string>;
  /**
   * Goes on with an upload that a reload interrupted, one of `reanudables`. Call it when the person presses something: the
   * browser may ask them whether the file may be read. Twice is once.
   */
  reanudar: (pendiente: CargaQueEsperaFragment) => Promise<Resultado>;
  cancelar: (clave: string) => void;
  /** Sends a file again that failed, when it is its turn: what arrived need not be sent again. Twice is once. */
  reintentar: (clave: string) => void;
  /** Takes one that ended off the list. */
  quitar: (clave: string) => void;
}

/**
 * The uploads of the page, two at a time, with the true progress of each. They are the same for every component, and go on
 * when none of them is there: until the person leaves, or the page.
 */
export function useSubida(): Subidas {
  const { subidas, reanudables, subir, reanudar, cancelar, reintentar, quitar } = uploadsOf(useCarpetaClient());
  return {
    subidas: useSyncExternalStore(subidas.subscribe, subidas.get, subidas.get),
    reanudables: useSyncExternalStore(reanudables.subscribe, reanudables.get, reanudables.get),
    subir,
    reanudar,
    cancelar,
    reintentar,
    quitar,
  };
}
