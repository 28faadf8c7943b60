import type { Ingreso, TokenSource } from '@carpeta-ciudadana/cliente';
import { readSettings, tokenOf } from './settings';

/** How somebody got in. Tokens are in memory only: a reload asks for them again, and no other script can read them. */
export type Access = { token: TokenSource } & (
  | { kind: 'demo'; again: () => Promise<boolean> }
  /** Goes on with another token of the same person; false if it is somebody else's. */
  | { kind: 'token'; replace: (token: string) => boolean }
  /** Signs in again in a window beside this one, where nothing is lost; false if it was somebody else. */
  | { kind: 'oidc'; again: (ingreso: Ingreso) => Promise<boolean> }
);

/** Somebody of the demonstration, by their role. Their token is renewed by asking the server again. */
export function demoAccess(rol: string, first: string): Access {
  let token: string | undefined = first;
  const askAgain = async () => (token = tokenOf(await readSettings(), rol));
  return {
    kind: 'demo',
    token: async ({ renew }) => (renew ? await askAgain() : token) ?? null,
    again: async () => (await askAgain()) !== undefined,
  };
}
