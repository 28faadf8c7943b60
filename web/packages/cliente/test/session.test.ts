import { describe, expect, it } from 'vitest';
import { createSession, SessionEnded } from '../src/session.js';

/** A token that says whose it is; another number is another token of theirs. */
const of = (sub: string, number: number) => `e30.${btoa(JSON.stringify({ sub, number }))}.x`;

describe('a session', () => {
  it('asks for one token at a time, however many wait', async () => {
    let asked = 0;
    const session = createSession(async () => `t${++asked}`);
    expect(await Promise.all([session.token(), session.token(), session.token()])).toEqual(['t1', 't1', 't1']);
    expect(asked).toBe(1);
  });

  it('renews a refused token once for all', async () => {
    let renewals = 0;
    const session = createSession(({ renew }) => (renew ? `new${++renewals}` : 'old'));
    const old = await session.token();
    expect(await Promise.all([session.renew(old), session.renew(old)])).toEqual(['new1', 'new1']);
    expect(await session.renew(old)).toBe('new1'); // who was refused later gets the same
    expect(renewals).toBe(1);
  });

  it('never sends a refused token again, even if the application still gives it', async () => {
    const session = createSession(({ renew }) => (renew ? 'new' : 'old'));
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
    const session = createSession(({ renew }) => (renew ? (none as string) : 'old')); // as an answer without it gives
    await expect(session.renew(await session.token())).rejects.toBeInstanceOf(SessionEnded);
    expect(session.ended.get()).toBe(true);
  });

  it.each<[string, boolean, string, string, boolean]>([
    ['a renewal of the same person', false, of('ana', 1), of('ana', 2), false],
    ['a renewal that says nobody', false, of('ana', 1), 'opaque', false],
    ['a renewal of somebody else', false, of('ana', 1), of('eva', 1), true],
    ['who signs in again', true, of('ana', 1), of('ana', 2), false],
    ['who signs in after somebody else', true, of('ana', 1), of('eva', 1), true],
    ['who signs in, and nobody knows who', true, 'opaque', 'opaque too', true],
    ['who signs in after nobody knows who', true, 'opaque', of('ana', 1), true],
  ])('says that the person left, or not: %s', async (_, signsIn, before, after, another) => {
    let now: string | null = before;
    const session = createSession(() => now);
    let left = 0;
    session.onLeave(() => left++);
    await session.token();
    if (signsIn) {
      now = null;
      await expect(session.renew(before)).rejects.toBeInstanceOf(SessionEnded);
      now = after;
      session.resume();
    }
    now = after;
    await session.token().catch(() => {}); // of the one who has left
    expect(await session.token()).toBe(after);
    expect(left).toBe(another ? 1 : 0);
    expect(session.ended.get()).toBe(false);
  });

  it('gives the next one a token when all of the one before is forgotten, and to the one before none', async () => {
    let now = of('ana', 1);
    const session = createSession(() => now);
    await session.token();
    let forgotten = () => {};
    session.onLeave(() => new Promise<void>((resolve) => (forgotten = resolve)));
    now = of('eva', 1);
    await expect(Promise.race([session.token().then(() => {}), new Promise((resolve) => setTimeout(resolve))])).resolves.toBeUndefined();
    let given: string | undefined;
    const next = session.token().then((token) => (given = token));
    await new Promise((resolve) => setTimeout(resolve));
    expect(given).toBeUndefined();
    forgotten();
    expect(await next).toBe(now);
  });

  it('signs out: nothing is sent until somebody signs in', async () => {
    const session = createSession(() => of('ana', 1));
    const asked = session.token();
    await session.signOut();
    await expect(asked).rejects.toBeInstanceOf(SessionEnded);
    await expect(session.token()).rejects.toBeInstanceOf(SessionEnded);
    session.resume();
    expect(await session.token()).toBe(of('ana', 1));
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
