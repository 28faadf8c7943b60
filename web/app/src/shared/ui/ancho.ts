import { useSyncExternalStore } from 'react';

/** As the styles have it: from here on there is room beside what is looked at. */
const ANCHO = '(min-width: 60rem)';

const query = () => (typeof matchMedia === 'function' ? matchMedia(ANCHO) : undefined);

function subscribe(changed: () => void) {
  const media = query();
  media?.addEventListener('change', changed);
  return () => media?.removeEventListener('change', changed);
}

/** Whether the screen is a wide one. */
export const useEsAncho = () => useSyncExternalStore(subscribe, () => query()?.matches ?? false);
