import { describe, expect, it } from 'vitest';
import { createSession, SessionEnded } from '../src/session.js';

describe('a session', () => {
  it('asks for one token at a time, however many wait', async () => {
    let asked = 0;
    const session = createSession(async () => `t${++asked}`);
    expect(await Promise.all([session.token(), session.token(), session.token()])).toEqual(['t1', 't1', 't1']);
    expect(asked).toBe(1);
  });

  it('renews a refused token once for all', async () => {
    let renewals = 0;
    const session = createSession(({ renovar }) => (renovar ? `new${++renewals}` : 'old'));
    const old = await session.token();
    expect(await Promise.all([session.renew(old), session.renew(old)])).toEqual(['new1', 'new1']);
    expect(await session.renew(old)).toBe('new1'); // who was refused later gets the same
    expect(renewals).toBe(1);
  });

  it('never sends a refused token again, even if the application still gives it', async () => {
    const session = createSession(({ renovar }) => (renovar ? 'new' : 'old'));
    await session.renew(await session.token());
    expect(await session.token()).toBe('new');
  });

  it('ends when there is no other token, tells it, and goes on after signing in', async () => {
    let source: string | null = 'old';
    const session = createSession(() => source);
    const told: boolean[] = [];
    session.ended.subscribe(() => told.push(session.ended.get()));
    await expect(session.renew(await session.token())).rejects.toBeInstanceOf(SessionEnded);
    await expect(session.token()).rejects.toBeInstanceOf(SessionEnded);
    source = 'signed in';
    session.resume();
    expect(await session.token()).toBe('signed in');
    expect(told).toEqual([true, false]);
  });

  it.each([undefined, ''])('ends at %j in the place of a token, and never sends it', async (none) => {
    const session = createSession(({ renovar }) => (renovar ? (none as string) : 'old')); // as an answer without it gives
    await expect(session.renew(await session.token())).rejects.toBeInstanceOf(SessionEnded);
    expect(session.ended.get()).toBe(true);
  });

  it('does not end when the source fails for now', async () => {
    let fail = true;
    const session = createSession(async () => {
      if (fail) throw new TypeError('offline');
      return 'token';
    });
    await expect(session.token()).rejects.toBeInstanceOf(TypeError);
    fail = false;
    expect(await session.token()).toBe('token');
  });
});
