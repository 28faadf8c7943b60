import { undoOffersOf, uploadsOf } from '@carpeta-ciudadana/cliente/apollo';
import { act } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useEliminarDocumento, useNovedades, usePapelera, useSubida } from '../src/index.js';
import { holdAnswer } from './held.js';
import { openTab, soon, withServer } from './setup.js';
import { upload } from './upload.js';

withServer();
afterEach(() => void vi.useRealTimers());

const DATOS = { titulo: 'Compartida', codigoTipo: 'OTRO' };
const file = (text: string) => new File([text], `${text}.txt`, { type: 'text/plain' });
const useOffers = () => useEliminarDocumento({ ventana: 600 });

describe('uploads and undo offers of a page', () => {
  it('are the same for every component, also for one that comes later', async () => {
    const id = await upload('Ofrecida');
    const tab = openTab();
    const { result } = tab.render(() => [useOffers(), useOffers()] as const);
    await act(async () => void (await result.current[0].eliminar(id)));
    const { fin } = tab.render(() => useSubida()).result.current.subir(file('de otra'), DATOS);
    expect((await fin).fase).toBe('lista');
    const later = tab.render(() => ({ ...useOffers(), ...useSubida() })).result.current;
    expect(result.current[1].deshacibles).toEqual(later.deshacibles);
    expect(later.deshacibles).toMatchObject([{ documentoId: id, titulo: 'Ofrecida' }]);
    expect(later.subidas).toHaveLength(1);
  });

  it('are nobody’s when the person has left, also where nothing shows them', async () => {
    const id = await upload('De quien se va');
    const { client, render: show } = openTab();
    const { result, unmount } = show(() => ({ borrar: useOffers(), subida: useSubida() }));
    await act(async () => void (await result.current.borrar.eliminar(id)));
    const held = holdAnswer('IniciarCarga');
    const { fin } = result.current.subida.subir(file('de quien se va'), DATOS);
    await held.isHere;
    unmount();
    expect([undoOffersOf(client).list.get(), uploadsOf(client).subidas.get()].map(({ length }) => length)).toEqual([1, 1]);
    await client.signOut();
    held.release();
    expect((await fin).fase).toBe('cancelada');
    expect([undoOffersOf(client).list.get(), uploadsOf(client).subidas.get()]).toEqual([[], []]);
  });
});

describe('an undo offer', () => {
  it('goes when the deletion is taken back in another tab', async () => {
    const id = await upload('Ofrecida en dos');
    const { result } = openTab().render(() => ({ novedades: useNovedades(), borrar: useOffers() }));
    await soon(() => expect(result.current.novedades.conexion).toBe('conectada'));
    const { valor } = await act(() => result.current.borrar.eliminar(id));
    expect(result.current.borrar.deshacibles).toHaveLength(1);
    expect(await openTab().render(useOffers).result.current.deshacer(valor!.eventoId)).toEqual({ valor: undefined });
    await soon(() => expect(result.current.borrar.deshacibles).toEqual([]));
  });

  it('is not made for a deletion whose window another tab has ended', async () => {
    const id = await upload('Borrada en otra pestaña');
    const other = openTab().render(() => ({ ...useOffers(), ...usePapelera({ omitir: true }) })).result.current;
    const { eventoId } = (await other.eliminar(id)).valor!;
    expect((await other.borrarYa([eventoId])).get(eventoId)).toEqual({ valor: undefined });
    const { result } = openTab().render(useOffers);
    expect((await act(() => result.current.eliminar(id))).valor).toMatchObject({ eventoId });
    expect(result.current.deshacibles).toEqual([]);
  });

  it.each([
    ['ten seconds', 10_000],
    ['thirty days, which is more than a timer takes', 30 * 86_400_000],
  ])('goes when its time is over, and not before: %s', (_, milliseconds) => {
    const { client } = openTab();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const { list, offer } = undoOffersOf(client);
    offer({ documentoId: 'D', eventoId: 'E', titulo: 'T' }, milliseconds);
    expect(Math.abs(list.get()[0]!.hasta.getTime() - Date.now() - milliseconds)).toBeLessThan(5_000);
    vi.advanceTimersByTime(milliseconds - 1);
    expect(list.get()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(list.get()).toEqual([]);
  });
});
