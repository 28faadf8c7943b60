import type { MiradaDeCarpetaFragment as Mirada } from '@carpeta-ciudadana/cliente/operaciones';
import { describe, expect, it } from 'vitest';
import { diasDe } from '../src/shared/actos';

let eventos = 0;

/** A look, with ids as short as a test likes them. */
type Corta = Partial<Record<Exclude<keyof Mirada, 'documento' | 'propio'>, string | null>> & Partial<Pick<Mirada, 'documento' | 'propio'>>;

/** A look, so many minutes before noon of a day. */
function mirada(minutes: number, some: Corta = {}): Mirada {
  const { documentoId = null } = some;
  return {
    __typename: 'Acceso', eventoId: `e${++eventos}`, acto: `a${eventos}`, en: new Date(new Date(2026, 4, 3, 12).getTime() - minutes * 60_000).toISOString(),
    tipo: 'documento.visto', rol: 'ciudadano', propio: true, operadorId: null, entidadId: null, entidad: null, documentoId, titulo: documentoId && `Título ${documentoId}`,
    documento: documentoId ? { __typename: 'Documento', id: `id-${documentoId}`, titulo: `Título ${documentoId}` } : null, proposito: null, baseLegal: null, ...some,
  } as Mirada;
}

const servido = { tipo: 'archivo.servido', rol: 'enlace', propio: false };
const oficina = { tipo: 'lista.leida', rol: 'operador', propio: false, operadorId: 'op-1' };

describe('the statement of who looked', () => {
  it('makes one line of one press: the link that was asked for, and its uses', () => {
    const acto = 'ver';
    const [dia, ...others] = diasDe([mirada(0, { ...servido, acto, documentoId: 'd' }), mirada(1, { ...servido, acto, documentoId: 'd' }), mirada(1, { acto, documentoId: 'd' })], false);
    expect(others).toEqual([]);
    expect(dia?.ajenos).toEqual([]);
    expect(dia?.propios).toMatchObject([{ mirada: { tipo: 'documento.visto' }, veces: 1, documentos: [{ id: 'id-d', titulo: 'Título d' }] }]);
  });

  it('tells of a link that is used long after, as of somebody else', () => {
    const acto = 'ver';
    const [dia] = diasDe([mirada(0, { ...servido, acto, documentoId: 'd' }), mirada(60, { acto, documentoId: 'd' })], false);
    expect(dia?.ajenos).toMatchObject([{ mirada: { rol: 'enlace' } }]);
    expect(dia?.propios).toHaveLength(1);
  });

  it('names every document of one request, each once', () => {
    const looks = ['b', 'a', 'b'].map((documentoId) => mirada(0, { ...oficina, acto: 'lista', documentoId }));
    expect(diasDe(looks, false)[0]?.ajenos).toMatchObject([{ documentos: [{ documentoId: 'b' }, { documentoId: 'a' }] }]);
  });

  it('counts what is done again and again, and not what is done for another reason', () => {
    const looks = [0, 5, 10, 12].map((minutes) => mirada(minutes, { ...oficina, documentoId: 'd', proposito: minutes < 12 ? 'Trámite 1' : 'Trámite 2' }));
    expect(diasDe(looks, false)[0]?.ajenos.map(({ veces }) => veces)).toEqual([3, 1]);
  });

  it('keeps the title of a document that is gone, without a way to it', () => {
    const gone = [mirada(0, { ...oficina, documentoId: 'x', documento: null }), mirada(1, { ...oficina, documentoId: 'y', documento: null, titulo: null })];
    expect(diasDe(gone, false)[0]?.ajenos.map(({ documentos }) => documentos)).toEqual([
      [{ documentoId: 'x', id: undefined, titulo: 'Título x' }],
      [{ documentoId: 'y', id: undefined, titulo: undefined }],
    ]);
  });

  it('shows every sign-in, one for all tokens of it, when it was', () => {
    const ingreso = { tipo: 'sesion.iniciada', acto: 'ingreso' };
    const [dia] = diasDe([mirada(0, ingreso), mirada(300, ingreso), mirada(301, { tipo: 'sesion.iniciada' })], false);
    expect(dia?.ajenos.map(({ en }) => en)).toEqual([mirada(300).en, mirada(301).en]);
  });

  it('counts each use of a code, and tells apart that its file was opened', () => {
    const deCodigo = (minutes: number, tipo: string) => mirada(minutes, { tipo, rol: 'codigo', propio: false, acto: 'un código', documentoId: 'd' });
    const looks = [deCodigo(0, 'archivo.servido'), deCodigo(1, 'codigo.usado'), deCodigo(2, 'codigo.usado'), deCodigo(3, 'codigo.usado')];
    for (const hayMas of [false, true]) {
      expect(diasDe(looks, hayMas)[0]?.ajenos.map(({ mirada: { tipo }, veces }) => [tipo, veces])).toEqual([['archivo.servido', 1], ['codigo.usado', 3]]);
    }
  });

  it('makes one line of the uses of a code from one address, with their number', () => {
    const visita = (minutes: number, acto: string, tipo = 'codigo.usado') => mirada(minutes, { tipo, rol: 'codigo', propio: false, acto, documentoId: 'd' });
    const looks = [visita(0, 'uno'), visita(1, 'otro', 'archivo.servido'), visita(2, 'uno', 'archivo.servido'), visita(3, 'otro'), visita(4, 'uno'), visita(40, 'uno')];
    for (const hayMas of [false, true]) {
      expect(diasDe(looks, hayMas)[0]?.ajenos.map(({ mirada: { acto, tipo }, veces }) => [acto, tipo, veces])).toEqual([
        ['otro', 'archivo.servido', 1], ['uno', 'archivo.servido', 1], ['otro', 'codigo.usado', 1], ['uno', 'codigo.usado', 2], ['uno', 'codigo.usado', 1],
      ]);
    }
  });

  it('divides by the days of the person, the newest first', () => {
    const dias = diasDe([mirada(0, { ...oficina }), mirada(0.5), mirada(24 * 60, { ...oficina })], false);
    expect(dias.map(({ ajenos, propios }) => [ajenos.length, propios.length])).toEqual([[1, 1], [1, 0]]);
  });

  it('waits with the use of a link whose asking may be on the next page', () => {
    const looks = [mirada(0, { ...servido }), mirada(40, { ...servido })];
    expect(diasDe(looks, true)[0]?.ajenos).toHaveLength(1);
    expect(diasDe(looks, false)[0]?.ajenos).toHaveLength(2);
  });
});
