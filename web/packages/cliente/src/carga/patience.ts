import { onReturn, pauseOf } from '../transport/pause.js';
import type { Timing } from '../transport/transport.js';
import { isNetwork } from '../transport/verdict.js';

/** How often one thing is sent to a server that is there, and fails. */
export const TRIES = 8;

/** How an upload waits. */
export interface Patience {
  timing: Timing;
  signal: AbortSignal;
  /** Told whether it waits for the network. */
  waits(so: boolean): void;
}

/**
 * What became of a question that got no answer of the server itself, as a status: 0 if the network lost it, or that of a
 * proxy that had nobody behind it, or of a server that fails; undefined if it is something else.
 */
export function lostAs(cause: unknown): number | undefined {
  if (isNetwork(cause)) return 0;
  const status = (cause as { statusCode?: unknown } | null)?.statusCode; // of Apollo Client's ServerError
  return typeof status === 'number' && status >= 500 ? status : undefined;
}

/**
 * Asks again what was lost. For how long a network is away nobody knows, and a lift must not end an upload: it is waited
 * for as long as somebody wants it. A server that is there, and fails, is asked some times.
 */
export async function insist<T>(ask: () => Promise<T>, { timing, signal, waits }: Patience): Promise<T> {
  let failed = 0;
  for (let tries = 1; ; tries++) {
    try {
      const answer = await orAborted(ask(), signal);
      waits(false);
      return answer;
    } catch (cause) {
      const status = lostAs(cause);
      waits(status === 0);
      if (status === undefined || (status > 0 && ++failed >= TRIES)) throw cause;
    }
    await pause(pauseOf(tries, 0, timing), signal);
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
    if (signal.aborted) end();
  });
}
