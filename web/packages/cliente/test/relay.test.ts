import type { RequestParameters } from 'relay-runtime';
import { expect, it } from 'vitest';
import type { Api } from '../src/api.js';
import { createNetwork } from '../src/relay/index.js';

/** A network whose answers and news come when a test says so. */
function madeNetwork() {
  const asked: ((titulo: string) => void)[] = [];
  let tell = () => {};
  const network = createNetwork({
    url: 'http://carpeta.test/graphql',
    fetch: () => new Promise((resolve) => asked.push((titulo) => resolve(Response.json({ data: { titulo } })))),
    follower: {
      follow(_: unknown, sink: { next(result: object): void }) {
        tell = () => sink.next({ data: { novedadesDeCarpeta: { tipo: 'LLEGO' } } });
        return () => {};
      },
    },
  } as unknown as Api);
  const execute = (operationKind: string) => network.execute({ name: 'N', text: operationKind, operationKind } as RequestParameters, {}, {}, null);
  execute('subscription').subscribe({});
  return { asked, tell: () => tell(), ask: (operationKind: string) => execute(operationKind).toPromise() };
}

const turn = () => new Promise((resolve) => setTimeout(resolve));

it('asks a query again that was under way when news came, and a mutation once', async () => {
  const { asked, tell, ask } = madeNetwork();
  const [list, deletion] = [ask('query'), ask('mutation')];
  tell();
  asked[0]!('antigua');
  asked[1]!('eliminada');
  expect(await deletion).toEqual({ data: { titulo: 'eliminada' } });
  while (asked.length < 3) await turn();
  asked[2]!('nueva');
  expect(await list).toEqual({ data: { titulo: 'nueva' } });
  expect(asked).toHaveLength(3);
});

it('answers all the same where news come without end', async () => {
  const { asked, tell, ask } = madeNetwork();
  let answer: unknown;
  void ask('query').then((told) => (answer = told));
  for (let i = 0; answer === undefined; i++) {
    while (asked.length <= i && answer === undefined) await turn();
    tell();
    asked[i]?.(`${i}`);
    await turn();
  }
  expect(asked).toHaveLength(5);
});
