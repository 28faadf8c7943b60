import { useRef, type PointerEvent } from 'react';

/**
 * For rows that are opened and chosen: one that a mouse holds for longer opens too, as not every hand is quick. React-aria
 * takes each press of half a second for a long one, and cancels it. A finger's is one: it chooses the row.
 */
export function usePulsacionLenta() {
  const pointer = useRef('');
  return {
    onPointerDownCapture: ({ pointerType }: PointerEvent) => {
      pointer.current = pointerType;
    },
    onPointerCancelCapture: (event: PointerEvent) => {
      if (pointer.current === 'mouse' && !event.isTrusted) event.stopPropagation(); // a browser's own, of a drag, is right
    },
  };
}
