import { createStore, type Store } from '../store.js';
import { pauseOf } from './pause.js';
import type { Timing } from './transport.js';
import { TRIES, TRIES_OF_NETWORK, type Verdict } from './verdict.js';

/** What waits because the server asked it to. */
export interface Waiting {
  /** Whether anything does: the page may say that it goes on by itself. */
  busy: Store<boolean>;
  /** For one operation: whether it waits now. */
  waiter(): (waits: boolean) => void;
}

export function createWaiting(): Waiting {
  const busy = createStore(false);
  const waiting = new Set<object>();
  return {
    busy,
    waiter() {
      const one = {};
      return (waits) => {
        if (waits) waiting.add(one);
        else waiting.delete(one);
        busy.set(waiting.size > 0);
      };
    },
  };
}

/** The tries of one operation. */
export interface Attempts {
  /** The pause before the next try, in milliseconds, after one that failed; undefined if it was the last one. */
  pauseAfter(verdict: Verdict, network: boolean): number | undefined;
  /** It has ended, well or not. */
  end(): void;
}

/**
 * A failure that may pass is tried some times. With a server that asks to wait, it is a matter of time and not of tries:
 * one that is restarted, or has too much to do, is waited for.
 */
export function createAttempts(waiting: Waiting, timing: Timing): Attempts {
  const wait = waiting.waiter();
  let failures = 0;
  let since: number | undefined;
  return {
    pauseAfter(verdict, network) {
      failures++;
      if (verdict.kind !== 'again') return undefined;
      const pause = pauseOf(failures, verdict.after, timing);
      wait(verdict.busy);
      if (!verdict.busy) return failures < (network ? TRIES_OF_NETWORK : TRIES) ? pause : undefined;
      const now = performance.now();
      since ??= now;
      return now - since + pause <= timing.patience ? pause : undefined;
    },
    end: () => wait(false),
  };
}
