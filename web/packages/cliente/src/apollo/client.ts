import { ApolloClient } from '@apollo/client';
import type { InMemoryCache } from '@apollo/client/cache';
import { ApolloLink } from '@apollo/client/link';
import { HttpLink } from '@apollo/client/link/http';
import { createSession, type Session, type TokenSource } from '../session.js';
import type { Store } from '../store.js';
import { createWaiting } from '../transport/attempts.js';
import { createFollower, type Follower } from '../transport/follower.js';
import { onReturn } from '../transport/pause.js';
import { TIMING, type Timing } from '../transport/transport.js';
import { createCache } from './cache.js';
import { authLink, byHashLink, isSubscription, retryLink, subscriptionLink, verdictOf } from './links.js';

export interface CarpetaOptions {
  /** Where the API is: `/graphql` of the page's own origin if absent. */
  url?: string;
  token: TokenSource;
  /** Send hashes in place of texts; only for a server that has the manifest. */
  porManifiesto?: boolean;
  /** For those that act for others: Carpeta-Proposito and Carpeta-Base-Legal. */
  headers?: Record<string, string>;
  cache?: InMemoryCache;
  timing?: Partial<Timing>;
}

/** Everything that an application needs: make one for the page, and give it to CarpetaProvider. */
export interface CarpetaClient {
  apollo: ApolloClient;
  session: Session;
  follower: Follower;
  /** Whether something waits that the server asked to come back later: it goes on by itself, and the page may say so. */
  ocupado: Store<boolean>;
  timing: Timing;
  close(): void;
}

export function createCarpetaClient({ url = '/graphql', token, porManifiesto = false, headers = {}, cache = createCache(), timing: given = {} }: CarpetaOptions): CarpetaClient {
  const address = new URL(url, globalThis.location?.href).href;
  const timing = { ...TIMING, ...given };
  const session = createSession(token);
  const waiting = createWaiting();
  const follower = createFollower({ url: address, session, timing, headers, waiting });
  const http = new HttpLink({ uri: address, headers, fetch: patientFetch(timing.answerWait) });
  const byKind = ApolloLink.split(isSubscription, subscriptionLink(follower), ApolloLink.from([retryLink(timing, waiting), authLink(session), http]));
  const apollo = new ApolloClient({ link: porManifiesto ? ApolloLink.from([byHashLink, byKind]) : byKind, cache, dataMasking: true });

  /** What is looked at and failed for the moment only is asked again when the network is back: nobody need press anything. */
  function askAgain() {
    for (const query of apollo.getObservableQueries()) {
      if (verdictOf(query.getCurrentResult().error).kind === 'again') query.refetch().catch(() => {}); // it says so itself
    }
  }
  const stops = [onReturn(askAgain), follower.conexion.subscribe(() => follower.conexion.get() === 'conectada' && askAgain())];

  return {
    apollo,
    session,
    follower,
    ocupado: waiting.ocupado,
    timing,
    close() {
      for (const stop of stops) stop();
      follower.close();
      apollo.stop();
    },
  };
}

/** Gives a request up that gets no answer. */
function patientFetch(answerWait: number): typeof fetch {
  return (input, init = {}) => {
    const limit = AbortSignal.timeout(answerWait);
    return fetch(input, { ...init, signal: init.signal ? AbortSignal.any([init.signal, limit]) : limit });
  };
}
