import { afterEach, describe, expect, it, vi } from 'vitest';
import { until } from '../../../test/patience.js';
import { connectApi, type Api, type Result } from '../src/index.js';
import { makeSockets } from './made-sockets.js';

const open: Api[] = [];
afterEach(() => {
  for (const api of open.splice(0)) api.close();
  vi.unstubAllGlobals();
});

/** What a subscription to news is told. */
function follow(resumes: boolean): Result[] {
  const api = connectApi({ url: 'http://carpeta.test/graphql', token: () => 'x', timing: { firstPause: 10, longestPause: 20 } });
  open.push(api);
  const told: Result[] = [];
  api.follower.follow({ query: 'subscription { novedadesDeCarpeta }', variables: {}, resumes }, { next: (result) => told.push(result), error: () => {}, complete: () => {} });
  return told;
}

const whole = (novedadId: string) => ({ data: { novedadesDeCarpeta: { novedadId, cursor: novedadId, documentoGlobalId: 'g', documento: { id: 'g' } } } });
/** Its document is there, and could not be read. */
const inPart = (novedadId: string, code: string) => ({
  data: { novedadesDeCarpeta: { ...whole(novedadId).data.novedadesDeCarpeta, documento: null } },
  errors: [{ message: '', extensions: { code, reintentarEn: 0 }, path: ['novedadesDeCarpeta', 'documento'] }],
});

describe('an event of which a part could not be read', () => {
  it.each(['UNAVAILABLE', 'INTERNAL'])('comes again, whole: %s', async (code) => {
    const asked: unknown[] = [];
    makeSockets(({ variables, turn, next }) => {
      asked.push(variables['despuesDe']);
      if (turn === 0) next(whole('1'));
      next(turn < 3 ? inPart('2', code) : whole('2'));
    });
    const told = follow(true);
    await until(() => told.length >= 2);
    expect(told).toEqual([whole('1'), whole('2')]);
    expect(asked).toEqual([undefined, '1', '1', '1']);
  });

  it('is told as it is when it stays so, and what comes after it as well', async () => {
    makeSockets(({ next }) => {
      next(inPart('1', 'INTERNAL'));
      next(whole('2'));
    });
    const told = follow(true);
    await until(() => told.length >= 2);
    expect(told).toEqual([inPart('1', 'INTERNAL'), whole('2')]);
  });

  it('is told as it is where it cannot come again', async () => {
    makeSockets(({ next }) => next(inPart('1', 'UNAVAILABLE')));
    const told = follow(false);
    await until(() => told.length >= 1);
    expect(told).toEqual([inPart('1', 'UNAVAILABLE')]);
  });
});
