import { cleanup, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type Server } from '../../../test/server.js';
import { useDocumentos, useEliminarDocumento, useNovedades, useProgresoEliminacion, type OpcionesDeDocumentos } from '../src/index.js';
import { closeTabs, openTab } from './setup.js';
import { upload } from './upload.js';

/** Only a test that hangs waits this long. */
const soon = { timeout: 300_000 };

let server: Server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
afterEach(() => {
  cleanup();
  closeTabs();
});

describe('useDocumentos', () => {
  it('loads page after page, each row once, to the end', async () => {
    const { result } = openTab(server).render(() => useDocumentos({ porPagina: 25 }));
    expect(result.current.cargando).toBe(true);
    await waitFor(() => expect(result.current.documentos).toHaveLength(25), soon);
    while (result.current.hayMas) {
      const before = result.current.documentos.length;
      await Promise.all([result.current.cargarMas(), result.current.cargarMas()]); // an impatient person
      await waitFor(() => expect(result.current.documentos.length).toBeGreaterThan(before), soon);
    }
    const ids = result.current.documentos.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(result.current.total as number);
    expect(result.current.falla).toBeUndefined();
  });

  it('orders, filters and searches; each is a list of its own', async () => {
    const { result, rerender } = openTab(server).render((of: OpcionesDeDocumentos) => useDocumentos(of), { orden: { campo: 'TITULO', direccion: 'ASC' } });
    await waitFor(() => expect(result.current.documentos.length).toBeGreaterThan(0), soon);
    const first = result.current.documentos[0]!;
    rerender({ orden: { campo: 'TITULO', direccion: 'DESC' } });
    await waitFor(() => expect(result.current.documentos[0]?.id).not.toBe(first.id), soon);
    rerender({ filtro: { texto: first.titulo.split(' ')[0]!, tipos: [first.tipoDocumento] } });
    await waitFor(() => expect(result.current.documentos.some(({ id }) => id === first.id)).toBe(true), soon);
    expect(result.current.documentos.every(({ tipoDocumento }) => tipoDocumento === first.tipoDocumento)).toBe(true);
  });

  it('says what the server says when a list cannot be had', async () => {
    const { result } = openTab(server).render(() => useDocumentos({ porPagina: 101 }));
    await waitFor(() => expect(result.current.falla?.codigo).toBe('PAGE_SIZE_TOO_LARGE'), soon);
    expect(result.current.falla?.recuperacion).toMatch(/100/);
  });
});

describe('useNovedades', () => {
  it('keeps every list, total and row of another tab right: an upload, a deletion', async () => {
    const tab = openTab(server);
    const { result } = tab.render(() => ({
      novedades: useNovedades(),
      newest: useDocumentos({ porPagina: 5 }),
      byTitle: useDocumentos({ porPagina: 5, orden: { campo: 'TITULO', direccion: 'ASC' } }),
    }));
    await waitFor(() => expect(result.current.newest.documentos).toHaveLength(5), soon);
    await waitFor(() => expect(result.current.novedades.conexion).toBe('conectada'), soon);
    const before = result.current.newest.total as number;

    const id = await upload(server, 'AAA primero por título');
    await waitFor(() => expect(result.current.newest.documentos[0]?.id).toBe(id), soon);
    await waitFor(() => expect(result.current.byTitle.documentos[0]?.id).toBe(id), soon);
    await waitFor(() => expect(result.current.newest.total).toBe(before + 1), soon);

    const other = openTab(server).render(() => useEliminarDocumento({ ventana: 0 }));
    await other.result.current.eliminar(id);
    await waitFor(() => expect(result.current.newest.documentos.some((row) => row.id === id)).toBe(false), soon);
    await waitFor(() => expect(result.current.byTitle.documentos.some((row) => row.id === id)).toBe(false), soon);
    await waitFor(() => expect(result.current.newest.total).toBe(before), soon);
  });

  it('is one subscription, however many ask', async () => {
    const tab = openTab(server);
    let operations = 0;
    const follow = tab.client.follower.follow;
    tab.client.follower.follow = (...args) => (operations++, follow(...args));
    const { result, unmount } = tab.render(() => [useNovedades(), useNovedades(), useNovedades()]);
    await waitFor(() => expect(result.current[0]!.conexion).toBe('conectada'), soon);
    expect(operations).toBeLessThanOrEqual(2); // StrictMode mounts twice
    unmount();
    await waitFor(() => expect(tab.client.follower.conexion.get()).toBe('reposo'), soon);
  });
});

describe('useEliminarDocumento', () => {
  const find = (rows: { estadoDocumento: string; certificado: boolean; id: string }[], certificado: boolean) =>
    rows.find((row) => row.certificado === certificado && row.estadoDocumento === 'PROCESADO')!.id;
  const useBoth = () => ({ lista: useDocumentos({ porPagina: 100 }), borrar: useEliminarDocumento({ ventana: 600 }) });
  const stateOf = (lista: { documentos: { id: string; estadoDocumento: string }[] }, id: string) => lista.documentos.find((row) => row.id === id)?.estadoDocumento;

  it('shows the row as ELIMINANDO before any answer, and takes it back', async () => {
    const { result } = openTab(server).render(useBoth);
    await waitFor(() => expect(result.current.lista.documentos.length).toBeGreaterThan(20), soon);
    const id = find(result.current.lista.documentos, false);
    const answer = result.current.borrar.eliminar(id);
    await waitFor(() => expect(stateOf(result.current.lista, id)).toBe('ELIMINANDO'), soon);
    const { eliminacion } = await answer;
    await waitFor(() => expect(result.current.borrar.deshacibles).toEqual([{ documentoId: id, eventoId: eliminacion!.eventoId }]), soon);
    expect(await result.current.borrar.deshacer(eliminacion!.eventoId)).toBeUndefined();
    await waitFor(() => expect(stateOf(result.current.lista, id)).toBe('PROCESADO'), soon);
    await waitFor(() => expect(result.current.borrar.deshacibles).toEqual([]), soon);
  });

  it('says why a certified document stays, and the row is as it was', async () => {
    const { result } = openTab(server).render(useBoth);
    await waitFor(() => expect(result.current.lista.documentos.length).toBeGreaterThan(20), soon);
    const id = find(result.current.lista.documentos, true);
    const { falla } = await result.current.borrar.eliminar(id);
    expect(falla?.codigo).toBe('DOCUMENTO_CERTIFICADO');
    await waitFor(() => expect(stateOf(result.current.lista, id)).toBe('PROCESADO'), soon);
  });
});

describe('useProgresoEliminacion', () => {
  it('follows a deletion to its end, and the row is gone from the list', async () => {
    const { result, rerender } = openTab(server).render(
      ({ eventoId }: { eventoId: string | null }) => ({
        lista: useDocumentos({ porPagina: 100 }),
        borrar: useEliminarDocumento({ ventana: 0 }),
        progreso: useProgresoEliminacion(eventoId),
      }),
      { eventoId: null as string | null },
    );
    await waitFor(() => expect(result.current.lista.documentos.length).toBeGreaterThan(20), soon);
    const { documentos } = result.current.lista;
    const { id } = documentos.find((row) => !row.certificado && row.estadoDocumento === 'PROCESADO')!;
    const { eliminacion } = await result.current.borrar.eliminar(id);
    rerender({ eventoId: eliminacion!.eventoId });
    await waitFor(() => expect(result.current.progreso.terminada).toBe(true), soon);
    expect(result.current.progreso.avance).toMatchObject({ estado: 'COMPLETADA', pasoActual: 'COMPLETED' });
    expect(result.current.lista.documentos.map((row) => row.id)).toEqual(documentos.map((row) => row.id).filter((other) => other !== id));
  });
});
