import type { ReactNode } from 'react';
import { Link, useRoute } from 'wouter';
import { useTextos } from '../i18n/i18n';
import { LanguageSwitch } from './language-switch';

interface MarcoProps {
  /** The name; it leads to the first screen. */
  nombre: string;
  /** Beside the name. */
  marca?: string | false;
  /** The way in, or out. */
  fin: ReactNode;
  secciones?: { href: string; texto: string }[];
  /** Between header and screen. */
  aviso?: ReactNode;
  children: ReactNode;
}

/** What is around every screen: name, sections, the other language, the way in or out. */
export function Marco({ nombre, marca, fin, secciones = [], aviso, children }: MarcoProps) {
  const { saltar, menu } = useTextos();
  return (
    <>
      <a className="salto" href="#contenido">
        {saltar}
      </a>
      <header className="cabecera">
        <Link className="nombre" href="/">
          {nombre}
        </Link>
        {marca && <span className="marca">{marca}</span>}
        {secciones.length > 0 && (
          <nav aria-label={menu.titulo}>
            {secciones.map((seccion) => (
              <Seccion key={seccion.href} {...seccion} />
            ))}
          </nav>
        )}
        <div className="cabecera-fin">
          <LanguageSwitch />
          {fin}
        </div>
      </header>
      {aviso}
      <main id="contenido" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}

function Seccion({ href, texto }: { href: string; texto: string }) {
  const [active] = useRoute(href);
  return (
    <Link href={href} className={active ? 'seccion activa' : 'seccion'} {...(active && { 'aria-current': 'page' as const })}>
      {texto}
    </Link>
  );
}
