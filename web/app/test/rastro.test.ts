import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GRAVEDADES, RESULTADOS, SERVICIOS, TIPOS } from '../src/features/operador/rastro/nombres';
import { direccionDe, faltaLaFecha, faltasDe, filtroDe, PRIMERO, SIN_LIMITE, type Pedido } from '../src/features/operador/rastro/pedido';

const OPENAPI = readFileSync(new URL('../../../internal/server/rest/openapi.yaml', import.meta.url), 'utf8');

/** The values of an enumeration of the REST face: in one line, or each in its own. */
function valuesOf(schema: string): string[] {
  const block = new RegExp(`^    ${schema}:\\n(?:      .*\\n)+`, 'm').exec(OPENAPI)?.[0] ?? '';
  const inline = /enum: \[(.*)\]/.exec(block)?.[1];
  return inline ? inline.split(', ') : [...block.matchAll(/^ {8}- (\S+)$/gm)].map(([, value]) => value as string);
}

describe('the filters of the trail', () => {
  it.each([
    ['EventType', TIPOS],
    ['Service', SERVICIOS],
    ['Outcome', RESULTADOS],
    ['Severity', GRAVEDADES],
  ])('have every value of %s, by the name of the REST face', (schema, names) => {
    expect(valuesOf(schema).length).toBeGreaterThan(2);
    expect(Object.values(names).sort()).toEqual(valuesOf(schema).sort());
  });

  const all: Pedido = {
    operadorId: ' op-1 ',
    correlationId: ' pedido 1 ',
    tipo: 'DOCUMENTO_VISTO',
    servicio: 'BORRADOR_OBJETOS',
    outcome: 'DENIED',
    severity: 'CRITICAL',
    desde: { forma: '7d', fecha: '' },
    hasta: { forma: 'fecha', fecha: '2026-01-02T03:04:05' },
  };
  const until = new Date('2026-01-02T03:04:05').toISOString();

  it('ask both faces for the same', () => {
    expect(filtroDe(all)).toEqual({
      operadorId: 'op-1',
      correlationId: 'pedido 1',
      tipo: 'DOCUMENTO_VISTO',
      servicio: 'BORRADOR_OBJETOS',
      outcome: 'DENIED',
      severity: 'CRITICAL',
      desde: '7d',
      hasta: until,
    });
    const { pathname, searchParams } = new URL(direccionDe(all), 'http://server');
    expect(pathname).toBe('/api/v1/operadores/op-1/audit/events');
    expect(Object.fromEntries(searchParams)).toEqual({
      correlation_id: 'pedido 1',
      event_type: 'documento.visto',
      service: 'borrador-objetos',
      outcome: 'denied',
      severity: 'critical',
      since: '7d',
      until,
    });
  });

  it('leave out what is not asked for', () => {
    const nothing = { ...PRIMERO, desde: SIN_LIMITE };
    expect(filtroDe(nothing)).toEqual({});
    expect(direccionDe(nothing)).toBe('/api/v1/audit/events?');
    expect(direccionDe({ ...nothing, operadorId: 'a/../b' })).toBe('/api/v1/operadores/a%2F..%2Fb/audit/events?');
  });

  it('say what is wrong in the words of the page, or in those of the server', () => {
    const refused = [
      { campo: 'filtro.desde', mensaje: 'está en el futuro' },
      { campo: 'filtro.actor', mensaje: 'no se admite' },
    ];
    expect(faltasDe(refused, { desde: 'Choose another.' })).toEqual({ desde: 'Choose another.', actor: 'no se admite' });
    expect(faltasDe(undefined, {})).toEqual({});
    expect([{ forma: 'fecha', fecha: '' } as const, { forma: 'fecha', fecha: '2026-01-02T03:04' } as const, SIN_LIMITE].map(faltaLaFecha)).toEqual([true, false, false]);
  });
});
