import { createCarpetaClient, type CarpetaClient } from '@carpeta-ciudadana/cliente/apollo';
import { CarpetaProvider } from '@carpeta-ciudadana/react';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { HANG } from '../../test/patience.js';
import { DocumentosPage } from '../src/features/documentos/documentos-page';
import { LanguageProvider } from '../src/shared/i18n/i18n';

/** What the server says to whoever writes programs. */
const REFUSALS = {
  RATE_LIMITED: {
    message: 'La operación cuesta 120 y le quedan 3 de 1000.',
    extensions: { code: 'RATE_LIMITED', reintentarEn: 1, recuperacion: 'Espere los segundos que dice Retry-After o pida menos por operación.' },
  },
  UNAVAILABLE: {
    message: 'El servidor no puede leer más operaciones que no conoce ahora.',
    extensions: { code: 'UNAVAILABLE', reintentarEn: 1, recuperacion: 'Espere los segundos que dice Retry-After.' },
  },
};
type Code = keyof typeof REFUSALS;
const HEADERS = { 'Content-Type': 'application/graphql-response+json; charset=utf-8', 'Retry-After': '1' };

function refuse(code: Code) {
  const refused = async () => new Response(JSON.stringify({ errors: [REFUSALS[code]] }), { status: code === 'RATE_LIMITED' ? 429 : 503, headers: HEADERS });
  vi.spyOn(globalThis, 'fetch').mockImplementation(refused);
}

const clients: CarpetaClient[] = [];
afterEach(() => {
  cleanup();
  for (const client of clients.splice(0)) client.close();
  localStorage.clear();
});

/** The list of somebody whose patience is over: the server refuses each of their questions. */
function open() {
  const client = createCarpetaClient({ url: 'http://carpeta.test/graphql', token: () => 'x', timing: { patience: 0 } });
  clients.push(client);
  render(
    <StrictMode>
      <CarpetaProvider cliente={client}>
        <LanguageProvider>
          <DocumentosPage />
        </LanguageProvider>
      </CarpetaProvider>
    </StrictMode>,
  );
}

it.each<[Code, string, RegExp]>([
  ['RATE_LIMITED', 'es', /demasiadas solicitudes suyas .* Espere unos minutos e intente de nuevo\./],
  ['RATE_LIMITED', 'en', /too many requests from you .* Wait a few minutes, then try again\./],
  ['UNAVAILABLE', 'es', /no está disponible por ahora, y no pudo .* Espere unos minutos e intente de nuevo\./],
  ['UNAVAILABLE', 'en', /not available at the moment, and could not .* Wait a few minutes, then try again\./],
])('whoever is refused (%s) for as long as the page waits is told what to do in plain words: %s', async (code, lengua, words) => {
  localStorage.setItem('carpeta.lengua', lengua);
  refuse(code);
  open();
  await waitFor(() => screen.getByText(words), { timeout: HANG });
  expect(document.body.textContent).not.toMatch(/Retry-After|cuesta|operaci/);
});
