import { useCallback, useInsertionEffect, useRef } from 'react';

/**
 * What an effect or a listener calls, as the component was drawn last: the function itself stays the same, so nothing
 * begins anew because of it. React has it as useEffectEvent since 19.2.
 */
export function useEvent<Args extends unknown[], Result>(handler: (...args: Args) => Result): (...args: Args) => Result {
  const last = useRef(handler);
  useInsertionEffect(() => {
    last.current = handler;
  });
  return useCallback((...args) => last.current(...args), []);
}
