/** Whose a token is, as it says itself: the server verifies it. */
export const subjectOf = (token: string): string | undefined => claimsOf(token).sub;

export interface Claims {
  sub?: string;
  roles?: string[];
  /** Whose program or person it is, for the role entidad. */
  entidad?: string;
}

/** What a token says, unverified; nothing if it cannot be read here. */
export function claimsOf(token: string): Claims {
  try {
    const claims = atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/'));
    return JSON.parse(claims) as Claims;
  } catch {
    return {};
  }
}
