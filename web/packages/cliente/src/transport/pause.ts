import type { Timing } from './transport.js';

/** How long to wait before the next try: doubling, bounded, spread by chance, and never less than the server asks for. */
export function pauseOf(failures: number, after: number, { firstPause, longestPause }: Timing, chance = Math.random()) {
  const own = Math.min(longestPause, firstPause * 2 ** Math.max(0, failures - 1)) * (0.5 + chance / 2);
  return Math.max(own, after * (1 + chance / 4));
}

/** Hears what the browser tells of the network. */
export function on(event: 'online' | 'offline', callback: () => void): () => void {
  globalThis.addEventListener?.(event, callback);
  return () => globalThis.removeEventListener?.(event, callback);
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
  const stop = on('online', callback);
  page?.addEventListener('visibilitychange', seen);
  return () => {
    stop();
    page?.removeEventListener('visibilitychange', seen);
  };
}
