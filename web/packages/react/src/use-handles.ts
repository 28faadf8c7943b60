import { forgetHandle, keepHandle, keptHandles, type EstadoDeCarga, type Store } from '@carpeta-ciudadana/cliente';
import { useCallback, useEffect, useState } from 'react';

/** The handles of files whose uploads have not ended, by the global ids of their documents; none where there are none. */
export function useHandles() {
  const [handles, setHandles] = useState<ReadonlyMap<string, FileSystemFileHandle>>(new Map());

  useEffect(() => {
    let late = false;
    void keptHandles().then((kept) => {
      if (!late) setHandles((mine) => new Map([...kept, ...mine]));
    });
    return () => {
      late = true;
    };
  }, []);

  /** Of an upload that is over. */
  const forget = useCallback((documentoId: string) => {
    void forgetHandle(documentoId);
    setHandles((before) => without(before, documentoId));
  }, []);

  /** Keeps the handle of an upload from its announcement to its end. One that failed can go on later. */
  const follow = useCallback((estado: Store<EstadoDeCarga>, manejador: FileSystemFileHandle | undefined) => {
    let kept: string | undefined;
    const stop = estado.subscribe(() => {
      const { documentoId, fase } = estado.get();
      if (documentoId === undefined) return;
      if (fase === 'lista' || fase === 'cancelada') {
        stop();
        forget(documentoId);
      } else if (manejador && kept !== documentoId) {
        kept = documentoId;
        void keepHandle(documentoId, manejador);
        setHandles((before) => new Map(before).set(documentoId, manejador));
      }
    });
  }, [forget]);

  return { handles, follow, forget };
}

function without<T>(all: ReadonlyMap<string, T>, key: string): ReadonlyMap<string, T> {
  if (!all.has(key)) return all;
  const others = new Map(all);
  others.delete(key);
  return others;
}
