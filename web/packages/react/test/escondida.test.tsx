import { uploadsOf } from '@carpeta-ciudadana/cliente/apollo';
import { fireEvent, render, screen } from '@testing-library/react';
import { Activity } from 'react';
import { expect, it } from 'vitest';
import { CarpetaProvider, useSubida } from '../src/index.js';
import { holdAnswer } from './held.js';
import { openTab, soon, withServer } from './setup.js';

withServer();

function Subidas() {
  const { subidas, subir } = useSubida();
  return (
    <div>
      <button onClick={() => void subir(new File(['escondida'], 'escondida.txt', { type: 'text/plain' }), { titulo: 'Escondida', codigoTipo: 'OTRO' })}>Subir</button>
      {subidas.map(({ clave, estado }) => (
        <p key={clave} data-testid="fase">
          {estado.fase}
        </p>
      ))}
    </div>
  );
}

it('an upload goes on while what shows it is hidden', async () => {
  const { client } = openTab();
  const page = (mode: 'visible' | 'hidden') => (
    <CarpetaProvider cliente={client}>
      <Activity mode={mode}>
        <Subidas />
      </Activity>
    </CarpetaProvider>
  );
  const held = holdAnswer('IniciarCarga');
  const { rerender } = render(page('visible'));
  fireEvent.click(screen.getByText('Subir'));
  await held.isHere;
  rerender(page('hidden'));
  held.release();
  await soon(() => expect(uploadsOf(client).subidas.get()[0]?.estado.fase).toBe('lista'));
  rerender(page('visible'));
  expect(screen.getByTestId('fase').textContent).toBe('lista');
});
