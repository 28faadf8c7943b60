import { useEffect, useRef, type ReactNode } from 'react';
import { useTextos } from '../i18n/i18n';

let first = true;

/** A screen: its title in the window, and as heading, which gets the focus when the person came from another screen. */
export function Pagina({ titulo, children }: { titulo: string; children: ReactNode }) {
  const { nombre } = useTextos();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (first) first = false;
    else heading.current?.focus();
  }, []);
  return (
    <>
      <title>{`${titulo} · ${nombre}`}</title>
      <h1 ref={heading} tabIndex={-1}>
        {titulo}
      </h1>
      {children}
    </>
  );
}
