/** Whose a token is, as it says itself: the server verifies it. */
export const subjectOf = (token: string): string | undefined => claimsOf(token).sub;

export interface Claims {
  sub?: string;
  roles?: string[];
  /** Whose program or person it is, for the role entidad. */
  entidad?: string;
  /** What they may do for that entity. */
  permisos?: string[];
}

/** What a token of an entity may do: one that does not say so may issue, and nothing else. */
export const permisosDe = ({ permisos = ['emision'] }: Claims): readonly string[] => permisos;

/** What a token says, unverified; nothing if it cannot be read here. */
export function claimsOf(token: string): Claims {
  try {
    const claims = atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/'));
    return JSON.parse(claims) as Claims;
  } catch {
    return {};
  }
}
