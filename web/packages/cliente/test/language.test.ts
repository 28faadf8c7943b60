import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { PATIENT } from '../../../test/patience.js';
import { startServer, type Server } from '../../../test/server.js';
import { createCarpetaClient } from '../src/apollo/index.js';
import { CombinedGraphQLErrors, gql } from '@apollo/client';
import { connectApi, SessionEnded, toFalla, type Api } from '../src/index.js';

const ABSENT = '00000000-0000-7000-8000-000000000000';
const SAYS = { es: 'No se encontró lo que busca.', en: 'What you ask for was not found.' };
const text = `{ eliminacion(eventoId: "${ABSENT}") { eventoId } }`;

let server: Server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const closes: (() => void)[] = [];
afterEach(() => {
  vi.unstubAllGlobals();
  for (const close of closes.splice(0)) close();
});

/** What the server says of a subscription to what is not there. */
async function followed({ follower }: Api) {
  const reason = await new Promise((error) => follower.follow({ query: `subscription ${text}`, variables: {}, resumes: false }, { next: error, error, complete: () => {} }));
  return toFalla(reason).mensaje;
}

describe.each([
  { says: 'es', how: {} },
  { says: 'es', how: { idioma: 'es' } },
  { says: 'en', how: { idioma: 'en' } },
  { says: 'en', how: { idioma: () => 'en' } },
  { says: 'en', how: { headers: () => ({ 'accept-language': 'en' }) } },
  { says: 'es', how: { headers: { 'Accept-Language': 'es' }, idioma: 'en' } },
] as const)('the language of the application: $says, by $how', ({ says: lengua, how }) => {
  const open = () => {
    const api = connectApi({ url: server.url, token: () => server.token, timing: PATIENT, ...how });
    closes.push(api.close);
    return api;
  };

  it('is asked for by fetch', async () => {
    const answer = await open().fetch(server.url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ query: text }) });
    expect(toFalla((await answer.json()).errors).mensaje).toBe(SAYS[lengua]);
  });

  it('is asked for by Apollo Client', async () => {
    const client = createCarpetaClient({ url: server.url, token: () => server.token, timing: PATIENT, ...how });
    closes.push(client.close);
    const refused = await client.apollo.query({ query: gql(text) }).catch((cause: unknown) => cause);
    expect(CombinedGraphQLErrors.is(refused)).toBe(true);
    expect(toFalla(refused).mensaje).toBe(SAYS[lengua]);
  });

  it('is asked for over a socket', async () => {
    expect(await followed(open())).toBe(SAYS[lengua]);
  });

  it('is asked for over a stream', async () => {
    vi.stubGlobal('WebSocket', undefined);
    expect(await followed(open())).toBe(SAYS[lengua]);
  });
});

it('is asked for anew with each request, and the kit speaks it too', async () => {
  let lengua: keyof typeof SAYS = 'es';
  const client = createCarpetaClient({ url: server.url, token: () => server.token, timing: PATIENT, idioma: () => lengua });
  closes.push(client.close);
  for (lengua of ['es', 'en', 'es'] as const) {
    const refused = await client.apollo.query({ query: gql(text), fetchPolicy: 'no-cache' }).catch((cause: unknown) => cause);
    expect(toFalla(refused).mensaje).toBe(SAYS[lengua]);
    expect(toFalla(new SessionEnded()).mensaje).toBe({ es: 'Su sesión terminó.', en: 'Your session ended.' }[lengua]);
  }
});
