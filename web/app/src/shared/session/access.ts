import type { TokenSource } from '@carpeta-ciudadana/cliente';
import { readSettings } from './settings';

/** How somebody got in. Tokens are in memory only: a reload asks for them again, and no other script can read them. */
export type Access = { token: TokenSource } & (
  | { kind: 'demo' }
  /** Goes on with another token of the same person; false if it is somebody else's. */
  | { kind: 'token'; replace: (token: string) => boolean }
  /** Signs in again in a window beside this one, where nothing is lost; false if it was somebody else. */
  | { kind: 'oidc'; again: () => Promise<boolean> }
);

/** The person of the demonstration. Their token is renewed by asking the server again. */
export function demoAccess(first: string): Access {
  return {
    kind: 'demo',
    token: async ({ renovar }) => (renovar ? ((await readSettings()).token ?? null) : first),
  };
}

/** A token that somebody pasted: when it has ended, another one has to be pasted. */
export function pastedAccess(first: string): Access {
  let current = first;
  return {
    kind: 'token',
    token: ({ renovar }) => (renovar ? null : current),
    replace(token) {
      const same = subjectOf(token) === subjectOf(first);
      if (same) current = token;
      return same;
    },
  };
}

/** Whose a token is, as it says itself: the server verifies it. */
export function subjectOf(token: string): string | undefined {
  try {
    const claims = atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/'));
    return (JSON.parse(claims) as { sub?: string }).sub;
  } catch {
    return undefined;
  }
}
