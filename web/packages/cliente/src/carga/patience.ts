import { onReturn, pauseOf } from '../transport/pause.js';
import type { Timing } from '../transport/transport.js';
import { isNetwork } from '../transport/verdict.js';

/** How often one thing is sent, while the network is there. */
export const TRIES = 8;

/** Whether a question never got an answer of the server itself: the network lost it, or a proxy had nobody behind it. */
export function isLost(cause: unknown): boolean {
  const status = (cause as { statusCode?: unknown } | null)?.statusCode; // of Apollo Client's ServerError
  return isNetwork(cause) || (typeof status === 'number' && status >= 500);
}

/** Asks again what was lost, as often as a part of the file would be sent again: a lift must not end an upload. */
export async function insist<T>(ask: () => Promise<T>, timing: Timing, signal: AbortSignal): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await ask();
    } catch (cause) {
      if (!isLost(cause) || failures >= TRIES) throw cause;
    }
    await pause(pauseOf(failures, 0, timing), signal);
  }
}

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
