import { createCarpetaClient } from '@carpeta-ciudadana/cliente/apollo';
import { CarpetaProvider, useSesion } from '@carpeta-ciudadana/react';
import { useEffect, useState, type ReactNode } from 'react';
import { Link, Route, Switch, useRoute } from 'wouter';
import { useTextos, useTextosDe } from '../../shared/i18n/i18n';
import { Boton } from '../../shared/ui/boton';
import { Pagina } from '../../shared/ui/pagina';
import { AprobacionesPage } from './aprobaciones-page';
import { CartasPage } from './cartas-page';
import { EliminacionesPage } from './eliminaciones-page';
import { Entrada, type Acceso } from './entrada';
import { textos as deOperador } from './textos';
import './operador.css';

/** The console of an operador, from signing in to signing out. */
export function Consola() {
  const [access, setAccess] = useState<Acceso>();
  const [terminada, setTerminada] = useState(false);
  const leave = (ended: boolean) => {
    setTerminada(ended);
    setAccess(undefined);
  };
  if (!access) return <Entrada terminada={terminada} entrar={setAccess} />;
  return <Dentro access={access} salir={leave} />;
}

/** One client for as long as somebody is signed in: leaving forgets all that it holds. */
function Dentro({ access, salir }: { access: Acceso; salir: (ended: boolean) => void }) {
  const [cliente] = useState(() => createCarpetaClient(access));
  useEffect(() => () => cliente.close(), [cliente]);
  return (
    <CarpetaProvider cliente={cliente}>
      <Marco salir={salir} />
    </CarpetaProvider>
  );
}

/** What is around every screen. */
function Marco({ salir }: { salir: (ended: boolean) => void }) {
  const { saltar, noExiste } = useTextos();
  const { nombre, menu, entrada } = useTextosDe(deOperador);
  const { terminada } = useSesion();
  useEffect(() => {
    if (terminada) salir(true);
  }, [terminada, salir]);
  return (
    <>
      <a className="salto" href="#contenido">
        {saltar}
      </a>
      <header className="cabecera">
        <Link className="nombre" href="/">
          {nombre}
        </Link>
        <nav aria-label={menu.titulo}>
          <Seccion href="/">{menu.eliminaciones}</Seccion>
          <Seccion href="/cartas">{menu.cartas}</Seccion>
          <Seccion href="/aprobaciones">{menu.aprobaciones}</Seccion>
        </nav>
        <div className="cabecera-fin">
          <Boton clase="discreto" onPress={() => salir(false)}>
            {entrada.salir}
          </Boton>
        </div>
      </header>
      <main id="contenido" tabIndex={-1}>
        <Switch>
          <Route path="/">
            <EliminacionesPage />
          </Route>
          <Route path="/cartas">
            <CartasPage />
          </Route>
          <Route path="/aprobaciones">
            <AprobacionesPage />
          </Route>
          <Route>
            <Pagina titulo={noExiste.titulo}>{null}</Pagina>
          </Route>
        </Switch>
      </main>
    </>
  );
}

function Seccion({ href, children }: { href: string; children: ReactNode }) {
  const [active] = useRoute(href);
  return (
    <Link href={href} className={active ? 'seccion activa' : 'seccion'} {...(active && { 'aria-current': 'page' as const })}>
      {children}
    </Link>
  );
}
