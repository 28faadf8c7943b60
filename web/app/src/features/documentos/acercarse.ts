import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Does something as the end of a list comes near the window: a screen away. `cuanto` is how much there is: with more of it
 * the end may still be near. React Aria's own looks at the box that scrolls, and here that is the page, which has it all.
 */
export function useAlAcercarse<T extends HTMLElement>(hacer: () => void, cuanto: number) {
  const end = useRef<T>(null);
  const newest = useEffectEvent(hacer);
  useEffect(() => {
    if (!end.current || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && newest(), { rootMargin: '0px 0px 100% 0px' });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [cuanto]);
  return end;
}
