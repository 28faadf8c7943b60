import { hashBlob, type HashOptions } from './hash.js';
import type { HashMessage } from './hash-worker.js';

/**
 * Hashes in a worker, so that the page never waits. Where there are none, or none comes (a new version was put in the
 * place of the one that this page is of, or a content policy forbids it), in slices on the page: the file is not at fault.
 */
export async function hashFile(blob: Blob, options: HashOptions = {}): Promise<string> {
  const worker = startWorker();
  if (!worker) return hashBlob(blob, options);
  try {
    return await hashIn(worker, blob, options);
  } catch (cause) {
    if (cause instanceof NoWorker) return await hashBlob(blob, options);
    throw cause;
  } finally {
    worker.terminate();
  }
}

class NoWorker extends Error {}

function startWorker() {
  try {
    return typeof Worker === 'undefined' ? undefined : new Worker(new URL('./hash-worker.js', import.meta.url), { type: 'module' });
  } catch {
    return undefined;
  }
}

function hashIn(worker: Worker, blob: Blob, { onProgress, signal }: HashOptions): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    let heard = false;
    const abort = () => reject(signal?.reason as Error);
    const end = (tell: () => void) => {
      signal?.removeEventListener('abort', abort);
      tell();
    };
    signal?.throwIfAborted();
    signal?.addEventListener('abort', abort, { once: true });
    worker.onerror = ({ message }) => end(() => reject(heard ? new Error(message) : new NoWorker()));
    worker.onmessage = ({ data }: MessageEvent<HashMessage>) => {
      heard = true;
      if ('bytes' in data) onProgress?.(data.bytes);
      else if ('hash' in data) end(() => resolve(data.hash));
      else end(() => reject(new Error(data.error)));
    };
    worker.postMessage(blob);
  });
}
