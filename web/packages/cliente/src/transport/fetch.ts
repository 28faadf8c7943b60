import type { Session } from '../session.js';
import { pauseOf } from './pause.js';
import { TIMING, type Timing } from './transport.js';
import { isNetwork, judgeResponse, TRIES, TRIES_OF_NETWORK } from './verdict.js';

/**
 * `fetch` as the API wants it: with the token of this moment, of which a refused one is renewed once, and sent again
 * as late as the server asks for, or when the network lost it. Every mutation of the API may be repeated.
 */
export function createFetch(session: Session, given: Partial<Timing> = {}): typeof fetch {
  const timing = { ...TIMING, ...given };

  function send(input: RequestInfo | URL, init: RequestInit, token: string) {
    const headers = new Headers(init.headers);
    headers.set('Authorization', `Bearer ${token}`);
    const limit = AbortSignal.timeout(timing.answerWait);
    return fetch(input, { ...init, headers, signal: init.signal ? AbortSignal.any([init.signal, limit]) : limit });
  }

  async function sendAuthorized(input: RequestInfo | URL, init: RequestInit) {
    const token = await session.token();
    const response = await send(input, init, token);
    if (response.status !== 401) return response;
    const again = await send(input, init, await session.renew(token));
    if (again.status === 401) throw session.end();
    return again;
  }

  return async (input, init = {}) => {
    for (let tries = 1; ; tries++) {
      let after = 0;
      try {
        const response = await sendAuthorized(input, init);
        const verdict = judgeResponse(response);
        if (response.ok || verdict.kind !== 'again' || tries === TRIES) return response;
        after = verdict.after;
      } catch (cause) {
        if (!isNetwork(cause) || tries === TRIES_OF_NETWORK) throw cause;
      }
      await new Promise((resolve) => setTimeout(resolve, pauseOf(tries, after, timing)));
      init.signal?.throwIfAborted();
    }
  };
}
