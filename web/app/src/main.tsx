import './shared/ui/tokens.css';
import './shared/ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Route, Router, Switch } from 'wouter';
import { Citizen } from './app/citizen';
import { LanguageProvider } from './shared/i18n/i18n';
import { noteArrival } from './shared/session/begun';
import { Announcer } from './shared/ui/announcer';
import { later, Llegando } from './shared/ui/later';
import { Resguardo } from './shared/ui/resguardo';

const Consola = later(() => import('./features/operador/consola').then((m) => m.Consola));

noteArrival();
history.scrollRestoration = 'manual'; // screens say themselves where they begin
createRoot(document.getElementById('raiz') as HTMLElement).render(
  <StrictMode>
    <LanguageProvider>
      <Announcer>
        <Resguardo>
          <Router base="/app">
            <Switch>
              <Route path="/operador" nest>
                <Llegando pantalla>
                  <Consola />
                </Llegando>
              </Route>
              <Route>
                <Citizen />
              </Route>
            </Switch>
          </Router>
        </Resguardo>
      </Announcer>
    </LanguageProvider>
  </StrictMode>,
);
