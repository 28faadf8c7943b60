import { createContext, useContext, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';

/** Where the person left the list of documents: what they asked for, and how far down they were. */
interface Lugar {
  busqueda: string;
  alto: number;
}

const Context = createContext<RefObject<Lugar> | null>(null);

/** Around everything of one person: the next one begins at the top, with no words. */
export function ListaProvider({ children }: { children: ReactNode }) {
  return <Context value={useRef({ busqueda: '', alto: 0 })}>{children}</Context>;
}

/** The address of the list as the person left it: what leads back leads there. */
export function useVolverALaLista(): string {
  const lugar = useContext(Context);
  return `/${lugar?.current.busqueda ?? ''}`;
}

/** For the list itself: it is found again where it was left, if it is asked for the same. `listo` says that its rows are there. */
export function useLugarEnLaLista(busqueda: string, listo: boolean): void {
  const lugar = useContext(Context);
  const found = useRef(false);
  useLayoutEffect(() => {
    if (!listo || found.current) return;
    found.current = true;
    const alto = lugar?.current.busqueda === busqueda ? lugar.current.alto : 0;
    if (alto === 0) return;
    const frame = requestAnimationFrame(() => (document.documentElement.scrollTop = alto)); // the list is as high as its rows by then
    return () => cancelAnimationFrame(frame);
  }, [lugar, busqueda, listo]);
  useLayoutEffect(() => {
    const note = () => {
      if (lugar) lugar.current.alto = document.documentElement.scrollTop;
    };
    if (lugar) lugar.current.busqueda = busqueda;
    addEventListener('scroll', note, { passive: true });
    return () => removeEventListener('scroll', note);
  }, [lugar, busqueda]);
}
