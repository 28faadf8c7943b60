import { gql } from '@apollo/client';
import { describe, expect, it } from 'vitest';
import { useDocumento, useDocumentos, useEliminarDocumento, useNovedades, usePapelera } from '../src/index.js';
import { holdAnswer } from './held.js';
import { openTab, soon, withServer } from './setup.js';
import { upload } from './upload.js';

withServer();

/** What a page shows of folder and bin; another tab or this one changes them. */
const useEverything = () => ({
  novedades: useNovedades(),
  lista: useDocumentos({ porPagina: 100 }),
  papelera: usePapelera({ porPagina: 2 }),
  borrar: useEliminarDocumento({ ventana: 3600 }),
});
type Everything = { lista: { documentos: { id: string }[] }; papelera: { documentos: { documento: { id: string } }[] } };

const listed = ({ lista }: Everything) => lista.documentos.map(({ id }) => id);
const binned = ({ papelera }: Everything) => papelera.documentos.map(({ documento }) => documento.id);

/** A page that is loaded, and follows its folder. */
async function openPage(tab = openTab()) {
  const { result } = tab.render(useEverything);
  await soon(() => expect(result.current.novedades.conexion).toBe('conectada'));
  await soon(() => expect(result.current.lista.documentos.length).toBeGreaterThan(20));
  await soon(() => expect(result.current.papelera.total).toBeDefined());
  return result;
}

describe('usePapelera', () => {
  it('takes a document from the lists and gives it back to them, in this tab and in another, with both totals', async () => {
    const id = await upload('Para la papelera');
    const [here, there] = [await openPage(), await openPage()];
    const both = [here, there];
    for (const page of both) await soon(() => expect(listed(page.current)).toContain(id));
    const total = here.current.lista.total as number;
    const inBin = here.current.papelera.total as number;

    const { valor: eliminacion } = await here.current.borrar.eliminar(id);
    for (const page of both) {
      await soon(() => expect(listed(page.current)).not.toContain(id));
      await soon(() => expect(binned(page.current)[0]).toBe(id));
      await soon(() => expect([page.current.lista.total, page.current.papelera.total]).toEqual([total - 1, inBin + 1]));
    }
    const [row] = there.current.papelera.documentos;
    expect(row!.eventoId).toBe(eliminacion!.eventoId);
    expect(Date.parse(row!.recuperableHasta) - Date.parse(row!.desde)).toBe(3_600_000);

    expect(await there.current.papelera.recuperar(row!.eventoId)).toEqual({ valor: undefined });
    for (const page of both) {
      await soon(() => expect(listed(page.current)).toContain(id));
      await soon(() => expect(binned(page.current)).not.toContain(id));
      await soon(() => expect([page.current.lista.total, page.current.papelera.total]).toEqual([total, inBin]));
    }
    await soon(() => expect(here.current.borrar.deshacibles).toEqual([])); // offered no more where it was deleted
    expect(await there.current.papelera.borrarYa([row!.eventoId])).toEqual(new Map([[row!.eventoId, { falla: expect.objectContaining({ codigo: 'NO_ESTA_EN_PAPELERA' }) }]]));
  });

  it('erases some at once, and then all that is there, page by page', async () => {
    const ids = [await upload('Uno'), await upload('Dos'), await upload('Tres'), await upload('Cuatro')];
    const page = await openPage();
    const results = await page.current.borrar.eliminarVarios(ids);
    await soon(() => expect(page.current.papelera.total).toBe(4));
    await soon(async () => {
      if (page.current.papelera.hayMas) await page.current.papelera.cargarMas();
      expect(new Set(binned(page.current))).toEqual(new Set(ids));
    });

    const first = results.get(ids[0]!)!.valor!.eventoId;
    expect(await page.current.papelera.borrarYa([first])).toEqual(new Map([[first, { valor: undefined }]]));
    await soon(() => expect(page.current.papelera.total).toBe(3));
    const all = await page.current.papelera.vaciar();
    expect([...all.values()]).toEqual([{ valor: undefined }, { valor: undefined }, { valor: undefined }]);
    await soon(() => expect(page.current.papelera.total).toBe(0));
    await soon(() => expect(binned(page.current)).toEqual([]));
    expect(await page.current.papelera.vaciar()).toEqual(new Map()); // nothing is there, and nothing is asked
  });

  it('tells somebody who looks at a document that another tab put it into the bin, and that it is back', async () => {
    const id = await upload('Abierto en dos pestañas');
    const here = await openPage();
    const there = openTab().render(() => ({ novedades: useNovedades(), documento: useDocumento(id).documento })).result;
    await soon(() => expect([there.current.novedades.conexion, there.current.documento?.estadoDocumento]).toEqual(['conectada', 'PROCESADO']));

    const { valor: eliminacion } = await here.current.borrar.eliminar(id);
    await soon(() => expect(there.current.documento).toMatchObject({ estadoDocumento: 'ELIMINANDO', eliminacion: { eventoId: eliminacion!.eventoId, pasoActual: 'ESPERA' } }));
    await here.current.papelera.recuperar(eliminacion!.eventoId);
    await soon(() => expect(there.current.documento?.estadoDocumento).toBe('PROCESADO'));
  });

  it('shows that an erasure ended when the answer to the call that began it comes after the news of its end', async () => {
    const tab = openTab();
    const id = await upload('Para borrar ya');
    const page = await openPage(tab);
    const { valor: eliminacion } = await page.current.borrar.eliminar(id);
    const { cache } = tab.client.apollo;
    const shown = () => cache.readFragment({ id: cache.identify(eliminacion as never) as string, fragment: gql`fragment Estado on Eliminacion { estado }` });

    const held = holdAnswer('BorrarYa');
    const erased = page.current.papelera.borrarYa([eliminacion!.eventoId]);
    await held.isHere;
    await soon(() => expect(shown()).toMatchObject({ estado: 'COMPLETADA' }));
    held.release();
    expect(await erased).toEqual(new Map([[eliminacion!.eventoId, { valor: undefined }]]));
    expect(shown()).toMatchObject({ estado: 'COMPLETADA' });
  });
});
