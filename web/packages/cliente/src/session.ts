import { createStore, type Store } from './store.js';

/**
 * Gives the token of this moment. `renew` is true when the server refused the last one: then get a new one. Null
 * says that there is none, and that the person has to sign in. A rejected promise says "not now": it is tried again.
 */
export type TokenSource = (request: { renew: boolean }) => string | null | Promise<string | null>;

export interface Session {
  /** The token to send; rejects with SessionEnded. */
  token(): Promise<string>;
  /** Another token than the one that was refused. Any number of callers cause one renewal at a time. */
  renew(refused: string): Promise<string>;
  /** Whether somebody has to sign in. */
  ended: Store<boolean>;
  end(): SessionEnded;
  /** After signing in again: asks for a token, and goes on when it is here. */
  resume(): void;
  /** The person leaves, and what is theirs is forgotten; nothing more is sent until `resume`. */
  signOut(): Promise<void>;
  /**
   * Calls back when the person leaves: by `signOut`, or because a token is somebody else's. What is theirs is to be
   * forgotten then: the next one is given no token before the promise of each callback is settled.
   */
  onLeave(forget: () => unknown): () => void;
}

/** Nothing more is sent until the person has signed in (`Session.resume`). */
export class SessionEnded extends Error {
  override name = 'SessionEnded';
  constructor() {
    super('Su sesión terminó: inicie sesión de nuevo.');
  }
}

export function createSession(source: TokenSource): Session {
  const ended = createStore(false);
  const leaving = new Map<() => unknown, number>(); // what to do, and in which turn it was said
  let current: string | undefined;
  let refusedLast: string | undefined;
  let person: { sub: string | undefined } | undefined; // whose the last token was
  let signedIn = false; // again, and it is not known yet who
  let turn = 0; // of those who sign in: what was asked in an earlier one is of nobody's use
  let left = Promise.resolve(); // all that the one before had
  let underWay: { plain?: Promise<string>; renewal?: Promise<string> } = {};

  function end() {
    signedIn = false;
    ended.set(true);
    return new SessionEnded();
  }

  /** One question to the source at a time, for all who wait. */
  function ask(kind: 'plain' | 'renewal'): Promise<string> {
    if (ended.get() && !signedIn) return Promise.reject(new SessionEnded());
    const mine = underWay;
    return (mine[kind] ??= answer(kind).finally(() => delete mine[kind]));
  }

  async function answer(kind: 'plain' | 'renewal') {
    const mine = turn;
    await left;
    const token = await source({ renew: kind === 'renewal' });
    if (mine !== turn) throw new SessionEnded(); // who asked has left
    if (!token) throw end(); // null, or what an answer without a token gives: it would be sent as 'undefined'
    if (token === refusedLast) {
      if (kind === 'renewal') throw end();
      return ask('renewal');
    }
    const sub = subjectOf(token);
    if (isAnother(sub)) {
      await forget();
      return ask('plain');
    }
    person = { sub: sub ?? person?.sub };
    current = token;
    signedIn = false;
    ended.set(false);
    return token;
  }

  /** Where the tokens do not say it: a renewal is the same person's, and whoever signs in again is another one. */
  function isAnother(sub: string | undefined) {
    if (!person) return false;
    const unknown = sub === undefined || person.sub === undefined;
    return unknown ? signedIn : sub !== person.sub;
  }

  /** What began since somebody signed in again is theirs, and stays. */
  function forget() {
    const theirs = signedIn ? turn : turn + 1;
    beginTurn();
    person = undefined;
    const told = [...leaving].filter(([, since]) => since < theirs).map(([one]) => one());
    return (left = Promise.allSettled(told).then(() => {}));
  }

  function beginTurn() {
    turn++;
    current = refusedLast = undefined;
    underWay = {};
  }

  function onLeave(forget: () => unknown) {
    leaving.set(forget, turn);
    return () => void leaving.delete(forget);
  }

  /** Nobody is given the token of somebody who came after them. */
  async function ofWhoAsks(kind: 'plain' | 'renewal') {
    let gone = false;
    const stop = onLeave(() => (gone = true));
    try {
      const token = await ask(kind);
      if (gone) throw new SessionEnded();
      return token;
    } finally {
      stop();
    }
  }

  return {
    ended,
    end,
    token: () => ofWhoAsks('plain'),
    async renew(refused) {
      if (current !== undefined && current !== refused) return current; // somebody was faster
      refusedLast = refused;
      return ofWhoAsks('renewal');
    },
    resume() {
      beginTurn();
      signedIn = true;
      ask('plain').catch(() => {}); // whoever needs it is told
    },
    signOut() {
      end();
      return forget();
    },
    onLeave,
  };
}

/** Whose a token is, if it is a JWT and says so; the server verifies it. */
function subjectOf(token: string): string | undefined {
  try {
    const { sub } = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))) as { sub?: unknown };
    return typeof sub === 'string' ? sub : undefined;
  } catch {
    return undefined;
  }
}
