import type { ReactNode } from 'react';
import { Link, useRoute } from 'wouter';
import { useTextos } from '../i18n/i18n';
import { Etiqueta } from './etiqueta';
import { Icono, type NombreDeIcono } from './icono';
import { LanguageSwitch } from './language-switch';
import { Marca } from './marca';
import './marco.css';

export interface Seccion {
  href: string;
  /** Screens that belong to it. */
  debajo?: string;
  texto: string;
  /** With icons the sections are a bar at the lower edge of a telephone, else a strip below the name. */
  icono?: NombreDeIcono;
  /** After its text: a number of what waits there. */
  marca?: ReactNode;
  /** Not in the bar of a telephone: it is behind `mas` there. */
  soloAncho?: boolean;
}

interface MarcoProps {
  /** The name; it leads to the first screen. */
  nombre: string;
  /** Beside the name. */
  etiqueta?: string | false;
  /** The way in, or out. */
  fin: ReactNode;
  secciones?: Seccion[];
  /** The last place of the bar of a telephone. It has what stands at the side elsewhere: the language, and the way out. */
  mas?: ReactNode;
  /** Above the screen. */
  aviso?: ReactNode;
  children: ReactNode;
}

/** What is around every screen: name, sections, the other language, the way in or out. */
export function Marco({ nombre, etiqueta, fin, secciones = [], mas, aviso, children }: MarcoProps) {
  const { saltar, menu } = useTextos();
  const enBarra = secciones.some(({ icono }) => icono);
  return (
    <>
      <a className="salto" href="#contenido">
        {saltar}
      </a>
      <div className={enBarra ? 'marco con-barra' : 'marco'}>
        <header className="cabecera">
          <Link className="nombre" href="/">
            <Marca />
            {nombre}
          </Link>
          {etiqueta && <Etiqueta>{etiqueta}</Etiqueta>}
          {secciones.length > 0 && (
            <nav aria-label={menu.titulo}>
              {secciones.map((seccion) => (
                <EnlaceDeSeccion key={seccion.href} {...seccion} />
              ))}
              {mas}
            </nav>
          )}
          <div className={mas ? 'cabecera-fin solo-ancho' : 'cabecera-fin'}>
            <LanguageSwitch />
            {fin}
          </div>
        </header>
        <div className="cuerpo">
          {aviso}
          <main id="contenido" tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
    </>
  );
}

function EnlaceDeSeccion({ href, debajo, texto, icono, marca, soloAncho }: Seccion) {
  const [here] = useRoute(href);
  const [below] = useRoute(debajo ?? href);
  const active = here || below;
  return (
    <Link href={href} className={['seccion', active && 'activa', soloAncho && 'solo-ancho'].filter(Boolean).join(' ')} {...(here && { 'aria-current': 'page' as const })}>
      {icono && <Icono nombre={icono} />}
      {texto}
      {marca}
    </Link>
  );
}
