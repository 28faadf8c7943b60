import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { Route, Router, Switch } from 'wouter';
import { Citizen } from './app/citizen';
import { LanguageProvider } from './shared/i18n/i18n';
import { noteArrival } from './shared/session/begun';
import { Announcer } from './shared/ui/announcer';
import { Cargando } from './shared/ui/estado';
import './app/style.css';

const Consola = lazy(() => import('./features/operador/consola').then((m) => ({ default: m.Consola })));

noteArrival();
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
              <Citizen />
            </Route>
          </Switch>
        </Router>
      </Announcer>
    </LanguageProvider>
  </StrictMode>,
);
