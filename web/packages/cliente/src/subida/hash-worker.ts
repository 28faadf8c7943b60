import { hashBlob } from './hash.js';

/** What the worker says: how far it is, then the hash, or why there is none. */
export type HashMessage = { bytes: number } | { hash: string } | { error: string };

const port = globalThis as unknown as { onmessage: (event: MessageEvent<Blob>) => void; postMessage(message: HashMessage): void };

port.onmessage = ({ data }) => {
  hashBlob(data, { onProgress: (bytes) => port.postMessage({ bytes }) }).then(
    (hash) => port.postMessage({ hash }),
    (cause: unknown) => port.postMessage({ error: String(cause) }),
  );
};
