import { Client, gql } from '@urql/core';
import { expect, it } from 'vitest';
import { until } from '../../../test/patience.js';
import type { Api } from '../src/api.js';
import { clientOptions } from '../src/urql/index.js';

const LISTA = gql`
  query {
    miCarpeta {
      id
      documentos(first: 5) {
        edges {
          node {
            id
            titulo
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`;
const NOVEDADES = gql`
  subscription {
    novedadesDeCarpeta(carpetaId: "c") {
      tipo
    }
  }
`;

/** An answer may have been read before the news, and come after it. */
it('asks again for a list that was under way when news came', async () => {
  const asked: ((titles: string[]) => void)[] = [];
  let tell: (tipo: string) => void = () => {};
  const client = new Client(
    clientOptions({
      url: 'http://carpeta.test/graphql',
      fetch: () => new Promise((resolve) => asked.push((titles) => resolve(Response.json(carpeta(titles))))),
      follower: {
        follow: (_: unknown, sink: { next(result: object): void }) => {
          tell = (tipo) => sink.next({ data: { __typename: 'Subscription', novedadesDeCarpeta: { __typename: 'Novedad', tipo } } });
          return () => {};
        },
      },
    } as unknown as Api),
  );
  let shown: string[] = [];
  const { unsubscribe } = client.query(LISTA, {}).subscribe(({ data }) => {
    shown = data?.miCarpeta.documentos?.edges.map(({ node }: { node: { titulo: string } }) => node.titulo) ?? shown;
  });
  client.subscription(NOVEDADES, {}).subscribe(() => {});
  await until(() => asked.length === 1);
  asked[0]?.(['antigua']);
  await until(() => shown.length === 1);

  tell('LLEGO');
  await until(() => asked.length === 2);
  tell('LLEGO'); // while the answer of before this is on its way
  asked[1]?.(['antigua']);
  await until(() => asked.length === 3);
  asked[2]?.(['nueva', 'antigua']);
  await until(() => shown.length === 2);
  expect(shown).toEqual(['nueva', 'antigua']);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(asked.length).toBe(3); // and not without end
  unsubscribe();
});

function carpeta(titles: string[]) {
  const edges = titles.map((titulo) => ({ __typename: 'DocumentoEdge', node: { __typename: 'Documento', id: titulo, titulo } }));
  const documentos = { __typename: 'DocumentoConnection', edges, pageInfo: { __typename: 'PageInfo', hasNextPage: false, endCursor: null } };
  return { data: { __typename: 'Query', miCarpeta: { __typename: 'Carpeta', id: 'C', documentos } } };
}
