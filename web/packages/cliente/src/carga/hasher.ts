import { hashBlob, type HashOptions } from './hash.js';
import type { HashMessage } from './hash-worker.js';

/** Hashes in a worker, so that the page never waits; where there are no workers, in slices on the page. */
export function hashFile(blob: Blob, options: HashOptions = {}): Promise<string> {
  if (typeof Worker === 'undefined') return hashBlob(blob, options);
  const worker = new Worker(new URL('./hash-worker.js', import.meta.url), { type: 'module' });
  const { onProgress, signal } = options;
  return new Promise<string>((resolve, reject) => {
    signal?.throwIfAborted();
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    worker.onerror = (event) => reject(new Error(event.message || 'The worker could not be started.'));
    worker.onmessage = ({ data }: MessageEvent<HashMessage>) => {
      if ('bytes' in data) onProgress?.(data.bytes);
      else if ('hash' in data) resolve(data.hash);
      else reject(new Error(data.error));
    };
    worker.postMessage(blob);
  }).finally(() => worker.terminate());
}
