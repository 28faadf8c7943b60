import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** WebCrypto takes a file in one piece, and needs a secure context. This reads it piece by piece, anywhere. */
const SLICE = 2 ** 20;

export interface HashOptions {
  onProgress?: (bytes: number) => void;
  signal?: AbortSignal | undefined;
}

/** SHA-256 of a file, 64 hexadecimal digits. Rejects if the file cannot be read. */
export async function hashBlob(blob: Blob, { onProgress, signal }: HashOptions = {}): Promise<string> {
  const hash = sha256.create();
  for (let at = 0; at < blob.size; at += SLICE) {
    signal?.throwIfAborted();
    hash.update(new Uint8Array(await blob.slice(at, at + SLICE).arrayBuffer()));
    onProgress?.(Math.min(at + SLICE, blob.size));
  }
  return bytesToHex(hash.digest());
}
