import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, it } from 'vitest';
import { HANG } from '../../test/patience.js';
import { useMotivo } from '../src/shared/eliminar/motivo';
import { LanguageProvider } from '../src/shared/i18n/i18n';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

/** As the server says it: in Spanish. */
const MENSAJE = 'El almacén de archivos no respondió; se intentará de nuevo.';

function Motivo({ codigo, estado }: { codigo: string; estado: string }) {
  return <p>{useMotivo()({ codigo, mensaje: MENSAJE }, estado)}</p>;
}

it.each([
  ['es', 'UNAVAILABLE', 'INICIADA', MENSAJE],
  ['en', 'UNAVAILABLE', 'INICIADA', 'A part of the service did not answer; it will be tried again.'],
  ['en', 'UNAVAILABLE', 'FALLIDA', 'A part of the service did not answer, also after several tries.'],
  ['en', 'CONFLICT', 'INICIADA', 'The document changed while it was being erased; it will be tried again.'],
  ['en', 'OPERACION_NO_PERMITIDA', 'FALLIDA', 'The service does not permit this document to be erased.'],
])('why a step of a deletion failed is told in the language of the page: %s, %s, %s', async (lengua, codigo, estado, words) => {
  localStorage.setItem('carpeta.lengua', lengua);
  render(
    <LanguageProvider>
      <Motivo codigo={codigo} estado={estado} />
    </LanguageProvider>,
  );
  await waitFor(() => screen.getByText(words), { timeout: HANG });
});
