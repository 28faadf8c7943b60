import { afterEach, describe, expect, it, vi } from 'vitest';
import { listKey } from '../src/apollo/list-key.js';
import { toFalla } from '../src/falla.js';
import { SessionEnded } from '../src/session.js';
import { pauseOf } from '../src/transport/pause.js';
import { createPosition } from '../src/transport/position.js';
import { TIMING } from '../src/transport/transport.js';
import { notTheApi } from '../src/transport/network.js';
import { judge } from '../src/transport/verdict.js';

/** Mistakes of an application, as the engine words them. */
const noToken = () => (undefined as unknown as { value: string }).value;
const noFunction = () => ({}) as never as (() => void) & void;
const noAddress = () => new URL('no address');
function thrownBy(mistake: () => unknown) {
  try {
    (mistake() as () => void)();
  } catch (cause) {
    return cause;
  }
  throw new Error('nothing was thrown');
}

describe('the pause before another try', () => {
  it('doubles, and has a bound', () => {
    const pauses = Array.from({ length: 40 }, (_, i) => pauseOf(i + 1, 0, TIMING, 1));
    expect(pauses.slice(0, 3)).toEqual([500, 1000, 2000]);
    expect(Math.max(...pauses)).toBe(TIMING.longestPause);
  });
  it('is spread by chance', () => expect(pauseOf(1, 0, TIMING, 0)).toBeLessThan(pauseOf(1, 0, TIMING, 0.9)));
  it('is never less than the server asks for', () => expect(pauseOf(1, 7_000, TIMING, 0)).toBe(7_000));
});

describe('the verdict about a failure', () => {
  const closing = (code: number) => ({ code, reason: '' });
  const refusal = (code: string, reintentarEn?: number) => [{ message: '', extensions: { code, reintentarEn } }];
  it.each([
    [closing(1001), 'again'],
    [closing(1006), 'again'],
    [closing(1013), 'again'],
    [closing(4403), 'renew'],
    [closing(4408), 'again'],
    [closing(4429), 'again'],
    [closing(4499), 'again'],
    [closing(4500), 'again'],
    [closing(4400), 'end'],
    [closing(1009), 'end'],
    [refusal('RATE_LIMITED', 3), 'again'],
    [refusal('UNAVAILABLE'), 'again'],
    [refusal('SLOW_SUBSCRIBER'), 'again'],
    [refusal('UNAUTHENTICATED'), 'renew'],
    [refusal('INSUFFICIENT_AUTHENTICATION'), 'end'],
    [refusal('NOT_FOUND'), 'end'],
    [new Response('', { status: 503 }), 'again'],
    [new Response('', { status: 401 }), 'renew'],
    [new Response('', { status: 403 }), 'end'],
    [new TypeError('fetch failed'), 'again'],
    [new SessionEnded(), 'end'],
  ])('%o: %s', (reason, kind) => expect(judge(reason).kind).toBe(kind));
  it('waits as long as the server says', () => {
    expect(judge(refusal('RATE_LIMITED', 3))).toEqual({ kind: 'again', after: 3000, busy: true });
    expect(judge(new Response('', { status: 429, headers: { 'Retry-After': '7' } }))).toEqual({ kind: 'again', after: 7000, busy: true });
  });
});

describe('a position', () => {
  it('goes on after the last cursor, and leaves out what was told', () => {
    const position = createPosition();
    const news = (novedadId: string, cursor: string) => position.take({ data: { novedadesDeCarpeta: { novedadId, cursor } } });
    expect(position.resume({ carpetaId: 'c' })).toEqual({ carpetaId: 'c' });
    expect([news('a', '1'), news('b', '2'), news('a', '3')]).toEqual([true, true, false]);
    expect(position.resume({ carpetaId: 'c' })).toEqual({ carpetaId: 'c', despuesDe: '3' });
  });
  it('follows the steps of a deletion by their number', () => {
    const position = createPosition();
    const step = (secuencia: number) => position.take({ data: { eliminacion: { secuencia } } });
    expect([step(1), step(2), step(1), step(2), step(3)]).toEqual([true, true, false, false, true]);
    expect(position.resume({ despuesDe: 0 })).toEqual({ despuesDe: 3 });
  });
  it('forgets old news: what it keeps has a bound', () => {
    const position = createPosition();
    for (let i = 0; i < 5_000; i++) position.take({ data: { n: { novedadId: `${i}`, cursor: 'c' } } });
    expect(position.take({ data: { n: { novedadId: '0', cursor: 'c' } } })).toBe(true);
    expect(position.take({ data: { n: { novedadId: '4999', cursor: 'c' } } })).toBe(false);
  });
});

describe('the key of a list', () => {
  it('is the same for every spelling of the same list', () => {
    const plain = listKey({});
    expect(listKey({ orden: null, filtro: {} })).toBe(plain);
    expect(listKey({ orden: { campo: 'FECHA_RECEPCION', direccion: 'DESC' }, filtro: { texto: null, tipos: [] } })).toBe(plain);
    expect(listKey({ filtro: { texto: 'a', emisor: 'b' } })).toBe(listKey({ filtro: { emisor: 'b', texto: 'a' } }));
  });
  it('is another one for another list', () => {
    const keys = [{}, { orden: { campo: 'TITULO' } }, { orden: { direccion: 'ASC' } }, { filtro: { texto: 'a' } }, { filtro: { codigosTipo: ['OTRO'] } }];
    expect(new Set(keys.map(listKey)).size).toBe(keys.length);
  });
});

describe('what a person is told', () => {
  it('is what the server says', () => {
    const error = { errors: [{ message: 'El cursor venció.', extensions: { code: 'EXPIRED_CURSOR_TOKEN', recuperacion: 'Empiece de nuevo.' } }] };
    expect(toFalla(error)).toEqual({ codigo: 'EXPIRED_CURSOR_TOKEN', mensaje: 'El cursor venció.', recuperacion: 'Empiece de nuevo.' });
  });
  it('is about the network or the session if the server said nothing', () => {
    expect(toFalla(new TypeError('Failed to fetch')).codigo).toBe('RED');
    expect(toFalla(new SessionEnded()).codigo).toBe('SESION');
    expect(toFalla(undefined)).not.toHaveProperty('causa');
  });
  it.each([
    new TypeError('Failed to fetch'),
    new TypeError('NetworkError when attempting to fetch resource.'),
    new TypeError('Se ha perdido la conexión de red.'), // Safari, in Spanish
    new DOMException('The operation timed out.', 'TimeoutError'),
    new DOMException('This operation was aborted', 'AbortError'),
    notTheApi(new Response('<html>', { status: 502 })),
    notTheApi(new Response('<html>', { status: 429 })),
  ])('is about the network where the application is right: %s', (causa) => {
    expect(toFalla(causa)).toMatchObject({ codigo: 'RED', causa });
  });

  describe('where the application is wrong', () => {
    afterEach(() => vi.unstubAllEnvs());
    it.each([
      ...[noToken, noFunction, noAddress].map(thrownBy),
      notTheApi(new Response('', { status: 404 })),
      notTheApi(new Response('<html>')),
      new Error('the token could not be read'),
      'a text that was thrown',
    ])('is about the application, and whoever builds it reads the cause once: %s', (causa) => {
      vi.stubEnv('NODE_ENV', 'development');
      const heard = vi.mocked(console.error).mockImplementation(() => {});
      expect(toFalla(causa)).toMatchObject({ codigo: 'CONFIGURACION', causa });
      expect(toFalla(causa).codigo).toBe('CONFIGURACION');
      expect(heard.mock.calls.map((call) => call[1])).toEqual([causa]);
      heard.mockClear();
    });
    it('is silent in production', () => {
      vi.stubEnv('NODE_ENV', 'production');
      expect(toFalla(new Error('of nobody else')).codigo).toBe('CONFIGURACION');
    });
  });
});
