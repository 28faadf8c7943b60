import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { useIdentidad } from '../identidad';
import './pagina.css';

let first = true;

interface PaginaProps {
  titulo: string;
  /** Before the title. */
  icono?: ReactNode;
  /** The one thing that is done most, beside the title. */
  accion?: ReactNode;
  children: ReactNode;
}

/** A screen: its title in the window, and as heading, which gets the focus when the person came from another screen. */
export function Pagina({ titulo, icono, accion, children }: PaginaProps) {
  const { nombre } = useIdentidad();
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    document.documentElement.scrollTop = 0; // the list of documents is found again where it was left: it does so itself
  }, []);
  useEffect(() => {
    if (first) first = false;
    else heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      <title>{`${titulo} · ${nombre}`}</title>
      <div className="cabeza">
        {icono}
        <h1 ref={heading} tabIndex={-1}>
          {titulo}
        </h1>
        {accion}
      </div>
      {children}
    </>
  );
}
