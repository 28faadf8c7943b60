import type { Timing } from './transport.js';

/** How long to wait before the next try: doubling, bounded, spread by chance, and never less than the server asks for. */
export function pauseOf(failures: number, after: number, { firstPause, longestPause }: Timing, chance = Math.random()) {
  const own = Math.min(longestPause, firstPause * 2 ** Math.max(0, failures - 1)) * (0.5 + chance / 2);
  return Math.max(own, after * (1 + chance / 4));
}

/**
 * Calls back when the page has the network again, or is looked at again. Then a pause of our own is over; one that the
 * server asked for is not.
 */
export function onReturn(callback: () => void): () => void {
  const page = globalThis.document as Document | undefined;
  const seen = () => {
    if (page?.visibilityState === 'visible') callback();
  };
  globalThis.addEventListener?.('online', callback);
  page?.addEventListener('visibilitychange', seen);
  return () => {
    globalThis.removeEventListener?.('online', callback);
    page?.removeEventListener('visibilitychange', seen);
  };
}
