import { onReturn } from '../transport/pause.js';

/** Waits; less if the network comes back meanwhile. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      stop();
      signal.removeEventListener('abort', end);
      if (signal.aborted) reject(signal.reason as Error);
      else resolve();
    };
    const timer = setTimeout(end, milliseconds);
    const stop = onReturn(end);
    signal.addEventListener('abort', end, { once: true });
  });
}

/** An answer, or that nobody waits for it any more. */
export function orAborted<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason as Error);
    signal.addEventListener('abort', end, { once: true });
    void answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}
