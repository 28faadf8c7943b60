import { SessionEnded } from '../session.js';
import { isNetwork } from '../transport/network.js';
import { onReturn, pauseOf } from '../transport/pause.js';
import type { Timing } from '../transport/transport.js';

/** How often one thing is sent to a server that is there, and fails. */
export const TRIES = 8;

/** What an upload waits for, and goes on by itself when that is there. */
export type Espera = 'red' | 'sesion';

/** How an upload waits. */
export interface Patience {
  timing: Timing;
  signal: AbortSignal;
  /** Told what it waits for. */
  waits(what: Espera | undefined): void;
  /** Settled when the person has signed in again; without it nobody waits for that. */
  signedIn?: () => Promise<void>;
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
 * for as long as somebody wants it. So it is with a session that ended. A server that is there, and fails, is asked some
 * times.
 */
export async function insist<T>(ask: () => Promise<T>, patience: Patience): Promise<T> {
  const { timing, signal, waits } = patience;
  let failed = 0;
  for (let tries = 1; ; tries++) {
    try {
      const answer = await orAborted(ask(), signal);
      waits(undefined);
      return answer;
    } catch (cause) {
      if (await untilSignedIn(cause, patience)) continue;
      const status = lostAs(cause);
      waits(status === 0 ? 'red' : undefined);
      if (status === undefined || (status > 0 && ++failed >= TRIES)) throw cause;
    }
    await pause(pauseOf(tries, 0, timing), signal);
  }
}

/**
 * Waits for the person, if that is what was missing; whoever left meanwhile is told by the signal. Now and then it is
 * tried without: a token that could not be had when they signed in may be had now.
 */
export async function untilSignedIn(cause: unknown, { timing, signal, waits, signedIn }: Patience): Promise<boolean> {
  if (!(cause instanceof SessionEnded) || signal.aborted || !signedIn) return false;
  waits('sesion');
  await Promise.race([orAborted(signedIn(), signal), pause(timing.longestPause, signal)]);
  return true;
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
