import { ApolloClient } from '@apollo/client';
import type { InMemoryCache } from '@apollo/client/cache';
import { ApolloLink } from '@apollo/client/link';
import { HttpLink } from '@apollo/client/link/http';
import { tap } from 'rxjs';
import { forgetHandles } from '../subida/handles.js';
import { headersNow, type RequestHeaders } from '../headers.js';
import { hablar, type EnIdioma } from '../idioma.js';
import { createSession, SessionEnded, type TokenSource } from '../session.js';
import { createStore } from '../store.js';
import { absolute } from '../transport/address.js';
import { createWaiting } from '../transport/attempts.js';
import { createFollower } from '../transport/follower.js';
import { onReturn, pauseOf } from '../transport/pause.js';
import { TIMING, type Timing } from '../transport/transport.js';
import { judgeErrors, type Verdict } from '../transport/verdict.js';
import { createCache } from './cache.js';
import type { CarpetaClient } from './carpeta-client.js';
import { keepInner } from './inner.js';
import { authLink, byHashLink, isSubscription, personLink, retryLink, subscriptionLink, verdictOf } from './links.js';

export interface CarpetaOptions {
  /** Where the API is: `/graphql` of the page's own origin if absent. */
  url?: string;
  token: TokenSource;
  /** Send hashes in place of texts; only for a server that has the manifest. */
  persistedOperations?: boolean;
  headers?: RequestHeaders;
  /** Of the server's texts and of the kit's own; Spanish if absent. */
  idioma?: EnIdioma;
  cache?: InMemoryCache;
  timing?: Partial<Timing>;
}

export function createCarpetaClient({ url = '/graphql', token, persistedOperations = false, headers: others = {}, idioma = 'es', cache = createCache(), timing: given = {} }: CarpetaOptions): CarpetaClient {
  const timing = { ...TIMING, ...given };
  const headers = hablar(idioma, others);
  const session = createSession(token);
  const waiting = createWaiting();
  const follower = createFollower({ url, session, timing, headers, waiting });
  const http = new HttpLink({ uri: url, fetch: patientFetch(timing.answerWait, headers) });
  const heard = new ApolloLink((operation, forward) =>
    forward(operation).pipe(tap({ next: ({ errors }) => judged(judgeErrors(errors ?? [])), error: (cause) => judged(verdictOf(cause)) })),
  );
  const byKind = ApolloLink.split(isSubscription, subscriptionLink(follower), ApolloLink.from([personLink(session), heard, retryLink(timing, waiting), authLink(session), http]));
  const apollo = new ApolloClient({ link: persistedOperations ? ApolloLink.from([byHashLink, byKind]) : byKind, cache, dataMasking: true });

  let failures = 0; // since something came
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** No browser says that a server is away or back, and a page that was opened meanwhile has no socket: it tries now and then. */
  function judged(verdict: Verdict) {
    if (verdict.kind !== 'again') failures = 0;
    else timer ??= setTimeout(askAgain, pauseOf(++failures, verdict.after, timing));
  }

  /** What is looked at and failed for the moment only is asked again: nobody need press anything. */
  function askAgain() {
    clearTimeout(timer);
    timer = undefined;
    for (const query of apollo.getObservableQueries()) {
      const { error } = query.getCurrentResult();
      if (verdictOf(error).kind === 'again' || error instanceof SessionEnded) query.refetch().catch(() => {}); // it says so itself
    }
  }

  const turn = createStore(0);
  session.onLeave(async () => {
    await new Promise((resolve) => setTimeout(resolve)); // who has an answer already writes it: it goes with the rest
    await Promise.allSettled([apollo.clearStore(), forgetHandles()]);
    turn.set(turn.get() + 1);
    setTimeout(() => void apollo.refetchObservableQueries().catch(() => {})); // whoever looks on is told what is theirs, or that nobody is there
  });
  const stops = [
    onReturn(askAgain),
    session.ended.subscribe(() => session.ended.get() || askAgain()),
    follower.state.subscribe(() => follower.state.get() === 'conectada' && askAgain()),
  ];

  const parts = new Map<unknown, object>();
  const client: CarpetaClient = {
    apollo,
    session,
    follower,
    busy: waiting.busy,
    signOut: session.signOut,
    turn,
    close() {
      for (const stop of stops) stop();
      for (const part of parts.values()) (part as { close?: () => void }).close?.();
      parts.clear();
      clearTimeout(timer);
      follower.close();
      apollo.stop();
    },
  };
  keepInner(client, {
    url,
    timing,
    part<T extends object>(make: (client: CarpetaClient) => T): T {
      const there = (parts.get(make) as T | undefined) ?? make(client);
      parts.set(make, there);
      return there;
    },
  });
  return client;
}

/** Gives a request up that gets no answer. */
function patientFetch(answerWait: number, headers: RequestHeaders): typeof fetch {
  return async (input, init = {}) => {
    const limit = AbortSignal.timeout(answerWait);
    return fetch(absolute(input as string), { ...init, headers: { ...headersNow(headers), ...(init.headers as Record<string, string>) }, signal: init.signal ? AbortSignal.any([init.signal, limit]) : limit });
  };
}
