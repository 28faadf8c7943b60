import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { SignedIn } from './app/signed-in';
import { SessionGate } from './features/sesion/gate';
import { LanguageProvider } from './shared/i18n/i18n';
import { Announcer } from './shared/ui/announcer';
import './app/style.css';

createRoot(document.getElementById('raiz') as HTMLElement).render(
  <StrictMode>
    <LanguageProvider>
      <Announcer>
        <Router base="/app">
          <SessionGate>{(access, leave) => <SignedIn access={access} leave={leave} />}</SessionGate>
        </Router>
      </Announcer>
    </LanguageProvider>
  </StrictMode>,
);
