import { gql } from '@apollo/client';
import type { StoreObject } from '@apollo/client/utilities';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startNetwork } from '../../../test/network.js';
import { PATIENT, until } from '../../../test/patience.js';
import { startServer, type Server } from '../../../test/server.js';
import { connectApi, SessionEnded, type Api, type ApiOptions } from '../src/index.js';
import { createCarpetaClient, type CarpetaClient, type CarpetaOptions } from '../src/apollo/index.js';
import { DocumentosDocument, MiCarpetaDocument, NovedadesDocument, SeguirEliminacionDocument } from '../src/generado/graphql.js';

const MANIFEST = new URL('../src/generado/persisted-documents.json', import.meta.url).pathname;

let server: Server;
const open: { close(): void }[] = [];

afterEach(() => {
  for (const client of open.splice(0)) client.close();
});

function connect({ timing, ...options }: Partial<CarpetaOptions> = {}) {
  const client = createCarpetaClient({ url: server.url, token: () => server.token, timing: { ...PATIENT, ...timing }, ...options });
  open.push(client);
  return client;
}

/** The way of other clients than Apollo's. */
function connectOther({ timing, ...options }: Partial<ApiOptions> = {}) {
  const api = connectApi({ url: server.url, token: () => server.token, timing: { ...PATIENT, ...timing }, ...options });
  open.push(api);
  return api;
}

/** Asks for a page of documents, and returns how many came. */
async function pageOf({ url, fetch }: Api, first: number) {
  const query = 'query ($first: Int) { miCarpeta { documentos(first: $first) { nodes { id titulo tipo tamanoBytes } } } }';
  const answer = await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ query, variables: { first } }) });
  const { data } = (await answer.json()) as { data: { miCarpeta: { documentos: { nodes: object[] } } } };
  return data.miCarpeta.documentos.nodes.length;
}

/** The first news of the demo carpeta: what kind it is, or why there is none. */
async function firstNews({ apollo }: CarpetaClient) {
  const { data } = await apollo.query({ query: MiCarpetaDocument });
  const told: string[] = [];
  apollo
    .subscribe({ query: NovedadesDocument, variables: { carpetaId: data!.miCarpeta!.carpetaId } })
    .subscribe((result) => told.push(result.data?.novedadesDeCarpeta.tipo ?? String(result.error)));
  await until(() => told.length > 0);
  return told[0];
}

/** The statuses of HTTP that a piece of work saw. */
async function statusesOf(work: (seen: readonly number[]) => Promise<unknown>) {
  const statuses: number[] = [];
  const real = globalThis.fetch;
  globalThis.fetch = async (...args) => {
    const response = await real(...args);
    statuses.push(response.status);
    return response;
  };
  try {
    await work(statuses);
  } finally {
    globalThis.fetch = real;
  }
  return statuses;
}

describe('a server with a small budget', () => {
  beforeAll(async () => {
    server = await startServer({ CARPETA_LIMIT_COST: '2000', CARPETA_RATE_BURST: '2000', CARPETA_RATE_PER_SECOND: '700' });
  });
  afterAll(() => server.stop());

  it('is waited for: what is RATE_LIMITED is sent again as late as it asks for', async () => {
    const client = connect();
    const askMuch = async () => {
      const answers = await Promise.all(
        [58, 59, 60].map((first) => client.apollo.query({ query: DocumentosDocument, variables: { first }, fetchPolicy: 'no-cache' })),
      );
      for (const { data } of answers) expect(data!.miCarpeta!.documentos!.edges.length).toBeGreaterThan(50);
    };
    const statuses = await statusesOf(async (seen) => {
      do await askMuch();
      while (!seen.includes(429)); // on a machine so busy that the budget refills meanwhile nothing is refused
    });
    expect(statuses).toContain(429);
  });

  it('is waited for by other clients too', async () => {
    const api = connectOther();
    const statuses = await statusesOf(async (seen) => {
      do for (const rows of await Promise.all([78, 79, 80].map((first) => pageOf(api, first)))) expect(rows).toBeGreaterThan(50);
      while (!seen.includes(429)); // as above
    });
    expect(statuses).toContain(429);
  });

  it('is waited for on a socket too', async () => {
    const client = connect();
    const { data } = await client.apollo.query({ query: MiCarpetaDocument });
    const { carpetaId } = data!.miCarpeta!;
    let told = 0;
    const ends: unknown[] = [];
    const subscriptions = Array.from({ length: 30 }, () =>
      // Apollo shares equal subscriptions: each has a variable of its own that changes nothing.
      client.follower.follow(
        { query: 'subscription ($c: ID!) { novedadesDeCarpeta(carpetaId: $c) { cursor tipo documento { id titulo clase { codigo nombre } estadoDocumento } eliminacion { id estado secuencia historia { en } } } }', variables: { c: carpetaId }, resumes: false },
        { next: () => told++, error: (reason) => ends.push(reason), complete: () => ends.push('complete') },
      ),
    );
    await until(() => told >= subscriptions.length);
    for (const stop of subscriptions) stop();
    expect(ends).toEqual([]);
  });
});

describe('a server that knows the manifest and nothing else', () => {
  beforeAll(async () => {
    server = await startServer({ CARPETA_TRUSTED_MANIFEST: MANIFEST, CARPETA_TRUSTED_DOCUMENTS: 'enforce' });
  });
  afterAll(() => server.stop());

  it('runs the operations of this kit by their hashes, over HTTP and over sockets', async () => {
    const client = connect({ persistedOperations: true });
    const statuses = await statusesOf(() => client.apollo.query({ query: DocumentosDocument, variables: { first: 5 } }));
    expect(statuses).toEqual([200]); // no unknown document, so nothing red in a console
    expect(await firstNews(client)).toBe('RECARGAR');
  });

  it('runs them by event stream too', async () => {
    const network = await startNetwork(server.port);
    network.refuseSockets();
    const client = connect({ persistedOperations: true, url: network.url, timing: { firstPause: 20 } });
    expect(await firstNews(client)).toBe('RECARGAR');
    network.close();
  });

  it('runs no text, and says so', async () => {
    const client = connect();
    await expect(client.apollo.query({ query: MiCarpetaDocument })).rejects.toMatchObject({ errors: [{ extensions: { code: 'OPERATION_NOT_TRUSTED' } }] });
  });
});

describe('a server', () => {
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.stop());

  it('that refuses a token gets a new one, once for all requests', async () => {
    const expired = await server.tokenFor('-1m');
    let renewals = 0;
    const client = connect({ token: ({ renew }) => (renew && renewals++, renewals ? server.token : expired) });
    await Promise.all([1, 2, 3].map((first) => client.apollo.query({ query: DocumentosDocument, variables: { first }, fetchPolicy: 'no-cache' })));
    expect(renewals).toBe(1);
  });

  it('that refuses a token gets a new one of other clients too, and nothing more when there is none', async () => {
    const expired = await server.tokenFor('-1m');
    let renewals = 0;
    const api = connectOther({ token: ({ renew }) => (renew && renewals++, renewals ? server.token : expired) });
    expect(await Promise.all([1, 2, 3].map((first) => pageOf(api, first)))).toEqual([1, 2, 3]);
    expect(renewals).toBe(1);

    const without = connectOther({ token: ({ renew }) => (renew ? null : expired) });
    await expect(pageOf(without, 1)).rejects.toThrow(SessionEnded);
    expect(await statusesOf(() => expect(pageOf(without, 1)).rejects.toThrow(SessionEnded))).toEqual([]);
  });

  it('is sent nothing again of a person who has left, and tells them nothing more, by other clients too', async () => {
    let token = server.token;
    const api = connectOther({ token: () => token });
    const ends: unknown[] = [];
    const told = await new Promise((resolve) => {
      const sink = { next: resolve, error: (reason: unknown) => void ends.push(reason), complete: () => {} };
      void connect().apollo.query({ query: MiCarpetaDocument }).then(({ data }) =>
        api.follower.follow({ query: 'subscription ($c: ID!) { novedadesDeCarpeta(carpetaId: $c) { tipo } }', variables: { c: data!.miCarpeta!.carpetaId }, resumes: false }, sink),
      );
    });
    expect(told).toMatchObject({ data: { novedadesDeCarpeta: { tipo: 'RECARGAR' } } });

    const another = await server.tokenFor('1h', 'ciudadano', '9080706050');
    const sent: (string | null)[] = [];
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
      sent.push(new Headers(init?.headers).get('Authorization'));
      token = another;
      api.session.resume();
      throw new TypeError('Failed to fetch');
    });
    await expect(pageOf(api, 1)).rejects.toThrow(SessionEnded);
    expect(sent).toEqual([`Bearer ${server.token}`]);
    expect(ends).toEqual([expect.any(SessionEnded)]);
    expect(api.follower.state.get()).toBe('reposo');
    expect(await api.session.token()).toBe(another);
  });

  it('gives whoever asks what they name themselves, and what a fragment names to the one whose it is', async () => {
    const { apollo } = connect();
    const total = gql`fragment Total on Carpeta { totalDocumentosAproximado }`;
    const query = gql`query Ajena { miCarpeta { id ...Total } } ${total}`;
    const { data } = await apollo.query<{ miCarpeta: { __typename: string; id: string } }>({ query });
    expect(data!.miCarpeta).toEqual({ __typename: 'Carpeta', id: expect.any(String) });
    expect(apollo.cache.readFragment({ fragment: total, from: data!.miCarpeta as StoreObject })).toMatchObject({ totalDocumentosAproximado: expect.any(Number) });
  });

  it('runs every page by an unknown text without a refusal first', async () => {
    const client = connect();
    const statuses = await statusesOf(() => client.apollo.query({ query: DocumentosDocument, variables: { first: 5 } }));
    expect(statuses).toEqual([200]);
  });

  it('that closes is closed for the page: nothing keeps a process alive', async () => {
    const client = connect();
    const subscription = client.apollo
      .subscribe({ query: SeguirEliminacionDocument, variables: { eventoId: '00000000-0000-7000-8000-000000000000' } })
      .subscribe(() => {});
    subscription.unsubscribe();
    expect(client.follower.state.get()).toBe('reposo');
  });
});
