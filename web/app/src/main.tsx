import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { Route, Router, Switch } from 'wouter';
import { OpenToAll } from './app/open-to-all';
import { SignedIn } from './app/signed-in';
import { SessionGate } from './features/sesion/gate';
import { LanguageProvider } from './shared/i18n/i18n';
import { Announcer } from './shared/ui/announcer';
import { Cargando } from './shared/ui/estado';
import './app/style.css';

const Consola = lazy(() => import('./features/operador/consola').then((m) => ({ default: m.Consola })));

createRoot(document.getElementById('raiz') as HTMLElement).render(
  <StrictMode>
    <LanguageProvider>
      <Announcer>
        <Router base="/app">
          <Switch>
            <Route path="/operador" nest>
              <Suspense fallback={<Cargando />}>
                <Consola />
              </Suspense>
            </Route>
            <Route>
              <SessionGate openToAll={<OpenToAll />}>{(access, leave) => <SignedIn access={access} leave={leave} />}</SessionGate>
            </Route>
          </Switch>
        </Router>
      </Announcer>
    </LanguageProvider>
  </StrictMode>,
);
