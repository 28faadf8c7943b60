import { randomUUID } from 'node:crypto';
import { uploadApi } from '@carpeta-ciudadana/cliente/apollo';
import { AccesosDocument, EnlacesDeDocumentoDocument } from '@carpeta-ciudadana/cliente/operaciones';
import { act } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { useAccesos, useSubidasPendientes, useLista } from '../src/index.js';
import { holdAnswer, loseQuestions, refuseQuestion } from './held.js';
import { openTab, soon, withServer } from './setup.js';
import { upload } from './upload.js';

withServer();

/** So many rows are loaded, page by page. */
async function loaded(list: () => { hayMas: boolean; cargarMas: () => Promise<void> }, rows: () => number, wanted: number) {
  while (rows() < wanted) {
    const before = rows();
    expect(list().hayMas).toBe(true);
    await act(() => list().cargarMas());
    await soon(() => expect(rows()).toBeGreaterThan(before));
  }
}

function announce() {
  const bytes = randomUUID();
  const hashDocumento = bytes.replaceAll('-', '').padEnd(64, '0');
  return uploadApi(openTab().client).announce({ titulo: bytes, codigoTipo: 'OTRO', nombreArchivo: 'a.txt', tipoContenido: 'text/plain', tamanoBytes: 36, hashDocumento });
}

describe('a list that was loaded page by page', () => {
  const [WAITING, LOOKS] = [5, 3];
  beforeAll(async () => {
    for (let i = 0; i < WAITING; i++) await announce();
    const { apollo } = openTab().client;
    for (let i = 0; i < LOOKS; i++) await apollo.query({ query: EnlacesDeDocumentoDocument, variables: { id: await upload(`Visto ${i}`) } });
    const looks = async () => (await apollo.query({ query: AccesosDocument, variables: { first: LOOKS }, fetchPolicy: 'no-cache' })).data?.miCarpeta?.accesos?.edges;
    await soon(async () => expect(await looks()).toHaveLength(LOOKS));
  });

  it('keeps its later pages when it is loaded again: uploads that wait', async () => {
    const { result } = openTab().render(() => useSubidasPendientes({ porPagina: 2 }));
    const rows = () => result.current.pendientes.length;
    await soon(() => expect(rows()).toBe(2));
    await loaded(() => result.current, rows, WAITING);
    expect(rows()).toBe(WAITING);
    const { documentoId } = await announce();
    await act(() => result.current.recargar());
    await soon(() => expect(result.current.pendientes[0]?.documento.id).toBe(documentoId));
    expect(rows()).toBeGreaterThanOrEqual(WAITING);
  });

  it('begins anew, as long as it is, when its cursors are over', async () => {
    const { result } = openTab().render(() => useAccesos({ porPagina: 1 }));
    const rows = () => result.current.accesos.length;
    await soon(() => expect(rows()).toBe(1));
    const refused = refuseQuestion('"after":"', 'EXPIRED_CURSOR_TOKEN');
    await act(() => result.current.cargarMas());
    expect(refused.isOver()).toBe(true);
    expect([result.current.falla, rows()]).toEqual([undefined, 1]);
    await loaded(() => result.current, rows, LOOKS);
  });

  it('keeps its later pages when it is loaded again: who looked', async () => {
    const { result } = openTab().render(() => useAccesos({ porPagina: 1 }));
    const rows = () => result.current.accesos.length;
    await soon(() => expect(rows()).toBeGreaterThan(0));
    await loaded(() => result.current, rows, LOOKS);
    const before = rows();
    await act(() => result.current.recargar());
    expect(rows()).toBeGreaterThanOrEqual(before);
    expect(new Set(result.current.accesos.map(({ eventoId }) => eventoId)).size).toBe(rows());
  });

  it('is loaded again once more by whoever asks while it is: the answer that is on its way may be older', async () => {
    const { result } = openTab().render(() => useLista({ consulta: AccesosDocument, variables: { first: 1 }, lista: (data) => data.miCarpeta?.accesos }));
    await soon(() => expect(result.current.filas).toHaveLength(1));
    const held = holdAnswer('Accesos');
    const first = result.current.recargar();
    await held.isHere;
    const second = result.current.recargar();
    expect(result.current.recargar()).toBe(second);
    held.release();
    await act(async () => void (await Promise.all([first, second])));
    expect(second).not.toBe(first);
    expect(result.current.falla).toBeUndefined();
  });

  it('tells every failure that comes after it was loaded again once, and each of its own variables only', async () => {
    const { result, rerender } = openTab().render(
      ({ first }: { first: number }) => useLista({ consulta: AccesosDocument, variables: { first }, lista: (data) => data.miCarpeta?.accesos }),
      { first: 1 },
    );
    await soon(() => expect(result.current.filas).toHaveLength(1));
    await act(() => result.current.recargar());
    expect(result.current.falla).toBeUndefined();
    rerender({ first: 101 }); // more than the server gives
    await soon(() => expect(result.current.falla?.codigo).toBe('PAGE_SIZE_TOO_LARGE'));
    await act(() => result.current.recargar()); // in pages that the server gives
    await soon(() => expect(result.current.falla).toBeUndefined());
    rerender({ first: 102 });
    await soon(() => expect(result.current.falla?.codigo).toBe('PAGE_SIZE_TOO_LARGE'));
    rerender({ first: 2 });
    await soon(() => expect(result.current.falla).toBeUndefined());
    expect(result.current.filas?.length).toBeGreaterThan(0);
  });

  it('keeps its rows until those of other variables are there, and says so', async () => {
    const { result, rerender } = openTab().render(
      ({ first }: { first: number }) => useLista({ consulta: AccesosDocument, variables: { first }, lista: (data) => data.miCarpeta?.accesos }),
      { first: 1 },
    );
    await soon(() => expect(result.current).toMatchObject({ cargando: false, actualizando: false, hayMas: true }));
    const held = holdAnswer('Accesos');
    const before = result.current.filas;
    rerender({ first: 2 });
    expect(result.current).toMatchObject({ cargando: false, actualizando: true });
    expect(result.current.filas).toEqual(before);
    held.release();
    await soon(() => expect(result.current).toMatchObject({ actualizando: false }));
    expect(result.current.filas?.length).toBeGreaterThan(1);
  });

  it('is loaded again when the network is back, if it could not be before', async () => {
    const { result } = openTab().render(() => useLista({ consulta: AccesosDocument, variables: { first: 1 }, lista: (data) => data.miCarpeta?.accesos }));
    await soon(() => expect(result.current.filas).toHaveLength(1));
    loseQuestions('Accesos', 1, 3);
    await act(() => result.current.recargar());
    expect(result.current.falla?.codigo).toBe('RED');
    act(() => void window.dispatchEvent(new Event('online')));
    await soon(() => expect(result.current.falla).toBeUndefined());
  });
});
