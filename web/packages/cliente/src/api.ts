import { forgetHandles } from './subida/handles.js';
import { headersNow, type RequestHeaders } from './headers.js';
import { hablar, type EnIdioma } from './idioma.js';
import { createSession, type Session, type TokenSource } from './session.js';
import type { Store } from './store.js';
import { absolute } from './transport/address.js';
import { createWaiting } from './transport/attempts.js';
import { createFetch } from './transport/fetch.js';
import { createFollower, type Follower } from './transport/follower.js';
import type { Timing } from './transport/transport.js';

export interface ApiOptions {
  /** Where the API is: `/graphql` of the page's own origin if absent. */
  url?: string;
  token: TokenSource;
  headers?: RequestHeaders;
  /** Of the server's texts and of the kit's own; Spanish if absent. */
  idioma?: EnIdioma;
  timing?: Partial<Timing>;
}

/** The way to the API, for a client other than Apollo's: `fetch` for queries and mutations, `follower` for news. */
export interface Api {
  /** As it was given: `fetch` takes it. */
  url: string;
  session: Session;
  fetch: typeof fetch;
  follower: Follower;
  /** Whether something waits that the server asked to come back later: it goes on by itself, and the page may say so. */
  busy: Store<boolean>;
  /** The person leaves: what is under way ends, and nothing more is sent until `session.resume`. Forget what you keep. */
  signOut(): Promise<void>;
  close(): void;
}

export function connectApi({ url = '/graphql', token, headers: others = {}, idioma = 'es', timing = {} }: ApiOptions): Api {
  const headers = hablar(idioma, others);
  const session = createSession(token);
  session.onLeave(forgetHandles);
  const waiting = createWaiting();
  const follower = createFollower({ url, session, timing, headers, waiting });
  const send = createFetch(session, timing, waiting);
  return {
    url,
    session,
    fetch: async (input, init = {}) => send(typeof input === 'string' ? absolute(input) : input, { ...init, headers: { ...headersNow(headers), ...Object.fromEntries(new Headers(init.headers)) } }),
    follower,
    busy: waiting.busy,
    signOut: session.signOut,
    close: follower.close,
  };
}
