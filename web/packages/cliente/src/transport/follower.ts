import type { RequestHeaders } from '../headers.js';
import { SessionEnded, type Session } from '../session.js';
import { createStore, type Store } from '../store.js';
import { absolute } from './address.js';
import { createWaiting, type Waiting } from './attempts.js';
import { createLaterTransport } from './later.js';
import { on, onReturn, pauseOf } from './pause.js';
import { createPosition } from './position.js';
import { TIMING, type Operation, type Result, type Sink, type Timing, type Transport } from './transport.js';
import { judge, TRIES } from './verdict.js';

/**
 * After every so many connections that were lost or not made, one after the other, a stream is tried: the network may let
 * no socket through. Less often where the last connection was a socket's: a machine may have been carried to another
 * network, but more often a server is restarted, and sockets are better.
 */
const TRIES_OF_A_SOCKET = 2;
const TRIES_OF_A_GOOD_SOCKET = 4;

/** reposo: nothing is followed. reconectando: it was lost, or never there. terminada: sign in again. */
export type Conexion = 'reposo' | 'conectando' | 'conectada' | 'reconectando' | 'terminada';

/** Follows subscriptions through lost networks, restarts, and tokens that end. */
export interface Follower {
  /** Each result once; `complete` when the server said so, `error` when no try can help. */
  follow(operation: Operation, sink: Sink): () => void;
  state: Store<Conexion>;
  close(): void;
}

export interface FollowerOptions {
  /** The address of the API, http: or https:; of the page's own origin if it is not absolute. */
  url: string;
  session: Session;
  timing?: Partial<Timing>;
  headers?: RequestHeaders;
  /** Where it says that a subscription waits because the server asked it to. */
  waiting?: Waiting;
}

export function createFollower({ url, session, timing: given, headers = {}, waiting = createWaiting() }: FollowerOptions): Follower {
  const timing = { ...TIMING, ...given };
  const state = createStore<Conexion>('reposo');
  let triesOfASocket = TRIES_OF_A_SOCKET;
  const shared = (tries: number) => ({
    session,
    timing,
    headers,
    onConnected() {
      triesOfASocket = tries;
      state.set('conectada');
    },
  });
  // A page is there before it follows anything, and few networks let no socket through: the code of each comes when it is needed.
  const makeWays = () => ({
    socket: createLaterTransport(async () => (await import('./socket.js')).createSocketTransport({ url: absolute(url).replace(/^http/, 'ws'), ...shared(TRIES_OF_A_GOOD_SOCKET) })),
    streams: createLaterTransport(async () => (await import('./sse.js')).createSseTransport({ url: absolute(url), ...shared(TRIES_OF_A_SOCKET) })),
  });
  let { socket, streams } = makeWays();
  const closeWays = () => {
    socket.close();
    streams.close();
  };
  /** A connection is that of whose token it was made with. */
  const stopLeaving = session.onLeave(() => {
    closeWays();
    ({ socket, streams } = makeWays());
  });
  const active = new Set<{ wake(): void }>();
  /** A socket that is dead is known soon, and not at the next ping. */
  const stopProbing = on('offline', () => socket.probe());
  const stopListening = onReturn(() => {
    socket.probe();
    for (const one of active) one.wake();
    session.token().catch(() => {}); // somebody else may have signed in in another tab
  });

  /** Streams where there are no sockets; and now and then while none gets through. */
  function choose(lost: number): Transport {
    if (typeof WebSocket === 'undefined') return streams;
    return lost > 0 && lost % triesOfASocket === 0 ? streams : socket;
  }

  function follow(operation: Operation, sink: Sink) {
    const position = createPosition();
    const wait = waiting.waiter();
    let failures = 0;
    let lost = 0; // connections, one after the other
    let torn = 0; // how often one event came in part, and the server was not busy
    let stop = () => {};
    let timer: ReturnType<typeof setTimeout> | undefined;
    let waitsForItself = false; // and not because the server asked it to
    let over = false;
    let turn = 0; // what an earlier try still says is not heard

    const one = {
      wake() {
        if (waitsForItself) begin();
      },
    };
    active.add(one);
    const ofPerson = session.onLeave(() => finish(() => sink.error(new SessionEnded())));

    function begin() {
      clearTimeout(timer);
      waitsForItself = false;
      stop();
      const mine = ++turn;
      const transport = choose(lost);
      if (['reposo', 'terminada'].includes(state.get())) state.set('conectando');
      const heard = (what: () => void) => {
        if (!over && mine === turn) what();
      };
      const resumed = operation.resumes ? { ...operation, variables: position.resume(operation.variables) } : operation;
      stop = transport.subscribe(resumed, {
        next: (result) => heard(() => take(result, transport)),
        complete: () => heard(() => finish(() => sink.complete())),
        error: (reason) => heard(() => void fail(reason, transport)),
      });
    }

    function take(result: Result, transport: Transport) {
      const errors = failureIn(result);
      if (errors) return void fail(errors, transport);
      failures = lost = 0;
      wait(false);
      state.set('conectada'); // also by a connection that was there before
      if (operation.resumes && !position.take(result)) return;
      torn = 0;
      sink.next(result);
    }

    /**
     * The errors of a result that is not to be taken. Without data a stream has no other way to say that it failed. An
     * event of which a part could not be read now comes again, whole: a document that is missing in it is not deleted.
     */
    function failureIn({ data, errors }: Result) {
      if (!data || !errors) return errors;
      if (!operation.resumes) return undefined;
      const passing = errors.find((error) => {
        const verdict = judge([error]);
        return verdict.kind === 'again' && (verdict.busy || torn++ < TRIES);
      });
      return passing && [passing];
    }

    async function fail(reason: unknown, transport: Transport) {
      const since = ++turn; // this try is over, whatever else it says
      failures++;
      const verdict = judge(reason);
      if (verdict.kind === 'end') return finish(() => sink.error(verdict.error));
      const busy = verdict.kind === 'again' && verdict.busy;
      // An error of the operation leaves the connection as it is; a server that is busy is there.
      if (!Array.isArray(reason)) {
        lost++;
        state.set(busy ? 'conectando' : 'reconectando');
      } else if (transport === socket) lost = 0;
      wait(busy);
      let after = verdict.kind === 'again' ? verdict.after : 0;
      if (verdict.kind === 'renew') {
        try {
          await session.renew(transport.tokenSent() ?? '');
          if (failures === 1 && !over && turn === since) return begin();
        } catch (error) {
          const second = judge(error);
          if (second.kind === 'end') return finish(() => sink.error(second.error));
          after = 0; // the token could not be had now
        }
      }
      if (over || turn !== since) return;
      waitsForItself = after === 0;
      timer = setTimeout(begin, pauseOf(failures, after, timing));
    }

    function finish(tell: () => void) {
      if (over) return;
      end();
      tell();
    }

    function end() {
      over = true;
      wait(false);
      clearTimeout(timer);
      active.delete(one);
      ofPerson();
      stop();
      if (session.ended.get()) state.set('terminada');
      else if (active.size === 0) state.set('reposo');
    }

    begin();
    return () => {
      if (!over) end();
    };
  }

  return {
    follow,
    state,
    close() {
      stopProbing();
      stopListening();
      stopLeaving();
      closeWays();
    },
  };
}
