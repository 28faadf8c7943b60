import type { EnvioDeCargaFragment } from '../generado/graphql.js';

/** What a signed address answered: 0 is a lost network. `after` is Retry-After, in milliseconds. */
export interface Sent {
  status: number;
  after: number;
}

interface SendOptions {
  onProgress(bytes: number): void;
  signal?: AbortSignal;
  /** A connection that moves no byte for so long, in milliseconds, is given up. */
  stallWait: number;
}

/** Sends bytes to a signed address. XMLHttpRequest is the only way to know how many have left. */
export function send({ metodo, url, encabezados }: EnvioDeCargaFragment, body: Blob, { onProgress, signal, stallWait }: SendOptions): Promise<Sent> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted(); // while its address was asked for
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const moved = () => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), stallWait);
    };
    const abort = () => request.abort();
    request.upload.onprogress = (event) => {
      moved();
      onProgress(event.loaded);
    };
    request.onloadend = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      if (signal?.aborted) return reject(signal.reason as Error);
      // Of another origin that does not expose it: asked for by its name, it would be an error in the console.
      const [, seconds = 0] = /^retry-after: *(\d+)/im.exec(request.getAllResponseHeaders()) ?? [];
      resolve({ status: request.status, after: 1000 * Number(seconds) });
    };
    signal?.addEventListener('abort', abort, { once: true });
    request.open(metodo, url);
    for (const { nombre, valor } of encabezados) request.setRequestHeader(nombre, valor);
    moved();
    request.send(body);
  });
}
