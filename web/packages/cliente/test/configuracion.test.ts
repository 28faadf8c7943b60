import { gql } from '@apollo/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCarpetaClient } from '../src/apollo/index.js';
import { connectApi, toFalla, type TokenSource } from '../src/index.js';
import { createNetwork } from '../src/relay/index.js';

const URL = 'http://carpeta.test/graphql';
const page = (status: number) => async () => new Response('<!doctype html><title>App</title>', { status, headers: { 'Content-Type': 'text/html' } });
const throws: TokenSource = () => {
  throw new Error('oidc is not ready');
};
const mistaken: TokenSource = () => (undefined as unknown as { accessToken: string }).accessToken;

const closes: (() => void)[] = [];
beforeEach(() => void vi.stubEnv('NODE_ENV', 'production')); // what whoever builds it reads is a test of its own
afterEach(() => {
  vi.unstubAllEnvs();
  for (const close of closes.splice(0)) close();
});

async function byApollo(token: TokenSource) {
  const client = createCarpetaClient({ url: URL, token });
  closes.push(client.close);
  return client.apollo.query({ query: gql('{ miCarpeta { id } }') }).then(
    () => undefined,
    (cause: unknown) => toFalla(cause),
  );
}

async function byRelay(token: TokenSource) {
  const api = connectApi({ url: URL, token });
  closes.push(api.close);
  const network = createNetwork(api);
  return network.execute({ name: 'N', text: '{ miCarpeta { id } }', operationKind: 'query' } as never, {}, {}, null).toPromise().then(
    () => undefined,
    (cause: unknown) => toFalla(cause),
  );
}

it.each([byApollo, byRelay])('a wrong path is no lost network (%o)', async (ask) => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(page(404));
  expect(await ask(() => 'x')).toMatchObject({ codigo: 'CONFIGURACION', causa: { statusCode: 404 } });
});

it.each([byApollo, byRelay])('a page in place of an answer is no lost network (%o)', async (ask) => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(page(200));
  expect(await ask(() => 'x')).toMatchObject({ codigo: 'CONFIGURACION', causa: { statusCode: 200 } });
});

it.each([byApollo, byRelay])('a token that throws is no lost network, and is asked for once (%o)', async (ask) => {
  for (const source of [throws, mistaken]) {
    const token = vi.fn(source);
    const falla = await ask(token);
    expect(falla).toMatchObject({ codigo: 'CONFIGURACION', causa: expect.any(Error) as Error });
    expect(token).toHaveBeenCalledTimes(1);
  }
});
