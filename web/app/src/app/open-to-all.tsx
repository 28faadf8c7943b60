import { Suspense } from 'react';
import { Link } from 'wouter';
import { useTextos } from '../shared/i18n/i18n';
import { Cargando } from '../shared/ui/estado';
import { LanguageSwitch } from './language-switch';
import { VerificarPage } from './verificar';

/** The one screen that needs no session: whoever is shown a receipt need not have a folder. */
export function OpenToAll() {
  const { nombre, saltar, sesion } = useTextos();
  return (
    <>
      <a className="salto" href="#contenido">
        {saltar}
      </a>
      <header className="cabecera">
        <span className="nombre">{nombre}</span>
        <div className="cabecera-fin">
          <LanguageSwitch />
          <Link className="seccion" href="/">
            {sesion.entrar}
          </Link>
        </div>
      </header>
      <main id="contenido" tabIndex={-1}>
        <Suspense fallback={<Cargando />}>
          <VerificarPage />
        </Suspense>
      </main>
    </>
  );
}
