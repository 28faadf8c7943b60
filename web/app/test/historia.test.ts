import { describe, expect, it } from 'vitest';
import { conLectura, esperaDe, indices, lapsoDe, MINUTO, resumen, trazo, VACIA, type Historia, type Lectura, type Relojes } from '../src/features/operador/reparto/historia';

const HORA = 60 * MINUTO;

const lectura = (espera: Record<string, number>, rest: Partial<Lectura> = {}): Lectura => ({
  indice: null,
  completa: true,
  espera: new Map(Object.entries(espera)),
  ...rest,
});

/** Clocks that agree: so long after the first reading. The server counts in steps of ten seconds. */
const alas = (passed: number, wrong: Partial<Relojes> = {}): Relojes => ({
  pagina: 5_000 + passed,
  maquina: 1_700_000_000_000 + passed,
  servidor: 1_690_000_000_000 + passed - (passed % 10_000),
  ...wrong,
});

/** A history of readings that came at these times. */
const leidas = (...passed: number[]): Historia => passed.reduce((historia, at) => conLectura(historia, lectura({ uno: 1 }), alas(at)), VACIA);

const momentos = ({ muestras }: Historia) => muestras.map(({ en }) => en);

describe('the history of what waits', () => {
  it('keeps an hour, and never more than 360 readings', () => {
    const often = leidas(...Array.from({ length: 20_000 }, (_, n) => n * 1_000));
    expect(often.muestras).toHaveLength(360);
    expect(often.muestras.at(-1)?.en).toBe(19_999_000);
    expect(often.muestras[0]?.en).toBeGreaterThan(19_999_000 - HORA);
    const slowly = leidas(...Array.from({ length: 1_000 }, (_, n) => n * 15_000));
    expect(slowly.muestras).toHaveLength(240);
  });

  it('pushes no older reading out when somebody comes and goes: of ten seconds the last is kept', () => {
    expect(momentos(leidas(0, 15_000, 21_000, 22_000, 29_000, 31_000))).toEqual([0, 15_000, 29_000, 31_000]);
  });

  it('forgets what is older than an hour when the machine slept', () => {
    expect(momentos(leidas(0, 15_000, 3 * HORA))).toEqual([3 * HORA]);
  });

  const { maquina, pagina, servidor } = alas(60_000);
  it.each<[string, Partial<Relojes>]>([
    ['the machine was set back by an hour', { maquina: maquina - HORA }],
    ['the machine was set forward by an hour', { maquina: maquina + HORA }],
    ['the clock of the page stood still while the machine slept', { pagina: pagina - 60_000 }],
    ['another server answered, whose clock is ahead by an hour', { servidor: servidor + HORA }],
    ['another server answered, whose clock is behind by an hour', { servidor: servidor - HORA }],
    ['the server has not counted for five minutes yet', { servidor: servidor - 60_000 }],
  ])('goes on where %s', (_, wrong) => {
    const after = conLectura(leidas(0), lectura({ uno: 2 }), alas(60_000, wrong));
    expect(momentos(after)).toEqual([0, 60_000]);
    const then = conLectura(after, lectura({ uno: 3 }), alas(75_000, wrong.maquina === undefined ? {} : { maquina: wrong.maquina + 15_000 }));
    expect(momentos(then).slice(0, 2)).toEqual([0, 60_000]);
    expect(momentos(then)[2]).toBeGreaterThanOrEqual(70_000);
    expect(momentos(then)[2]).toBeLessThanOrEqual(75_000);
  });

  it('does not run backwards', () => {
    expect(momentos(conLectura(leidas(0, 60_000), lectura({}), alas(0)))).toEqual([0, 60_000]);
  });
});

describe('what is said of the history', () => {
  const historia = [
    [0, lectura({ uno: 4 }, { indice: 0.5 })],
    [15_000, lectura({ uno: 0, dos: 7 })],
    [30_000, lectura({ dos: 2 }, { indice: 0.75 })],
    [45_000, lectura({ uno: 3 }, { completa: false })],
  ] as const;
  const { muestras } = historia.reduce((before, [at, one]) => conLectura(before, one, alas(at)), VACIA);

  it('counts nothing for whom an answer does not name, unless it could not name all', () => {
    expect(esperaDe(muestras, 'uno').map(({ valor }) => valor)).toEqual([4, 0, 0, 3]);
    expect(esperaDe(muestras, 'dos').map(({ valor }) => valor)).toEqual([0, 7, 2, null]);
  });

  it('is the least, the greatest and the last', () => {
    expect(resumen(esperaDe(muestras, 'uno'))).toEqual({ ahora: 3, menor: 0, mayor: 4 });
    expect(resumen(esperaDe(muestras, 'dos'))).toEqual({ ahora: null, menor: 0, mayor: 7 });
    expect(resumen(indices(muestras))).toEqual({ ahora: null, menor: 0.5, mayor: 0.75 });
    expect(resumen([{ en: 0, valor: null }])).toBeUndefined();
    expect(resumen([])).toBeUndefined();
  });

  it.each([
    [[0], 5],
    [[0, 5 * MINUTO], 5],
    [[0, 5 * MINUTO + 1], 15],
    [[0, 16 * MINUTO], 30],
    [[0, 31 * MINUTO], 60],
    [[0, 40 * MINUTO, HORA + MINUTO], 30], // the first is forgotten
  ])('is as wide as it has to be: readings at %j take %i minutes', (passed, minutes) => {
    expect(lapsoDe(leidas(...passed).muestras)).toBe(minutes);
  });
});

describe('a line', () => {
  const marco = { minutos: 5, tope: 10 };

  it('goes from left to right, the greatest above, and ends at the right edge', () => {
    const puntos = [0, 10, 5].map((valor, n) => ({ en: n * MINUTO, valor }));
    expect(trazo(puntos, marco)).toBe('M60 100h.01L80 0L100 50');
  });

  it('is broken where there was no number, and where nothing was read for more than a minute', () => {
    const puntos = [
      { en: 0, valor: 10 },
      { en: 15_000, valor: null },
      { en: 30_000, valor: 10 },
      { en: 90_000, valor: 0 },
      { en: 150_001, valor: 0 },
    ];
    expect(trazo(puntos, marco).match(/[ML]/g)).toEqual(['M', 'M', 'L', 'M']);
  });

  it('of nothing is nothing', () => {
    expect(trazo([], marco)).toBe('');
  });
});
