import { toFalla, type Falla } from '@carpeta-ciudadana/cliente';
import { useRef, useState } from 'react';

export interface Mas {
  /** The next page is on its way. */
  cargandoMas: boolean;
  /** Loads the next page, one at a time; never rejects. */
  cargarMas: () => Promise<void>;
  /** Why it did not come. */
  fallaDeMas: Falla | undefined;
}

/** "Load more" of a list, with what a page says meanwhile: a press of which nothing comes would be no answer. */
export function useMas(load: () => Promise<unknown>): Mas {
  const [cargandoMas, setCargandoMas] = useState(false);
  const [fallaDeMas, setFallaDeMas] = useState<Falla>();
  const underWay = useRef<Promise<void>>(undefined);
  const cargarMas = () => {
    setCargandoMas(true);
    return (underWay.current ??= load()
      .then(
        () => setFallaDeMas(undefined),
        (cause: unknown) => setFallaDeMas(toFalla(cause)),
      )
      .finally(() => {
        underWay.current = undefined;
        setCargandoMas(false);
      }));
  };
  return { cargandoMas, cargarMas, fallaDeMas };
}
