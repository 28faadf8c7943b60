import { createStore, type Store } from '../store.js';
import { forgetHandle, keepHandle, keptHandles } from './handles.js';
import { haTerminado, type EstadoDeSubida } from './subir.js';

/** The handles of a page's uploads. */
export interface Handles {
  kept: Store<ReadonlyMap<string, FileSystemFileHandle>>;
  /** The global ids of their documents. */
  documents: Store<ReadonlySet<string>>;
  /** Keeps the handle of an upload from its announcement to its end. One that failed can go on later. */
  follow(estado: Store<EstadoDeSubida>, manejador: FileSystemFileHandle | undefined): void;
  forget(documentoId: string): void;
  /** Those that this page knows; the store forgets them for itself when a person leaves. */
  clear(): void;
}

export function createHandles(): Handles {
  const kept = createStore<ReadonlyMap<string, FileSystemFileHandle>>(new Map());
  const documents = createStore<ReadonlySet<string>>(new Set());
  const set = (all: ReadonlyMap<string, FileSystemFileHandle>) => {
    kept.set(all);
    documents.set(new Set(all.keys()));
  };
  let turn = 0; // of those who sign in: what was asked in an earlier one is of nobody's use
  void keptHandles().then((stored) => {
    if (turn === 0) set(new Map([...stored, ...kept.get()]));
  });

  function forget(documentoId: string) {
    void forgetHandle(documentoId);
    set(new Map([...kept.get()].filter(([id]) => id !== documentoId)));
  }

  function follow(estado: Store<EstadoDeSubida>, manejador: FileSystemFileHandle | undefined) {
    const mine = turn;
    let keptAs: string | undefined;
    const stop = estado.subscribe(() => {
      const now = estado.get();
      if (mine !== turn) return stop();
      if (now.documentoId === undefined) return;
      if (haTerminado(now) && now.fase !== 'fallida') {
        stop();
        forget(now.documentoId);
      } else if (manejador && keptAs !== now.documentoId) {
        keptAs = now.documentoId;
        void keepHandle(keptAs, manejador);
        set(new Map(kept.get()).set(keptAs, manejador));
      }
    });
  }

  function clear() {
    turn++;
    set(new Map());
  }

  return { kept, documents, follow, forget, clear };
}
