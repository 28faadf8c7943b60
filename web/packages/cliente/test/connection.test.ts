import { gql } from '@apollo/client';
import { describe, expect, it } from 'vitest';
import { createCache } from '../src/apollo/cache.js';
import { forgetDocumento } from '../src/apollo/forgotten.js';

const EDGES = gql`query ($after: String, $before: String, $filtro: Any) { c: node { id documentos(after: $after, before: $before, filtro: $filtro) { edges { cursor node { id } } pageInfo { hasNextPage endCursor } } } }`;
const NODES = gql`query ($after: String) { c: node { id documentos(after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } } }`;

const page = (ids: string[], hasNextPage: boolean) => ({
  edges: ids.map((id) => ({ __typename: 'DocumentoEdge', cursor: `@${id}`, node: { __typename: 'Documento', id } })),
  nodes: ids.map((id) => ({ __typename: 'Documento', id })),
  pageInfo: { __typename: 'PageInfo', hasNextPage, endCursor: ids.length ? `@${ids.at(-1)}` : null },
});

type Part = 'edges' | 'nodes';

function world(part: Part) {
  const cache = createCache();
  const query = part === 'edges' ? EDGES : NODES;
  const write = (ids: string[], hasNextPage: boolean, variables: object = {}) => {
    const { [part]: rows, pageInfo } = page(ids, hasNextPage);
    const documentos = { __typename: 'DocumentoConnection', [part]: rows, pageInfo };
    cache.writeQuery({ query, variables, data: { c: { __typename: 'Carpeta', id: 'C', documentos } } });
  };
  const read = (variables: object = {}) => {
    const data = cache.readQuery<any>({ query, variables });
    const { documentos } = data.c;
    return { ids: documentos[part].map((row: any) => (row.node ?? row).id).join(''), ...documentos.pageInfo };
  };
  return { cache, write, read };
}

describe.each<Part>(['edges', 'nodes'])('a connection by its %s', (part) => {
  it('grows page by page', () => {
    const { write, read } = world(part);
    write(['a', 'b'], true);
    write(['c', 'd'], true, { after: '@b' });
    write(['e'], false, { after: '@d' });
    expect(read()).toMatchObject({ ids: 'abcde', hasNextPage: false, endCursor: '@e' });
  });

  it('has no row twice when a page comes again, and loses none', () => {
    const { write, read } = world(part);
    write(['a', 'b'], true);
    write(['c', 'd'], true, { after: '@b' });
    write(['c', 'd'], true, { after: '@b' });
    write(['e'], false, { after: '@d' });
    write(['c', 'd'], true, { after: '@b' });
    expect(read()).toMatchObject({ ids: 'abcde', hasNextPage: false, endCursor: '@e' });
  });

  it('begins anew with a first page', () => {
    const { write, read } = world(part);
    write(['a', 'b'], true);
    write(['c', 'd'], false, { after: '@b' });
    write(['x', 'a'], true);
    expect(read()).toMatchObject({ ids: 'xa', hasNextPage: true, endCursor: '@a' });
  });

  it('goes on behind an empty page, which a filter may give', () => {
    const { write, read, cache } = world(part);
    write(['a'], true);
    const documentos = { __typename: 'DocumentoConnection', [part]: [], pageInfo: { __typename: 'PageInfo', hasNextPage: true, endCursor: '@further' } };
    cache.writeQuery({ query: part === 'edges' ? EDGES : NODES, variables: { after: '@a' }, data: { c: { __typename: 'Carpeta', id: 'C', documentos } } });
    expect(read()).toMatchObject({ ids: 'a', hasNextPage: true, endCursor: '@further' });
  });

  it('leaves out a row that is gone', () => {
    const { cache, write, read } = world(part);
    write(['a', 'b', 'c'], false);
    cache.evict({ id: 'Documento:b' });
    expect(read().ids).toBe('ac');
  });

  it('leaves out a row that was deleted, whatever answer was on its way', () => {
    const { cache, write, read } = world(part);
    write(['a', 'b', 'c'], true);
    forgetDocumento(cache, 'b');
    write(['a', 'b', 'c'], true); // asked for before the deletion, answered after it
    write(['d', 'b'], false, { after: '@c' });
    expect(read().ids).toBe('acd');
  });
});

describe('a connection', () => {
  it('grows at its beginning too', () => {
    const { write, read } = world('edges');
    write(['c', 'd'], true, {});
    write(['a', 'b'], false, { before: '@c' });
    expect(read()).toMatchObject({ ids: 'abcd', hasNextPage: true, endCursor: '@d' });
  });
  it('puts a new row of a middle page into its place', () => {
    const { write, read } = world('edges');
    write(['a', 'b'], true);
    write(['c', 'd'], false, { after: '@b' });
    write(['x', 'c'], true, { after: '@b' });
    expect(read()).toMatchObject({ ids: 'abxcd', hasNextPage: false, endCursor: '@d' });
  });
  it('is another list for another filter', () => {
    const { write, read } = world('edges');
    write(['a'], false, { filtro: { texto: 'x' } });
    write(['b'], false, { filtro: { texto: 'y' } });
    expect(read({ filtro: { texto: 'x' } }).ids + read({ filtro: { texto: 'y' } }).ids).toBe('ab');
  });
});

it("keeps the deletions of each operador apart: an auditor looks at those of several", () => {
  const query = gql`query ($operadorId: ID) { eliminaciones(operadorId: $operadorId) { nodes { id } } }`;
  const cache = createCache();
  const write = (operadorId: string | null, id: string) =>
    cache.writeQuery({ query, variables: { operadorId }, data: { eliminaciones: { __typename: 'EliminacionConnection', nodes: [{ __typename: 'Eliminacion', id }] } } });
  write('a', 'of-a');
  write(null, 'mine');
  write('b', 'of-b');
  const read = (operadorId: string | null) => cache.readQuery<any>({ query, variables: { operadorId } })?.eliminaciones.nodes.map(({ id }: any) => id);
  expect([read('a'), read('b'), read(null), read('c')]).toEqual([['of-a'], ['of-b'], ['mine'], undefined]);
});

it('an object without an id has what two operations asked of it', () => {
  const cache = createCache();
  const [steps, tries] = [gql`query { e: node { id progreso { paso totalPasos } } }`, gql`query { e: node { id progreso { intento } } }`];
  const write = (query: typeof steps, progreso: object) =>
    cache.writeQuery({ query, data: { e: { __typename: 'Eliminacion', id: 'E', progreso: { __typename: 'Progreso', ...progreso } } } });
  write(steps, { paso: 1, totalPasos: 3 });
  write(tries, { intento: 2 });
  expect(cache.readQuery<any>({ query: steps })?.e.progreso).toMatchObject({ paso: 1, totalPasos: 3 });
  expect(cache.readQuery<any>({ query: tries })?.e.progreso).toMatchObject({ intento: 2 });
});

describe('who looked at a document', () => {
  it('is there whole when the document is gone', () => {
    const cache = createCache();
    const query = gql`query { c: node { id accesos { edges { cursor node { eventoId titulo documento { id titulo } } } } } }`;
    const look = { __typename: 'Acceso', eventoId: 'e', titulo: 'Diploma', documento: { __typename: 'Documento', id: 'd', titulo: 'Diploma' } };
    const accesos = { __typename: 'AccesoConnection', edges: [{ __typename: 'AccesoEdge', cursor: '@', node: look }] };
    cache.writeQuery({ query, data: { c: { __typename: 'Carpeta', id: 'C', accesos } } });
    forgetDocumento(cache, 'd');
    const data = cache.readQuery<any>({ query });
    expect(data?.c.accesos.edges[0].node).toMatchObject({ titulo: 'Diploma', documento: null });
  });
});
