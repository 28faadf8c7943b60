import { createCarpetaClient, type CarpetaClient } from '@carpeta-ciudadana/cliente/apollo';
import { error, pagina, simular, type Resolvers } from '@carpeta-ciudadana/cliente/msw';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PATIENT } from '../../../test/patience.js';
import { CarpetaProvider, useDocumentos, useEliminarDocumento } from '../src/index.js';
import { soon } from './setup.js';

/** A component as an application has it. */
function Lista() {
  const { documentos, cargando, falla } = useDocumentos();
  const { eliminar } = useEliminarDocumento();
  if (falla) return <p role="alert">{falla.mensaje}</p>;
  if (cargando) return <p>Cargando…</p>;
  return (
    <ul>
      {documentos.map(({ id, titulo, estadoDocumento }) => (
        <li key={id}>
          {titulo} {estadoDocumento} <button onClick={() => void eliminar(id)}>Eliminar</button>
        </li>
      ))}
    </ul>
  );
}

const server = setupServer();
const open: CarpetaClient[] = [];
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());
afterEach(() => {
  cleanup();
  for (const cliente of open.splice(0)) cliente.close();
  server.resetHandlers();
});

/** The component on the simulated API. */
function show(resolvers: Resolvers) {
  const api = simular(resolvers);
  server.use(...api.handlers);
  const cliente = createCarpetaClient({ url: 'http://carpeta.test/graphql', token: () => 'x', timing: PATIENT });
  open.push(cliente);
  render(
    <CarpetaProvider cliente={cliente}>
      <Lista />
    </CarpetaProvider>,
  );
  return api;
}

const row = (titulo: string) => screen.getByText(titulo, { exact: false, selector: 'li' });

describe('a component on the simulated API, without a server', () => {
  it('shows what a test gives, and the plainest value of everything else', async () => {
    show({ Query: { miCarpeta: () => ({ documentos: pagina([{ titulo: 'Cédula' }, { titulo: 'Diploma', estadoDocumento: 'ELIMINANDO' as const }]) }) } });
    await soon(() => expect(screen.getAllByRole('listitem').map((li) => li.textContent)).toEqual(['Cédula CARGANDO Eliminar', 'Diploma ELIMINANDO Eliminar']));
  });

  it('answers a mutation by its resolver', async () => {
    const cedula = { id: 'cedula', titulo: 'Cédula', estadoDocumento: 'PROCESADO' as const };
    const asked: string[] = [];
    show({
      Query: { miCarpeta: () => ({ documentos: pagina([cedula]) }) },
      Mutation: {
        deleteDocumento: (_, { input }) => {
          asked.push(input.documentoId);
          return { documento: { ...cedula, estadoDocumento: 'ELIMINANDO' as const }, eliminacion: { documentoId: '7' } };
        },
      },
    });
    await soon(() => expect(row('Cédula').textContent).toContain('PROCESADO'));
    fireEvent.click(within(row('Cédula')).getByRole('button'));
    await soon(() => expect(asked).toEqual(['cedula']));
    await soon(() => expect(row('Cédula').textContent).toContain('ELIMINANDO'));
  });

  it('says what the server would say', async () => {
    show({
      Query: {
        miCarpeta: () => {
          throw error('SIN_CARPETA', 'No tiene carpeta todavía.');
        },
      },
    });
    await soon(() => expect(screen.getByRole('alert').textContent).toBe('No tiene carpeta todavía.'));
  });

  it('tells news on a socket', async () => {
    const rows = [{ titulo: 'Cédula' }];
    const { publicar } = show({ Query: { miCarpeta: () => ({ documentos: pagina(rows) }) } });
    await soon(() => expect(row('Cédula')).toBeDefined());
    rows.unshift({ titulo: 'Llegado' });
    publicar('novedadesDeCarpeta', { novedadId: '1', cursor: '1', tipo: 'LLEGO', documento: { titulo: 'Llegado' } });
    await soon(() => expect(row('Llegado')).toBeDefined());
  });
});
