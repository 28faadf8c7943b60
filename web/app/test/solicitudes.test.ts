import { describe, expect, it } from 'vitest';
import { libresDe, pendientesDe, plazosDe, queCaben, respuestasDe, siguienteDe, type Pedido } from '../src/features/compartidos/respuestas';
import { esperaDeRecordar, estaAbierta, numeroPropuesto, sirveNumero } from '../src/features/operador/consentimiento/solicitud';

const pedido = (codigo: string, candidatos: string[], respuesta: Pedido['respuesta'] = null) =>
  ({ requisito: { codigo, nombre: codigo, opcional: false, certificado: false, clases: [] }, respuesta, candidatos: candidatos.map((id) => ({ id })) }) as unknown as Pedido;

describe('what a citizen answers', () => {
  const pedidos = [pedido('DIPLOMA', ['a', 'b']), pedido('CEDULA', ['b']), pedido('NOTAS', [])];

  it('goes through the requirements one after the other', () => {
    expect(siguienteDe({}, pedidos)?.requisito.codigo).toBe('DIPLOMA');
    expect(siguienteDe({ DIPLOMA: 'a' }, pedidos)?.requisito.codigo).toBe('CEDULA');
    expect(siguienteDe({ DIPLOMA: 'a', CEDULA: null, NOTAS: null }, pedidos)).toBeUndefined();
  });

  it('asks only for what has no document yet', () => {
    expect(pendientesDe([pedido('DIPLOMA', [], 'ENTREGADO'), pedido('CEDULA', [], 'NO_ENTREGADO')]).map(({ requisito }) => requisito.codigo)).toEqual(['CEDULA']);
  });

  it('keeps the choices that still fit', () => {
    expect(queCaben({ DIPLOMA: 'gone', CEDULA: 'b', NOTAS: null, OTRO: 'a' }, pedidos)).toEqual({ CEDULA: 'b', NOTAS: null });
  });

  it('offers a document for one requirement only', () => {
    expect(libresDe(pedidos[0]!, { CEDULA: 'b' }).map(({ id }) => id)).toEqual(['a']);
    expect(libresDe(pedidos[1]!, { CEDULA: 'b' }).map(({ id }) => id)).toEqual(['b']);
  });

  it('says what is not given as null', () => {
    expect(respuestasDe({ DIPLOMA: 'a', CEDULA: null })).toEqual([
      { requisito: 'DIPLOMA', documentoId: 'a' },
      { requisito: 'CEDULA', documentoId: null },
    ]);
  });

  it('offers no term beyond that of the procedure', () => {
    expect(plazosDe(90)).toEqual({ plazos: [1, 7, 30, 90], primero: 30 });
    expect(plazosDe(15)).toEqual({ plazos: [1, 7, 15], primero: 15 });
  });
});

describe('what an entity asks', () => {
  it('proposes a number that the server takes', () => {
    expect(numeroPropuesto('2026-11-30', 'abcdef-1')).toBe('S-20261130-ABCDEF');
    expect(sirveNumero(numeroPropuesto('2026-11-30'))).toBe(true);
    for (const bad of ['', 'a', 'Ñ', 'A B', 'A'.repeat(41)]) expect(sirveNumero(bad)).toBe(false);
  });

  it('reminds three times, a day apart', () => {
    const now = Date.parse('2026-11-30T12:00:00Z');
    const asked = (recordatorios: number, creadaEn: string, recordadaEn: string | null = null) => ({ recordatorios, creadaEn, recordadaEn }) as Parameters<typeof esperaDeRecordar>[0];
    expect(esperaDeRecordar(asked(0, '2026-11-29T12:00:00.000Z'), now)).toBeUndefined();
    expect(esperaDeRecordar(asked(0, '2026-11-29T12:00:01.000Z'), now)).toEqual({ causa: 'pronto', desde: '2026-11-30T12:00:01.000Z' });
    expect(esperaDeRecordar(asked(1, '2026-11-01T00:00:00.000Z', '2026-11-30T00:00:00.000Z'), now)).toMatchObject({ causa: 'pronto' });
    expect(esperaDeRecordar(asked(3, '2026-11-01T00:00:00.000Z'), now)).toEqual({ causa: 'tres' });
  });

  it('is open until it is answered, refused, withdrawn or over', () => {
    expect((['PENDIENTE', 'PARCIAL'] as const).every((estado) => estaAbierta({ estado }))).toBe(true);
    expect((['COMPLETA', 'RECHAZADA', 'RETIRADA', 'VENCIDA'] as const).some((estado) => estaAbierta({ estado }))).toBe(false);
  });
});
