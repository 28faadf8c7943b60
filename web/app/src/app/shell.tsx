import { useNovedades } from '@carpeta-ciudadana/react';
import { Link, Route, Switch } from 'wouter';
import { DocumentosPage } from '../features/documentos/documentos-page';
import { useTextos } from '../shared/i18n/i18n';
import type { Access } from '../shared/session/access';
import { Boton } from '../shared/ui/boton';
import { Pagina } from '../shared/ui/pagina';
import { Connection } from './connection';
import { LanguageSwitch } from './language-switch';

/** What is around every screen: name, sections, the person, the state of the connection. */
export function Shell({ access, leave }: { access: Access; leave: () => void }) {
  const { nombre, saltar, menu, sesion, noExiste } = useTextos();
  const { conexion } = useNovedades();
  return (
    <>
      <a className="salto" href="#contenido">
        {saltar}
      </a>
      <header className="cabecera">
        <Link className="nombre" href="/">
          {nombre}
        </Link>
        {access.kind === 'demo' && <span className="marca">{sesion.esDemo}</span>}
        <nav aria-label={menu.titulo}>
          <SectionLink href="/">{menu.documentos}</SectionLink>
        </nav>
        <div className="cabecera-fin">
          <LanguageSwitch />
          <Boton clase="discreto" onPress={leave}>
            {sesion.salir}
          </Boton>
        </div>
      </header>
      <Connection conexion={conexion} />
      <main id="contenido" tabIndex={-1}>
        <Switch>
          <Route path="/">
            <DocumentosPage />
          </Route>
          <Route>
            <Pagina titulo={noExiste.titulo}>
              <p>{noExiste.texto}</p>
            </Pagina>
          </Route>
        </Switch>
      </main>
    </>
  );
}

function SectionLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className={(active) => (active ? 'seccion activa' : 'seccion')}>
      {children}
    </Link>
  );
}
