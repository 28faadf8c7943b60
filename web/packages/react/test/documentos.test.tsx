import { describe, expect, it } from 'vitest';
import { useDocumentos, useEliminarDocumento, useNovedades, useProgresoEliminacion, type OpcionesDeDocumentos } from '../src/index.js';
import { holdAnswer, holdQuestion, refuseOnce } from './held.js';
import { openTab, soon, withServer } from './setup.js';
import { upload } from './upload.js';

withServer();

describe('useDocumentos', () => {
  it('loads page after page, each row once, to the end', async () => {
    const { result } = openTab().render(() => useDocumentos({ porPagina: 25 }));
    expect(result.current.cargando).toBe(true);
    await soon(() => expect(result.current.documentos).toHaveLength(25));
    while (result.current.hayMas) {
      const before = result.current.documentos.length;
      await Promise.all([result.current.cargarMas(), result.current.cargarMas()]); // an impatient person
      await soon(() => expect(result.current.documentos.length).toBeGreaterThan(before));
    }
    const ids = () => result.current.documentos.map(({ id }) => id);
    expect(new Set(ids()).size).toBe(ids().length);
    await soon(async () => {
      // The demo sends a document of its own meanwhile. It comes on top, and the last row is on a further page.
      if (ids().length !== result.current.total) await result.current.recargar();
      if (result.current.hayMas) await result.current.cargarMas();
      expect(ids()).toHaveLength(result.current.total as number);
    });
    expect(result.current.falla).toBeUndefined();
  });

  it('orders, filters and searches; each is a list of its own', async () => {
    const { result, rerender } = openTab().render((of: OpcionesDeDocumentos) => useDocumentos(of), { orden: { campo: 'TITULO', direccion: 'ASC' } });
    await soon(() => expect(result.current.documentos.length).toBeGreaterThan(0));
    const first = result.current.documentos[0]!;
    rerender({ orden: { campo: 'TITULO', direccion: 'DESC' } });
    await soon(() => expect(result.current.actualizando).toBe(false));
    expect(result.current.documentos[0]!.id).not.toBe(first.id);
    rerender({ filtro: { texto: first.titulo.split(' ')[0]!, codigosTipo: [first.tipo] } });
    await soon(() => expect(result.current.actualizando).toBe(false));
    expect(result.current.documentos.some(({ id }) => id === first.id)).toBe(true);
    expect(result.current.documentos.every(({ tipo }) => tipo === first.tipo)).toBe(true);
  });

  it('says what the server says when a list cannot be had', async () => {
    const { result } = openTab().render(() => useDocumentos({ porPagina: 101 }));
    await soon(() => expect(result.current.falla?.codigo).toBe('PAGE_SIZE_TOO_LARGE'));
    expect(result.current.falla?.recuperacion).toMatch(/100/);
  });
});

describe('useNovedades', () => {
  it('keeps every list, total and row of another tab right: an upload, a deletion', async () => {
    const tab = openTab();
    const { result } = tab.render(() => ({
      novedades: useNovedades(),
      newest: useDocumentos({ porPagina: 5 }),
      byTitle: useDocumentos({ porPagina: 5, orden: { campo: 'TITULO', direccion: 'ASC' } }),
    }));
    await soon(() => expect(result.current.newest.documentos).toHaveLength(5));
    await soon(() => expect(result.current.novedades.conexion).toBe('conectada'));
    await soon(() => expect(result.current.byTitle.documentos).toHaveLength(5));
    const before = result.current.newest.total as number;

    const id = await upload('AAA primero por título');
    await soon(() => expect(result.current.newest.documentos[0]?.id).toBe(id));
    await soon(() => expect(result.current.byTitle.documentos[0]?.id).toBe(id));
    await soon(() => expect(result.current.newest.total).toBe(before + 1));

    const other = openTab().render(() => useEliminarDocumento({ ventana: 0 }));
    await other.result.current.eliminar(id);
    await soon(() => expect(result.current.newest.documentos.some((row) => row.id === id)).toBe(false));
    await soon(() => expect(result.current.byTitle.documentos.some((row) => row.id === id)).toBe(false));
    await soon(() => expect(result.current.newest.total).toBe(before));
  });

  it('bring a document into a list whose first page is still on its way, and older than it', async () => {
    const tab = openTab();
    const told: string[] = [];
    tab.render(() => useNovedades(({ tipo }) => told.push(tipo)));
    await soon(() => expect(told).toContain('RECARGAR'));
    const answer = holdAnswer('PaginaDeDocumentos');
    const { result } = tab.render(() => useDocumentos({ porPagina: 5 }));
    await answer.isHere;
    const id = await upload('Mientras carga');
    await soon(() => expect(told).toContain('LLEGO'));
    await new Promise((resolve) => setTimeout(resolve, 1_000)); // a list that did not wait would load again now
    answer.release();
    await soon(() => expect(result.current.documentos[0]?.id).toBe(id));
  });

  it('tell a total that stays, though an older answer comes after it', async () => {
    const id = await upload('Se va mientras carga');
    const tab = openTab();
    const told: string[] = [];
    const { result } = tab.render(() => (useNovedades(({ tipo, documento }) => told.push(documento ? tipo : `${tipo}, sin documento`)), useDocumentos({ porPagina: 5 })));
    await soon(() => expect(result.current.documentos.some((row) => row.id === id)).toBe(true)); // the demo sends one of its own
    await soon(() => expect(told).toContain('RECARGAR, sin documento'));
    await new Promise((resolve) => setTimeout(resolve, 1_000)); // the list loads again because of that, and not later
    const answer = holdAnswer('PaginaDeDocumentos');
    const loaded = result.current.recargar();
    await answer.isHere;
    told.length = 0;
    const other = openTab().render(() => useEliminarDocumento({ ventana: 0 }));
    await other.result.current.eliminar(id);
    await soon(() => expect(told.some((one) => one.endsWith('sin documento'))).toBe(true));
    answer.release();
    await loaded;
    const fresh = openTab().render(() => useDocumentos({ porPagina: 5 }));
    await soon(() => expect(fresh.result.current.total).toBeDefined());
    await soon(() => expect(result.current.total).toBe(fresh.result.current.total));
  });

  it('bring a document into a list whose screen was left as they came', async () => {
    const tab = openTab();
    const told: string[] = [];
    let leave = () => {};
    tab.render(() =>
      useNovedades(({ tipo }) => {
        told.push(tipo);
        if (tipo === 'LLEGO') leave();
      }),
    );
    await soon(() => expect(told).toContain('RECARGAR'));
    const list = tab.render(() => useDocumentos({ porPagina: 5 }));
    await soon(() => expect(list.result.current.documentos).toHaveLength(5));
    leave = list.unmount;
    const id = await upload('Mientras se va');
    await soon(() => expect(told).toContain('LLEGO'));
    const again = tab.render(() => useDocumentos({ porPagina: 5 }));
    await soon(() => expect(again.result.current.documentos[0]?.id).toBe(id));
  });

  it('is one subscription, however many ask', async () => {
    const tab = openTab();
    let operations = 0;
    const follow = tab.client.follower.follow;
    tab.client.follower.follow = (...args) => (operations++, follow(...args));
    const { result, unmount } = tab.render(() => [useNovedades(), useNovedades(), useNovedades()]);
    await soon(() => expect(result.current[0]!.conexion).toBe('conectada'));
    expect(operations).toBeLessThanOrEqual(2); // StrictMode mounts twice
    unmount();
    await soon(() => expect(tab.client.follower.state.get()).toBe('reposo'));
  });
});

describe('useEliminarDocumento', () => {
  const find = (rows: { estadoDocumento: string; certificado: boolean; id: string }[], certificado: boolean) =>
    rows.find((row) => row.certificado === certificado && row.estadoDocumento === 'PROCESADO')!.id;
  const useBoth = () => ({ lista: useDocumentos({ porPagina: 100 }), borrar: useEliminarDocumento({ ventana: 600 }) });
  const stateOf = (lista: { documentos: { id: string; estadoDocumento: string }[] }, id: string) => lista.documentos.find((row) => row.id === id)?.estadoDocumento;

  it('shows the row as ELIMINANDO before any answer, and takes it back', async () => {
    const { result } = openTab().render(useBoth);
    await soon(() => expect(result.current.lista.documentos.length).toBeGreaterThan(20));
    const id = find(result.current.lista.documentos, false);
    const held = holdQuestion('EliminarDocumento');
    const answer = result.current.borrar.eliminar(id);
    await soon(() => expect(stateOf(result.current.lista, id)).toBe('ELIMINANDO'));
    held.release();
    const { valor: eliminacion } = await answer;
    await soon(() => expect(result.current.borrar.deshacibles).toMatchObject([{ documentoId: id, eventoId: eliminacion!.eventoId }]));
    expect(await result.current.borrar.deshacer(eliminacion!.eventoId)).toEqual({ valor: undefined });
    await soon(() => expect(stateOf(result.current.lista, id)).toBe('PROCESADO'));
    await soon(() => expect(result.current.borrar.deshacibles).toEqual([]));
  });

  it.each(['EliminarDocumento', 'EliminarDocumentos'] as const)('can be taken back for as long as was promised, also when the server had it wait: %s', async (operation) => {
    const { result } = openTab().render(useBoth);
    await soon(() => expect(result.current.lista.documentos.length).toBeGreaterThan(20));
    const id = find(result.current.lista.documentos, false);
    refuseOnce(operation, 700_000); // longer than the window
    const { borrar } = result.current;
    const { valor: eliminacion } = operation === 'EliminarDocumento' ? await borrar.eliminar(id) : (await borrar.eliminarVarios([id])).get(id)!;
    await soon(() => expect(result.current.borrar.deshacibles).toMatchObject([{ documentoId: id, eventoId: eliminacion!.eventoId }]));
    expect(await result.current.borrar.deshacer(eliminacion!.eventoId)).toEqual({ valor: undefined });
    await soon(() => expect(stateOf(result.current.lista, id)).toBe('PROCESADO'));
  });

  it('says why a certified document stays, and the row is as it was', async () => {
    const { result } = openTab().render(useBoth);
    await soon(() => expect(result.current.lista.documentos.length).toBeGreaterThan(20));
    const id = find(result.current.lista.documentos, true);
    const { falla } = await result.current.borrar.eliminar(id);
    expect(falla?.codigo).toBe('DOCUMENTO_CERTIFICADO');
    await soon(() => expect(stateOf(result.current.lista, id)).toBe('PROCESADO'));
  });
});

describe('useEliminarDocumento, of many', () => {
  const useBoth = () => ({ lista: useDocumentos({ porPagina: 100 }), borrar: useEliminarDocumento({ ventana: 3600 }) });

  it('deletes those that it may, says why of the others, and takes back one of them', async () => {
    const ids = [await upload('Uno de muchos'), await upload('Otro de muchos')];
    const { result } = openTab().render(useBoth);
    await soon(() => expect(result.current.lista.documentos.length).toBeGreaterThan(20));
    const stateOf = (id: string) => result.current.lista.documentos.find((row) => row.id === id)?.estadoDocumento;
    const certified = result.current.lista.documentos.find((row) => row.certificado && row.estadoDocumento === 'PROCESADO')!.id;
    const held = holdQuestion('EliminarDocumentos'); // news would take the rows out
    const answer = result.current.borrar.eliminarVarios([...ids, certified, ...ids]);
    await soon(() => expect([...ids, certified].map(stateOf)).toEqual(['ELIMINANDO', 'ELIMINANDO', 'ELIMINANDO'])); // before any answer
    held.release();
    const results = await answer;
    expect([...results.keys()]).toEqual([...ids, certified]); // each once
    expect(results.get(certified)!.falla?.codigo).toBe('DOCUMENTO_CERTIFICADO');
    await soon(() => expect(stateOf(certified)).toBe('PROCESADO'));
    await soon(() => expect(result.current.borrar.deshacibles.map(({ documentoId }) => documentoId)).toEqual(ids));
    expect(await result.current.borrar.deshacer(results.get(ids[0]!)!.valor!.eventoId)).toEqual({ valor: undefined });
    await soon(() => expect(ids.map(stateOf)).toEqual(['PROCESADO', undefined]));
    await soon(() => expect(result.current.borrar.deshacibles).toHaveLength(1));
  });

  it('asks more than one call takes in several', async () => {
    const { result } = openTab().render(() => useEliminarDocumento());
    const ids = Array.from({ length: 101 }, (_, i) => `no hay ${i}`);
    const results = await result.current.eliminarVarios(ids);
    expect(results.size).toBe(101);
    expect([...results.values()].every(({ falla }) => falla !== undefined)).toBe(true);
  });

  it('asks for the deletion of a certified document, and takes the request back', async () => {
    const { result } = openTab().render(useBoth);
    await soon(() => expect(result.current.lista.documentos.length).toBeGreaterThan(20));
    const stateOf = (id: string) => result.current.lista.documentos.find((row) => row.id === id)?.estadoDocumento;
    const { id } = result.current.lista.documentos.find((row) => row.certificado && row.estadoDocumento === 'PROCESADO')!;
    expect((await result.current.borrar.solicitar(id, '')).falla?.campos?.[0]?.campo).toMatch(/motivo/);
    const { valor: eliminacion } = await result.current.borrar.solicitar(id, 'Es un duplicado.');
    expect(eliminacion?.pasoActual).toBe('APROBACION');
    await soon(() => expect(stateOf(id)).toBe('ELIMINANDO'));
    expect(await result.current.borrar.deshacer(eliminacion!.eventoId)).toEqual({ valor: undefined });
    await soon(() => expect(stateOf(id)).toBe('PROCESADO'));
  });
});

describe('useProgresoEliminacion', () => {
  it('follows a deletion to its end, and the row is gone from the list', async () => {
    const { result, rerender } = openTab().render(
      ({ eventoId }: { eventoId: string | null }) => ({
        lista: useDocumentos({ porPagina: 100 }),
        borrar: useEliminarDocumento({ ventana: 0 }),
        progreso: useProgresoEliminacion(eventoId),
      }),
      { eventoId: null as string | null },
    );
    await soon(() => expect(result.current.lista.documentos.length).toBeGreaterThan(20));
    const { documentos } = result.current.lista;
    const { id } = documentos.find((row) => !row.certificado && row.estadoDocumento === 'PROCESADO')!;
    const { valor: eliminacion } = await result.current.borrar.eliminar(id);
    rerender({ eventoId: eliminacion!.eventoId });
    await soon(() => expect(result.current.progreso.terminada).toBe(true));
    expect(result.current.progreso.avance).toMatchObject({ estado: 'COMPLETADA', pasoActual: 'COMPLETED' });
    const others = documentos.map((row) => row.id).filter((other) => other !== id);
    await soon(() => expect(result.current.lista.documentos.map((row) => row.id)).toEqual(others));
  });
});
