import type { TokenSource } from '@carpeta-ciudadana/cliente';
import { readSettings } from './settings';

/** How somebody got in. Tokens are in memory only: a reload asks for them again, and no other script can read them. */
export interface Access {
  kind: 'demo' | 'token';
  token: TokenSource;
}

/** The person of the demonstration. Their token is renewed by asking the server again. */
export function demoAccess(first: string): Access {
  return {
    kind: 'demo',
    token: async ({ renovar }) => (renovar ? ((await readSettings()).token ?? null) : first),
  };
}

/** A token that somebody pasted: when it has ended, another one has to be pasted. */
export function pastedAccess(token: string): Access {
  return { kind: 'token', token: ({ renovar }) => (renovar ? null : token) };
}
