import { describe, expect, it } from 'vitest';
import { frasesDe, seDice, type Division } from '../src/features/operador/reparto/division';
import { textos } from '../src/features/operador/reparto/textos';

const whole: Division = { partes: 1, antes: null, escribeDesde: null, terminableDesde: null };
const grows: Division = { partes: 4, antes: 1, escribeDesde: '2026-05-04T10:04:00Z', terminableDesde: '2026-05-04T10:12:00Z' };
const said = (division: Division, ahora: string, { division: frases } = textos.es) =>
  frasesDe(division, frases, { ahora: new Date(ahora), numero: String, momento: (iso) => iso.slice(11, 16) }).join(' ');

describe('the division of an operador', () => {
  it('is told where there is one, or was one, or one is about to be', () => {
    expect([whole, grows, { ...grows, antes: null, terminableDesde: null }, { ...grows, partes: 1, antes: 4 }].map(seDice)).toEqual([false, true, true, true]);
  });

  it('says what goes on, and what to do next', () => {
    expect(said(grows, '2026-05-04T10:00:00Z')).toBe('pasa de 1 a 4 partes. Se escribirá así desde 10:04. El cambio se puede terminar desde 10:12, con la misma orden.');
    expect(said(grows, '2026-05-04T10:04:00Z')).toContain('Se escribe así desde 10:04.');
    expect(said(grows, '2026-05-04T10:12:00Z', textos.en)).toBe(
      'goes from 1 to 4 parts. It is written so since 10:04. The change can be ended now: give the same command again, `carpeta particiones`.',
    );
    expect(said({ ...grows, antes: null, terminableDesde: null }, '2026-05-04T11:00:00Z')).toBe('4 partes desde 10:04.');
    expect(said({ ...whole, partes: 2 }, '2026-05-04T11:00:00Z', textos.en)).toBe('2 parts.');
  });
});
