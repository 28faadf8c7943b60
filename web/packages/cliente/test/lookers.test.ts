import type { ApolloClient } from '@apollo/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lookAt, RELOADS_APART, tellLookers, type Lookers } from '../src/apollo/lookers.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** Somebody who looks, and the times at which they loaded again. */
function looker() {
  const [lookers, client]: [Lookers, ApolloClient] = [new WeakMap(), {} as ApolloClient];
  const start = performance.now();
  const reloads: number[] = [];
  const look = () => lookAt(lookers, client, () => void reloads.push(performance.now() - start));
  return { reloads, look, tell: () => tellLookers(lookers, client) };
}

describe('whoever looks at what changes', () => {
  it('loads again at once', () => {
    const { reloads, look, tell } = looker();
    look();
    tell();
    vi.advanceTimersByTime(0);
    expect(reloads).toEqual([0]);
  });

  it('loads again once for what comes together', () => {
    const { reloads, look, tell } = looker();
    look();
    for (let i = 0; i < 5; i++) tell();
    vi.advanceTimersByTime(10 * RELOADS_APART);
    expect(reloads).toEqual([0]);
  });

  it('loads again once a second while it goes on, and once after the last change', () => {
    const { reloads, look, tell } = looker();
    look();
    for (let i = 0; i < 25; i++) {
      tell();
      vi.advanceTimersByTime(RELOADS_APART / 10);
    }
    expect(reloads).toEqual([0, RELOADS_APART, 2 * RELOADS_APART]);
    vi.advanceTimersByTime(10 * RELOADS_APART);
    expect(reloads).toEqual([0, RELOADS_APART, 2 * RELOADS_APART, 3 * RELOADS_APART]);
  });

  it('waits for nobody else', () => {
    const { reloads, look, tell } = looker();
    look();
    tell();
    vi.advanceTimersByTime(RELOADS_APART / 2);
    look();
    tell();
    vi.advanceTimersByTime(0);
    expect(reloads).toEqual([0, RELOADS_APART / 2]);
  });

  it('loads nothing when they look no more', () => {
    const { reloads, look, tell } = looker();
    const stop = look();
    tell();
    stop();
    tell();
    vi.advanceTimersByTime(10 * RELOADS_APART);
    expect(reloads).toEqual([]);
  });
});
