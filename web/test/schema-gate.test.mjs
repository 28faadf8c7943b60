import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildSchema } from 'graphql';
import { breaks } from '../scripts/schema-gate.mjs';

const BEFORE = `
  type Query { libros(orden: Orden, filtro: Filtro): [Libro!]! viejo: Viejo @deprecated(reason: "Use libros.") otros: Int }
  type Libro { titulo: String! paginas: Int anio: Int @deprecated(reason: "Use fecha.") estado: Estado! }
  type Viejo { nombre: String }
  enum Estado { NUEVO GASTADO }
  enum Orden { TITULO FECHA }
  input Filtro { titulo: String desde: Int }
`;
const ASKS = [{ who: 'the client kit', text: 'query Libros($f: Filtro) { libros(filtro: $f) { titulo estado } }' }];
const TABLE = new Map([['Query.viejo', '0.1.0'], ['Libro.anio', '0.1.0']]);

const of = (from, to, table = TABLE) =>
  breaks({ before: buildSchema(BEFORE), after: buildSchema(BEFORE.replace(from, to)), asks: ASKS, table });

for (const [what, from, to] of [
  ['a new field', 'paginas: Int', 'paginas: Int peso: Int'],
  ['a new value', 'NUEVO', 'NUEVO USADO'],
  ['a deprecated field that nobody asks for', 'anio: Int @deprecated(reason: "Use fecha.")', ''],
  ['a deprecated field with its type', /viejo.*libros\."\)/, ''],
  ['an argument that need not be given', 'filtro: Filtro', 'filtro: Filtro, sin: Int'],
])
  test(`${what} breaks nobody`, async () => assert.deepEqual(await of(from, to), []));

for (const [what, from, to, sentence] of [
  ['a field that the kit asks for', 'titulo: String! paginas', 'paginas', /hurt Libros of the client kit/],
  ['a field that nobody announced', 'paginas: Int', '', /Libro.paginas: .*clients that nobody here knows/],
  ['a field that may be null now', 'titulo: String! paginas', 'titulo: String paginas', /hurt Libros of the client kit/],
  ['a value of a field that the kit reads', 'NUEVO GASTADO', 'NUEVO', /Estado.GASTADO: .*hurt Libros of the client kit/],
  ['a field of a variable', 'titulo: String desde', 'desde', /Filtro.*hurt Libros of the client kit/],
  ['an argument that has to be given', 'filtro: Filtro', 'filtro: Filtro, con: Int!', /hurt Libros of the client kit/],
  ['a field of an input that has to be given', 'desde: Int', 'desde: Int!', /hurt Libros of the client kit/],
  ['an argument that nobody announced', 'orden: Orden, ', '', /orden.*clients that nobody here knows/],
])
  test(`${what} breaks somebody`, async () => assert.match((await of(from, to)).join('\n'), sentence));

test('a removal without its row breaks somebody', async () => {
  const problems = await of('anio: Int @deprecated(reason: "Use fecha.")', '', new Map([['Query.viejo', '0.1.0']]));
  assert.match(problems.join('\n'), /Libro.anio/);
});

test('what is deprecated has a row', async () => {
  const problems = await of('otros: Int', 'otros: Int @deprecated(reason: "Nobody asks.")');
  assert.deepEqual(problems, ['Query.otros is @deprecated and has no row in schema/obsoletos.tsv']);
});
