import { createSession, type Session, type TokenSource } from './session.js';
import { createFetch } from './transport/fetch.js';
import { createFollower, type Follower } from './transport/follower.js';
import type { Timing } from './transport/transport.js';

export interface ApiOptions {
  /** Where the API is: `/graphql` of the page's own origin if absent. */
  url?: string;
  token: TokenSource;
  /** For those that act for others: Carpeta-Proposito and Carpeta-Base-Legal. */
  headers?: Record<string, string>;
  timing?: Partial<Timing>;
}

/** The way to the API, for a client other than Apollo's: `fetch` for queries and mutations, `follower` for news. */
export interface Api {
  url: string;
  session: Session;
  fetch: typeof fetch;
  follower: Follower;
  close(): void;
}

export function connectApi({ url = '/graphql', token, headers = {}, timing = {} }: ApiOptions): Api {
  const address = new URL(url, globalThis.location?.href).href;
  const session = createSession(token);
  const follower = createFollower({ url: address, session, timing, headers });
  const send = createFetch(session, timing);
  return {
    url: address,
    session,
    fetch: (input, init = {}) => send(input, { ...init, headers: { ...headers, ...Object.fromEntries(new Headers(init.headers)) } }),
    follower,
    close: follower.close,
  };
}
