import { afterEach, expect, it, vi } from 'vitest';
import { createCarpetaClient } from '../src/apollo/index.js';
import { connectApi } from '../src/index.js';
import { MiCarpetaDocument } from '../src/generado/graphql.js';
import { createNetwork } from '../src/relay/index.js';

const token = () => 'x';
const closes: (() => void)[] = [];
afterEach(() => {
  vi.unstubAllGlobals();
  for (const close of closes.splice(0)) close();
});

/** Ways to the API that are made where there is no page, as while Next.js builds one; each asks when it is called. */
const WAYS: [string, () => () => Promise<unknown>][] = [
  ['Apollo Client', () => {
    const { apollo, close } = createCarpetaClient({ token });
    closes.push(close);
    return () => apollo.query({ query: MiCarpetaDocument });
  }],
  ['fetch', () => {
    const { fetch, url } = open();
    return () => fetch(url, { method: 'POST' });
  }],
  ['Relay', () => {
    const network = createNetwork(open());
    return () => network.execute({ name: 'N', text: '{ a }', operationKind: 'query' } as never, {}, {}, null).toPromise() as Promise<unknown>;
  }],
];

function open() {
  const api = connectApi({ token });
  closes.push(api.close);
  return api;
}

it.each(WAYS)('asks the page where it comes from, when it asks for something: %s', async (_, make) => {
  const ask = make();
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (input: string) => {
    asked.push(input);
    return Response.json({ data: { __typename: 'Query', miCarpeta: null } });
  });
  vi.stubGlobal('location', { href: 'https://carpeta.test/papeles?pagina=2' });
  await ask();
  expect(asked).toEqual(['https://carpeta.test/graphql']);
});
