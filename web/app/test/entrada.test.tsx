import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { HANG } from '../../test/patience.js';
import { LanguageProvider } from '../src/shared/i18n/i18n';
import { demoAccess } from '../src/shared/session/access';
import { SessionGate } from '../src/shared/session/gate';
import { Announcer, useAnnounce, useSilenceAfter } from '../src/shared/ui/announcer';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const settings = (token: string) => new Response(JSON.stringify({ graphqlPath: '/graphql', personas: [{ rol: 'ciudadano', token }] }));

it('is inside by itself once the server is there, and says meanwhile that it is not', async () => {
  let down = true;
  vi.stubGlobal('fetch', async () => {
    if (down) throw new TypeError('Failed to fetch');
    return settings('t');
  });
  render(
    <StrictMode>
      <LanguageProvider>
        <SessionGate titulo="Entrada" salida="" visitantes={[{ rol: 'ciudadano', texto: 'Demo' }]} otraPuerta={{ href: '/app/operador', texto: 'Consola' }} alInstante="ciudadano">
          {() => <p>dentro</p>}
        </SessionGate>
      </LanguageProvider>
    </StrictMode>,
  );
  await waitFor(() => screen.getByText(/El servidor no responde/), { timeout: HANG });
  down = false;
  await waitFor(() => screen.getByText('dentro'), { timeout: HANG });
});

it('goes on with the last token of the demonstration, not with the first one', async () => {
  vi.stubGlobal('fetch', async () => settings('second'));
  const { token } = demoAccess('ciudadano', 'first');
  expect([await token({ renew: false }), await token({ renew: true }), await token({ renew: false })]).toEqual(['first', 'second', 'second']);
});

it('leaves nothing to the next person of what one was told', async () => {
  function Inside() {
    const announce = useAnnounce();
    useSilenceAfter();
    return <button onClick={() => announce('examen-de-sangre.txt: está en su carpeta')}>sube</button>;
  }
  const page = (inside: boolean) => (
    <StrictMode>
      <Announcer>{inside && <Inside />}</Announcer>
    </StrictMode>
  );
  const { rerender } = render(page(true));
  screen.getByText('sube').click();
  await waitFor(() => screen.getByText(/examen-de-sangre/));
  rerender(page(false));
  expect(screen.getByRole('status').textContent).not.toMatch(/\S/);
});
