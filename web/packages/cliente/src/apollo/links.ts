import { ApolloLink } from '@apollo/client/link';
import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { getMainDefinition, print } from '@apollo/client/utilities';
import { Observable, catchError, defer, finalize, from, map, of, retry, switchMap, takeUntil, throwError, timer } from 'rxjs';
import { SessionEnded, type Session } from '../session.js';
import type { Follower } from '../transport/follower.js';
import { createAttempts, createWaiting, type Waiting } from '../transport/attempts.js';
import { isNetwork } from '../transport/network.js';
import { TIMING, type Timing } from '../transport/transport.js';
import { judgeErrors, judgeResponse, type Verdict } from '../transport/verdict.js';

/**
 * Ends what somebody asked for when they leave: what comes of it is nobody's, and it is not sent again with the token of
 * the next one. It stands in front of everything that tries again.
 */
export function personLink(session: Session): ApolloLink {
  const leaves = new Observable<never>((observer) => session.onLeave(() => observer.error(new SessionEnded())));
  return new ApolloLink((operation, forward) => forward(operation).pipe(takeUntil(leaves)));
}

/** Sends the token of this moment; one that is refused is renewed once, and the operation sent again. */
export function authLink(session: Session): ApolloLink {
  return new ApolloLink((operation, forward) => {
    const send = (token: string) => {
      operation.setContext(({ headers }) => ({ headers: { ...headers, Authorization: `Bearer ${token}` } }));
      return forward(operation);
    };
    const sent = (token: string, again: (refused: string) => Observable<ApolloLink.Result>) =>
      send(token).pipe(
        catchError((error) => (isUnauthenticated(error) ? again(token) : throwError(() => error))),
        switchMap((result) => (judgeErrors(result.errors ?? []).kind === 'renew' ? again(token) : of(result))),
      );
    const renewed = (refused: string) =>
      from(session.renew(refused)).pipe(switchMap((token) => sent(token, () => throwError(() => session.end()))));
    return defer(() => from(session.token())).pipe(switchMap((token) => sent(token, renewed)));
  });
}

function isUnauthenticated(error: unknown) {
  return ServerError.is(error) && error.statusCode === 401;
}

/**
 * Sends an operation again that was RATE_LIMITED or UNAVAILABLE, as late as the server asks for, or that the network
 * lost. Every mutation of the API may be repeated.
 */
export function retryLink(timing: Timing = TIMING, waiting: Waiting = createWaiting()): ApolloLink {
  return new ApolloLink((operation, forward) =>
    defer(() => {
      const attempts = createAttempts(waiting, timing);
      const send = () => {
        const { sent } = operation.getContext() as { sent?: Sent };
        if (sent) sent.at = performance.now();
        return forward(operation);
      };
      return defer(send).pipe(
        map((result) => {
          if (judgeErrors(result.errors ?? []).kind === 'again') throw new Repeatable(result);
          return result;
        }),
        retry({
          delay: (cause) => {
            const pause = attempts.pauseAfter(verdictOf(cause), isNetwork(cause));
            if (pause === undefined) throw cause;
            return timer(pause);
          },
        }),
        catchError((cause) => (cause instanceof Repeatable ? of(cause.result) : throwError(() => cause))),
        finalize(attempts.end),
      );
    }),
  );
}

/** In an operation's context: when it was sent last. A window that the server opens begins with the try that it takes. */
export interface Sent {
  at: number;
}

/** Carries an answer to `retry`, which looks at failures only. */
class Repeatable extends Error {
  constructor(readonly result: ApolloLink.Result) {
    super();
  }
}

/** Whether a question that failed so is worth asking again. */
export function verdictOf(cause: unknown): Verdict {
  if (CombinedGraphQLErrors.is(cause)) return judgeErrors(cause.errors);
  if (cause instanceof Repeatable) return judgeErrors(cause.result.errors ?? []);
  if (ServerError.is(cause)) return judgeResponse(cause.response);
  return isNetwork(cause) ? { kind: 'again', after: 0, busy: false } : { kind: 'end', error: cause };
}

/** Subscriptions by the follower, which keeps them alive. */
export function subscriptionLink(follower: Follower): ApolloLink {
  return new ApolloLink(
    (operation) =>
      new Observable((observer) => {
        const { query, variables, extensions } = operation;
        const byHash = extensions['persistedQuery'] !== undefined;
        return follower.follow(
          {
            ...(operation.operationName !== undefined && { operationName: operation.operationName }),
            ...(!byHash && { query: print(query) }),
            variables,
            extensions,
            resumes: declaresDespuesDe(operation),
          },
          {
            next: (result) => observer.next(result as ApolloLink.Result),
            error: (reason) => observer.error(Array.isArray(reason) ? new CombinedGraphQLErrors({ errors: reason }) : reason),
            complete: () => observer.complete(),
          },
        );
      }),
  );
}

function declaresDespuesDe({ query }: ApolloLink.Operation) {
  const main = getMainDefinition(query);
  return main.kind === 'OperationDefinition' && (main.variableDefinitions ?? []).some(({ variable }) => variable.name.value === 'despuesDe');
}

export function isSubscription({ query }: ApolloLink.Operation): boolean {
  const main = getMainDefinition(query);
  return main.kind === 'OperationDefinition' && main.operation === 'subscription';
}

/**
 * Names each operation by the hash that GraphQL Code Generator wrote into it, in place of its text. For servers that
 * have the manifest (CARPETA_TRUSTED_MANIFEST): to others most documents are unknown.
 */
export const byHashLink = new ApolloLink((operation, forward) => {
  const hash = (operation.query as { __meta__?: { hash?: string } }).__meta__?.hash;
  if (hash === undefined) return throwError(() => new Error(`${operation.operationName} has no hash: generate it with the codegen of this kit`));
  operation.extensions['persistedQuery'] = { version: 1, sha256Hash: hash };
  operation.setContext({ http: { includeQuery: false, includeExtensions: true } });
  return forward(operation);
});

