import type { Access } from './access';
import { subjectOf } from './claims';

/** A token that somebody pasted: when it has ended, another one has to be pasted. */
export function pastedAccess(first: string): Access {
  let current = first;
  return {
    kind: 'token',
    token: ({ renew }) => (renew ? null : current),
    replace(token) {
      const same = subjectOf(token) === subjectOf(first);
      if (same) current = token;
      return same;
    },
  };
}
