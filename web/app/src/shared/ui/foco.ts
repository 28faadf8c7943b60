import { useLayoutEffect, useRef } from 'react';

/**
 * For what changes under the hand: when the button that a person pressed goes away, what held it takes the focus; when
 * that goes away too, the heading of the screen does. Nobody begins at the top of the page again.
 */
export function useGuardaFoco<T extends HTMLElement>() {
  const here = useRef<T>(null);
  const had = useRef(false);
  useLayoutEffect(() => {
    // In a list with a way of its own for arrows it is the row.
    if (had.current && document.activeElement === document.body) (here.current?.closest<HTMLElement>('[role=row]') ?? here.current)?.focus({ preventScroll: true });
  });
  useLayoutEffect(() => {
    const mine = here.current;
    return () => {
      if (mine?.contains(document.activeElement)) document.querySelector('h1')?.focus({ preventScroll: true });
    };
  }, []);
  return {
    ref: here,
    tabIndex: -1,
    onFocus: () => {
      had.current = true;
    },
    // React tells of no blur when what had the focus goes away.
    onBlur: () => {
      had.current = false;
    },
  };
}
