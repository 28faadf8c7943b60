import { SessionEnded, type Session } from '../session.js';
import { createAttempts, createWaiting, type Waiting } from './attempts.js';
import { isNetwork } from './network.js';
import { TIMING, type Timing } from './transport.js';
import { judgeResponse, needsToken, type Verdict } from './verdict.js';

/**
 * `fetch` as the API wants it: with the token of this moment, of which a refused one is renewed once, and sent again
 * as late as the server asks for, or when the network lost it. Every mutation of the API may be repeated, unless its
 * person has left.
 */
export function createFetch(session: Session, given: Partial<Timing> = {}, waiting: Waiting = createWaiting()): typeof fetch {
  const timing = { ...TIMING, ...given };

  function send(input: RequestInfo | URL, init: RequestInit, token: string) {
    const headers = new Headers(init.headers);
    headers.set('Authorization', `Bearer ${token}`);
    return fetch(input, bounded({ ...init, headers }, AbortSignal.timeout(timing.answerWait)));
  }

  async function sendAuthorized(input: RequestInfo | URL, init: RequestInit) {
    const token = await session.token();
    const response = await send(input, init, token);
    if (!(await needsToken(response))) return response;
    const again = await send(input, init, await session.renew(token));
    if (await needsToken(again)) throw session.end();
    return again;
  }

  /** The response if nothing is to be done, or what it was judged to be. */
  async function tryOnce(input: RequestInfo | URL, init: RequestInit): Promise<{ response?: Response; verdict?: Verdict; cause?: unknown }> {
    try {
      const response = await sendAuthorized(input, init);
      return response.ok ? { response } : { response, verdict: judgeResponse(response) };
    } catch (cause) {
      if (!isNetwork(cause)) throw cause;
      return { cause, verdict: { kind: 'again', after: 0, busy: false } };
    }
  }

  return async (input, given = {}) => {
    const attempts = createAttempts(waiting, timing);
    const leaves = new AbortController();
    const stop = session.onLeave(() => leaves.abort(new SessionEnded()));
    const init = bounded(given, leaves.signal);
    try {
      for (;;) {
        const { response, verdict, cause } = await tryOnce(input, init);
        const pause = verdict && attempts.pauseAfter(verdict, !response);
        if (pause === undefined) {
          if (response) return response;
          throw cause;
        }
        await new Promise((resolve) => setTimeout(resolve, pause));
        init.signal.throwIfAborted();
      }
    } finally {
      stop();
      attempts.end();
    }
  };
}

function bounded(init: RequestInit, signal: AbortSignal) {
  return { ...init, signal: init.signal ? AbortSignal.any([init.signal, signal]) : signal };
}
