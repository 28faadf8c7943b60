import { createCarpetaClient } from '@carpeta-ciudadana/cliente/apollo';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CarpetaProvider } from '../src/index.js';
import { useMas } from '../src/use-mas.js';

/** Times of these tests pass at once. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** Pages that come, or do not, when the test says so. */
function pages() {
  const asked: { resolve: () => void; reject: (cause: Error) => void }[] = [];
  const load = () => new Promise<void>((resolve, reject) => asked.push({ resolve, reject }));
  const cliente = createCarpetaClient({ url: 'http://carpeta.test/graphql', token: () => 'x' });
  const wrapper = ({ children }: { children: ReactNode }) => <CarpetaProvider cliente={cliente}>{children}</CarpetaProvider>;
  const { result, rerender } = renderHook((key: string) => useMas(key, true, load), { wrapper, initialProps: 'a' });
  const fail = () => act(async () => asked.at(-1)!.reject(new TypeError('Failed to fetch')));
  const come = () => act(async () => asked.at(-1)!.resolve());
  const press = () => act(async () => void result.current.cargarMas());
  return { asked, result, rerender, fail, come, press };
}

it('says that the next page did not come, and takes it back when it comes', async () => {
  const { result, press, fail, come } = pages();
  await press();
  await fail();
  expect(result.current).toMatchObject({ cargandoMas: false, fallaDeMas: { codigo: 'RED' } });
  await press();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  await come();
  expect(result.current).toMatchObject({ cargandoMas: false, fallaDeMas: undefined });
});

it('asks for one page at a time, however often somebody presses', async () => {
  const { asked, result, press, come } = pages();
  await press();
  await press();
  expect([asked.length, result.current.cargandoMas]).toEqual([1, true]);
  await come();
  expect(result.current.cargandoMas).toBe(false);
});

it('is held back for longer after each failure, however often it is called', async () => {
  const { asked, result, press, fail } = pages();
  for (let failed = 0, tenths = 0; tenths < 160; tenths++) {
    if (!result.current.cargandoMas) await press();
    if (asked.length > failed++) await fail();
    else failed--;
    await act(() => vi.advanceTimersByTimeAsync(100));
  }
  expect(asked.length).toBeGreaterThan(2);
  expect(asked.length).toBeLessThan(7); // in 16 s
});

it.each<[string, (shown: ReturnType<typeof pages>) => Promise<void>]>([
  ['the network is back', () => act(async () => void window.dispatchEvent(new Event('online')))],
  ['the list is loaded again', ({ result }) => act(async () => result.current.olvidar())],
  ['another list takes its place', async ({ rerender, press }) => {
    rerender('b');
    await press();
  }],
])('is held back no longer when %s', async (_, happens) => {
  const shown = pages();
  await shown.press();
  await shown.fail();
  await shown.press();
  expect(shown.asked).toHaveLength(1);
  await happens(shown);
  expect(shown.asked).toHaveLength(2);
});
