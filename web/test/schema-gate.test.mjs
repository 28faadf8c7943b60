import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildSchema } from 'graphql';
import { breaks } from '../scripts/schema-gate.mjs';

const BEFORE = `
  type Query { libros(orden: Orden, filtro: Filtro, antes: Int @deprecated(reason: "Use filtro.")): [Libro!]! viejo: Viejo @deprecated(reason: "Use libros.") otros: Int }
  type Libro { titulo: String! paginas: Int anio: Int @deprecated(reason: "Use fecha.") estado: Estado! }
  type Viejo { nombre: String }
  enum Estado { NUEVO GASTADO }
  enum Orden { TITULO FECHA }
  input Filtro { sala: Sala! titulo: String desde: Int = 1 hasta: Int @deprecated(reason: "Use desde.") uso: Uso }
  input Sala { numero: Int! piso: Int }
  enum Uso { LEER PRESTAR @deprecated(reason: "Use LEER.") }
`;
const ASKS = [{ who: 'the client kit', text: 'query Libros($f: Filtro) { libros(filtro: $f) { titulo estado } }' }];
const NAMED = [{ who: 'a sample', text: 'query Nombra { libros(filtro: { sala: { numero: 1 }, hasta: 9, uso: PRESTAR }) { titulo } }' }];
const TABLE = new Map(['Query.viejo', 'Query.libros.antes', 'Libro.anio', 'Filtro.hasta', 'Uso.PRESTAR'].map((at) => [at, '0.1.0']));

const of = (from, to, table = TABLE, asks = ASKS) =>
  breaks({ before: buildSchema(BEFORE), after: buildSchema(BEFORE.replace(from, to)), asks, table });

for (const [what, from, to] of [
  ['a new field', 'paginas: Int', 'paginas: Int peso: Int'],
  ['a new value', 'NUEVO', 'NUEVO USADO'],
  ['a deprecated field that nobody asks for', 'anio: Int @deprecated(reason: "Use fecha.")', ''],
  ['a deprecated field with its type', /viejo.*libros\."\)/, ''],
  ['an argument that need not be given', 'filtro: Filtro', 'filtro: Filtro, sin: Int'],
  ['a new argument with a default', 'filtro: Filtro', 'filtro: Filtro, sin: Int = 1'],
  ['a new field, its argument with a default', 'otros: Int', 'otros: Int muchos(sin: Int = 1): Int'],
  ['a new field of an input with a default', 'numero: Int!', 'numero: Int! fila: Int! = 1'],
  ['a deprecated field of an input that nobody names', 'hasta: Int @deprecated(reason: "Use desde.")', ''],
  ['a deprecated value that nobody names', 'PRESTAR @deprecated(reason: "Use LEER.")', ''],
])
  test(`${what} breaks nobody`, async () => assert.deepEqual(await of(from, to), []));

for (const [what, from, to, sentence] of [
  ['a field that the kit asks for', 'titulo: String! paginas', 'paginas', /hurt Libros of the client kit/],
  ['a field that nobody announced', 'paginas: Int', '', /Libro.paginas: .*clients that nobody here knows/],
  ['a field that may be null now', 'titulo: String! paginas', 'titulo: String paginas', /hurt Libros of the client kit/],
  ['a value of a field that the kit reads', 'NUEVO GASTADO', 'NUEVO', /Estado.GASTADO: .*hurt Libros of the client kit/],
  ['a field that a variable has to have', 'sala: Sala!', '', /Filtro.*hurt Libros of the client kit/],
  ['what such a field has to have', 'numero: Int!', '', /Sala.*hurt Libros of the client kit/],
  ['a field of an input that nobody announced', 'titulo: String desde', 'desde', /Filtro.titulo: .*clients that nobody here knows/],
  ['another default of an argument', 'filtro: Filtro', 'filtro: Filtro = { sala: { numero: 1 } }', /libros.filtro: .*hurt Libros of the client kit/],
  ['another default of a field of an input', 'desde: Int = 1', 'desde: Int = 2', /Filtro.desde: .*hurt Libros of the client kit/],
  ['a default that went', 'desde: Int = 1', 'desde: Int', /Filtro.desde: .*hurt Libros of the client kit/],
  ['a default of what is deprecated', 'hasta: Int', 'hasta: Int = 3', /Filtro.hasta: .*hurt Libros of the client kit/],
  ['an argument that has to be given', 'filtro: Filtro', 'filtro: Filtro, con: Int!', /hurt Libros of the client kit/],
  ['a field of an input that has to be given', 'desde: Int', 'desde: Int!', /hurt Libros of the client kit/],
  ['an old argument that has to be given', 'antes: Int @deprecated(reason: "Use filtro.")', 'antes: Int!', /antes.*hurt Libros of the client kit/],
  ['an argument that nobody announced', 'orden: Orden, ', '', /orden.*clients that nobody here knows/],
])
  test(`${what} breaks somebody`, async () => assert.match((await of(from, to)).join('\n'), sentence));

for (const [what, from] of [
  ['a field of an input', 'hasta: Int @deprecated(reason: "Use desde.")'],
  ['a value', 'PRESTAR @deprecated(reason: "Use LEER.")'],
])
  test(`${what} that a sample names breaks it`, async () => assert.match((await of(from, '', TABLE, NAMED)).join('\n'), /hurt Nombra of a sample/));

test('another default breaks clients that nobody here knows', async () => {
  const problems = await of('desde: Int = 1', 'desde: Int = 2', TABLE, []);
  assert.match(problems.join('\n'), /Filtro.desde: .*clients that nobody here knows/);
});

test('a removal without its row breaks somebody', async () => {
  const problems = await of('anio: Int @deprecated(reason: "Use fecha.")', '', new Map([['Query.viejo', '0.1.0']]));
  assert.match(problems.join('\n'), /Libro.anio/);
});

test('what is deprecated has a row', async () => {
  const problems = await of('otros: Int', 'otros: Int @deprecated(reason: "Nobody asks.")');
  assert.deepEqual(problems, ['Query.otros is @deprecated and has no row in schema/obsoletos.tsv']);
});
