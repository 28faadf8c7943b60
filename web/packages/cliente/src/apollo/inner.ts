import type { Timing } from '../transport/transport.js';
import { absolute } from '../transport/address.js';
import type { CarpetaClient } from './carpeta-client.js';

/** What the kit itself needs of a client, and an application does not. */
export interface Inner {
  /** Where the API is, as it was given. */
  url: string;
  timing: Timing;
  /** What a page has one of, whoever asks for it: made by `make` the first time, and closed with the client. */
  part<T extends object>(make: (client: CarpetaClient) => T): T;
}

const known = new WeakMap<CarpetaClient, Inner>();

export const keepInner = (client: CarpetaClient, inner: Inner): unknown => known.set(client, inner);

export function innerOf(client: CarpetaClient): Inner {
  const inner = known.get(client);
  if (!inner) throw new Error('This is no client of createCarpetaClient.');
  return inner;
}

/** An address of the server, absolute. */
export const addressOf = (client: CarpetaClient, path: string): string => new URL(path, absolute(innerOf(client).url)).href;
