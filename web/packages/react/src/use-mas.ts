import { onReturn, pauseOf, toFalla, type Falla } from '@carpeta-ciudadana/cliente';
import { innerOf } from '@carpeta-ciudadana/cliente/interno';
import { useRef, useState } from 'react';
import { useCarpetaClient } from './context.js';

/** What is known of the pages of one list that did not come. */
interface Tries {
  key: string;
  failures: number;
  pauseUntil: number;
  /** The page that is on its way, or waits for its pause to end. */
  underWay?: Promise<void> | undefined;
  /** Ends that pause. */
  wake?: (() => void) | undefined;
}

/**
 * "Load more" of a list, with what a page says meanwhile. Another `key` is another list. A list that is scrolled asks
 * again at once for a page that did not come: each time it is held back for longer.
 */
export function useMas(key: string, hayMas: boolean, load: () => Promise<unknown>) {
  const { timing } = innerOf(useCarpetaClient());
  const [loading, setLoading] = useState<string>();
  const [failed, setFailed] = useState<{ key: string; falla: Falla }>();
  const tries = useRef<Tries>(undefined);

  /** Forgets what failed: the next page is asked for at once. */
  const olvidar = () => {
    if (tries.current) Object.assign(tries.current, { failures: 0, pauseUntil: 0 });
    tries.current?.wake?.();
    setFailed(undefined);
  };

  const run = async (mine: Tries) => {
    const wait = mine.pauseUntil - performance.now();
    if (wait > 0) await new Promise<void>((resolve) => (mine.wake = pause(wait, resolve)));
    try {
      await load();
      mine.failures = mine.pauseUntil = 0;
      setFailed(undefined);
    } catch (cause) {
      mine.failures++;
      mine.pauseUntil = performance.now() + pauseOf(mine.failures + 2, 0, timing); // each page is tried three times as it is
      setFailed({ key, falla: toFalla(cause) });
    }
    mine.underWay = mine.wake = undefined;
    setLoading((now) => (now === key ? undefined : now));
  };

  const cargarMas = () => {
    if (!hayMas) return Promise.resolve();
    if (tries.current?.key !== key) tries.current = { key, failures: 0, pauseUntil: 0 };
    setLoading(key);
    return (tries.current.underWay ??= run(tries.current));
  };
  return { cargandoMas: loading === key, cargarMas, fallaDeMas: failed?.key === key ? failed.falla : undefined, olvidar };
}

/** Calls back after a pause; earlier if the network comes back, somebody looks at the page again, or the result is called. */
function pause(milliseconds: number, callback: () => void) {
  const end = () => {
    clearTimeout(timer);
    stop();
    callback();
  };
  const timer = setTimeout(end, milliseconds);
  const stop = onReturn(end);
  return end;
}
