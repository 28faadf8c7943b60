import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useMas } from '../src/index.js';

/** Pages that come, or do not, when the test says so. */
function pages() {
  const asked: { resolve: () => void; reject: (cause: Error) => void }[] = [];
  const { result } = renderHook(() => useMas(() => new Promise<void>((resolve, reject) => asked.push({ resolve, reject }))));
  return { asked, result };
}

it('says that the next page did not come, and takes it back when it comes', async () => {
  const { asked, result } = pages();
  await act(async () => {
    const pressed = result.current.cargarMas();
    asked[0]!.reject(new TypeError('Failed to fetch'));
    await pressed;
  });
  expect(result.current).toMatchObject({ cargandoMas: false, fallaDeMas: { codigo: 'RED' } });
  await act(async () => {
    const pressed = result.current.cargarMas();
    asked[1]!.resolve();
    await pressed;
  });
  expect(result.current).toMatchObject({ cargandoMas: false, fallaDeMas: undefined });
});

it('asks for one page at a time, however often somebody presses', async () => {
  const { asked, result } = pages();
  await act(async () => void result.current.cargarMas());
  await act(async () => void result.current.cargarMas());
  expect([asked.length, result.current.cargandoMas]).toEqual([1, true]);
  await act(async () => asked[0]!.resolve());
  expect(result.current.cargandoMas).toBe(false);
});
