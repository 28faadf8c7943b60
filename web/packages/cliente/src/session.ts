import { createStore, type Store } from './store.js';

/**
 * Gives the token of this moment. `renovar` is true when the server refused the last one: then get a new one. Null
 * says that there is none, and that the person has to sign in. A rejected promise says "not now": it is tried again.
 */
export type TokenSource = (request: { renovar: boolean }) => string | null | Promise<string | null>;

export interface Session {
  /** The token to send; rejects with SessionEnded. */
  token(): Promise<string>;
  /** Another token than the one that was refused. Any number of callers cause one renewal at a time. */
  renew(refused: string): Promise<string>;
  /** Whether somebody has to sign in. */
  ended: Store<boolean>;
  end(): SessionEnded;
  /** After signing in again. */
  resume(): void;
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
  let current: string | undefined;
  let refusedLast: string | undefined;
  const underWay: { plain?: Promise<string>; renewal?: Promise<string> } = {};

  function end() {
    ended.set(true);
    return new SessionEnded();
  }

  /** One question to the source at a time, for all who wait. */
  function ask(kind: 'plain' | 'renewal'): Promise<string> {
    if (ended.get()) return Promise.reject(new SessionEnded());
    return (underWay[kind] ??= answer(kind).finally(() => delete underWay[kind]));
  }

  async function answer(kind: 'plain' | 'renewal') {
    const token = await source({ renovar: kind === 'renewal' });
    if (!token) throw end(); // null, or what an answer without a token gives: it would be sent as 'undefined'
    if (token === refusedLast) {
      if (kind === 'renewal') throw end();
      return ask('renewal');
    }
    current = token;
    return token;
  }

  return {
    ended,
    end,
    token: () => ask('plain'),
    async renew(refused) {
      if (current !== undefined && current !== refused) return current; // somebody was faster
      refusedLast = refused;
      return ask('renewal');
    },
    resume() {
      current = refusedLast = undefined;
      ended.set(false);
    },
  };
}
