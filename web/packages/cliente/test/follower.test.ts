import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startNetwork, type Network } from '../../../test/network.js';
import { HANG, PATIENT, until } from '../../../test/patience.js';
import { startServer, type Server } from '../../../test/server.js';
import { createCarpetaClient, type CarpetaClient, type CarpetaOptions } from '../src/apollo/index.js';
import { DocumentosDocument, EliminarDocumentoDocument, MiCarpetaDocument, NovedadesDocument, SeguirEliminacionDocument } from '../src/generado/graphql.js';
import { SessionEnded } from '../src/session.js';

/** Short, so that the tests are. What a busy machine gives up too early is tried again. */
const TIMING = { keepAlive: 300, pongWait: 2_000, connectWait: 5_000, answerWait: HANG, firstPause: 50, longestPause: 500 };

let server: Server;
let network: Network;
const open: CarpetaClient[] = [];

beforeEach(async () => {
  server = await startServer();
  network = await startNetwork(server.port);
});
afterEach(async () => {
  for (const client of open.splice(0)) client.close();
  network.close();
  await server.stop();
});

function connect(options: Partial<CarpetaOptions> = {}) {
  const client = createCarpetaClient({ url: network.url, token: () => server.token, timing: TIMING, ...options });
  open.push(client);
  return client;
}

/** What happens in the demo carpeta, from now on. */
async function watchNews(client: CarpetaClient) {
  const told: { novedadId: string; tipo: string; documentoGlobalId?: string | null }[] = [];
  const ends: unknown[] = [];
  const direct = connect({ url: server.url, timing: PATIENT });
  const { data } = await direct.apollo.query({ query: MiCarpetaDocument });
  client.apollo.subscribe({ query: NovedadesDocument, variables: { carpetaId: data!.miCarpeta!.carpetaId } }).subscribe(({ data, error }) => {
    if (data) told.push(data.novedadesDeCarpeta);
    if (error) ends.push(error);
  });
  await until(() => told.length + ends.length > 0);
  return { told, ends, direct };
}

async function documentoToDelete(client: CarpetaClient) {
  const { data } = await client.apollo.query({ query: DocumentosDocument, variables: { first: 20 }, fetchPolicy: 'no-cache' });
  const row = data!.miCarpeta!.documentos!.edges.find(({ node }) => !node.certificado && node.estadoDocumento === 'PROCESADO');
  return row!.node.id;
}

async function eliminar(client: CarpetaClient, ventana = 0) {
  const documentoId = await documentoToDelete(client);
  const { data } = await client.apollo.mutate({ mutation: EliminarDocumentoDocument, variables: { documentoId, ventana } });
  return { documentoId, eventoId: data!.deleteDocumento!.eliminacion!.eventoId };
}

const gone = (told: { tipo: string; documentoGlobalId?: string | null }[], id: string) => told.some((n) => n.tipo === 'SE_FUE' && n.documentoGlobalId === id);

describe('news', () => {
  it('go on after a silent network, and nothing is missed or told twice', async () => {
    const client = connect();
    const { told, ends, direct } = await watchNews(client);
    network.silence();
    const { documentoId } = await eliminar(direct); // it begins and ends while nothing gets through
    await until(() => client.follower.state.get() === 'reconectando');
    network.heal();
    await until(() => gone(told, documentoId));
    expect(ends).toEqual([]);
    expect(told.filter(({ tipo }) => tipo === 'RECARGAR')).toHaveLength(1);
    const ids = told.map(({ novedadId }) => novedadId);
    expect(new Set(ids).size).toBe(ids.length);
    await until(() => client.follower.state.get() === 'conectada');
  });

  it('go on after the server was killed', async () => {
    const client = connect();
    const { told, direct } = await watchNews(client);
    await server.kill();
    await until(() => client.follower.state.get() === 'reconectando');
    await server.restart();
    const { documentoId } = await eliminar(direct);
    await until(() => gone(told, documentoId));
    expect(told.filter(({ tipo }) => tipo === 'RECARGAR')).toHaveLength(1);
  });

  it('come by event stream where no socket gets through, and go on when that is cut', async () => {
    network.refuseSockets();
    const client = connect();
    const { told, direct } = await watchNews(client);
    const first = await eliminar(direct);
    await until(() => gone(told, first.documentoId));
    network.cut();
    const second = await eliminar(direct);
    await until(() => gone(told, second.documentoId));
    expect(told.filter(({ tipo }) => tipo === 'RECARGAR')).toHaveLength(1);
  });

  it('come by event stream when sockets that got through do so no more, and by socket when they do again', async () => {
    const client = connect();
    const { told, direct } = await watchNews(client);
    const { state } = client.follower;
    const said: string[] = [];
    state.subscribe(() => said.push(state.get()));
    network.refuseSockets();
    network.cut();
    await until(() => said.includes('reconectando') && state.get() === 'conectada');
    const first = await eliminar(direct);
    await until(() => gone(told, first.documentoId));
    network.refuseSockets(false);
    const before = network.sockets();
    network.cut();
    await until(() => network.sockets() > before);
    const second = await eliminar(direct);
    await until(() => gone(told, second.documentoId));
    expect(told.filter(({ tipo }) => tipo === 'RECARGAR')).toHaveLength(1);
  });

  it('go on with another token when one ends', async () => {
    let renewals = 0;
    let token = await server.tokenFor('3s');
    const client = connect({
      token: ({ renew }) => {
        if (renew) {
          renewals++;
          token = server.token;
        }
        return token;
      },
    });
    const { told, ends, direct } = await watchNews(client);
    await until(() => renewals > 0);
    const { documentoId } = await eliminar(direct);
    await until(() => gone(told, documentoId));
    expect(renewals).toBe(1);
    expect(ends).toEqual([]);
  });

  it('end when the token ends and there is no other, and nothing is tried after that', async () => {
    const token = await server.tokenFor('3s');
    const client = connect({ token: () => token });
    const { ends } = await watchNews(client);
    await until(() => ends.length > 0);
    expect(ends[0]).toBeInstanceOf(SessionEnded);
    expect(client.session.ended.get()).toBe(true);
    expect(client.follower.state.get()).toBe('terminada');
    const before = network.connections();
    await expect(client.apollo.query({ query: MiCarpetaDocument })).rejects.toBeInstanceOf(SessionEnded);
    await new Promise((resolve) => setTimeout(resolve, 4 * TIMING.longestPause));
    expect(network.connections()).toBe(before);
  });
});

describe('a deletion', () => {
  it('is told step by step, once, through a lost network', async () => {
    const client = connect();
    const { eventoId } = await eliminar(client, 2);
    const steps: number[] = [];
    let complete = false;
    client.apollo.subscribe({ query: SeguirEliminacionDocument, variables: { eventoId, despuesDe: 0 } }).subscribe({
      next: ({ data }) => {
        steps.push(data!.eliminacion.secuencia);
        if (steps.length === 1) network.cut();
      },
      complete: () => (complete = true),
    });
    await until(() => complete);
    expect(steps.length).toBeGreaterThanOrEqual(4);
    expect(steps).toEqual(steps.map((_, i) => i + 1)); // each once, in its order
  });

  it('of somebody else ends with what the server says', async () => {
    const client = connect();
    const answer = await new Promise<{ error?: { errors?: { extensions?: { code?: string } }[] } }>((resolve) => {
      client.apollo
        .subscribe({ query: SeguirEliminacionDocument, variables: { eventoId: '00000000-0000-7000-8000-000000000000' } })
        .subscribe((result) => resolve(result as never));
    });
    expect(answer.error?.errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
  });
});
