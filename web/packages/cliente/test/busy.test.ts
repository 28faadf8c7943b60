import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { until } from '../../../test/patience.js';
import { createCarpetaClient, type CarpetaClient } from '../src/apollo/index.js';
import { MiCarpetaDocument } from '../src/generado/graphql.js';
import { connectApi } from '../src/index.js';
import { TIMING } from '../src/transport/transport.js';

/** Times of these tests pass at once: those of the machine play no part. */
const FAKED = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] as const;
const MINUTE = 60_000;
/** Seconds that the server asks for. */
const AFTER = 7;
const REFUSAL = { message: 'El servicio no está disponible; intente más tarde.', extensions: { code: 'UNAVAILABLE', reintentarEn: AFTER } };
const CARPETA = { __typename: 'Query', miCarpeta: { __typename: 'Carpeta', id: 'C', carpetaId: 'c', totalDocumentosAproximado: 3 } };
const URL = 'http://carpeta.test/graphql';

const open: { close(): void }[] = [];
/** The code for sockets and streams comes when one is needed, in real time: it has come once before time is faked. */
beforeAll(async () => {
  await import('../src/transport/socket.js');
  vi.stubGlobal('WebSocket', undefined);
  const asked = refuseStreamsFor(Infinity);
  const { follower } = connect();
  follower.follow({ query: '', variables: {}, resumes: false }, { next: () => {}, error: () => {}, complete: () => {} });
  await until(() => asked.length > 0);
  follower.close();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
beforeEach(() => void vi.useFakeTimers({ toFake: [...FAKED] }));
afterEach(() => {
  for (const one of open.splice(0)) one.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function connect(): CarpetaClient {
  const client = createCarpetaClient({ url: URL, token: () => 'x' });
  open.push(client);
  return client;
}

/** Lets time pass until something is there, at most ten minutes. */
async function pass<T>(there: () => T | undefined): Promise<T> {
  for (let waited = 0; waited < 10 * MINUTE; waited += 250) {
    const value = there();
    if (value !== undefined) return value;
    await vi.advanceTimersByTimeAsync(250);
    for (let i = 0; i < 5; i++) await new Promise(setImmediate); // bodies of answers are read in real time
  }
  throw new Error('not there after ten minutes');
}

/** How something ends: its value, or why it failed. */
function endOf<T>(work: Promise<T>) {
  const end: { value?: T; cause?: unknown } = {};
  const settled = work.then(
    (value) => (end.value = value),
    (cause: unknown) => (end.cause = cause),
  );
  void settled;
  return () => ('value' in end || 'cause' in end ? end : undefined);
}

/** What a store says from now on. */
function saidOf({ get, subscribe }: CarpetaClient['busy']) {
  const said: boolean[] = [];
  subscribe(() => said.push(get()));
  return said;
}

/** HTTP that refuses until so much time has passed; returns when it was asked. */
function refuseHttpFor(milliseconds: number): number[] {
  const since = performance.now();
  const asked: number[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    const now = performance.now() - since;
    asked.push(now);
    const refused = now < milliseconds;
    const headers = { 'Content-Type': 'application/graphql-response+json; charset=utf-8', ...(refused && { 'Retry-After': String(AFTER) }) };
    return new Response(JSON.stringify(refused ? { errors: [REFUSAL] } : { data: CARPETA }), { status: refused ? 503 : 200, headers });
  });
  return asked;
}

/** Sockets whose server refuses each subscription, or each handshake, for so long, and then tells it something. */
function refuseSocketsFor(milliseconds: number, refused: 'subscription' | 'handshake' = 'subscription', asked: number[] = []): number[] {
  const since = performance.now();
  class Socket extends EventTarget {
    static readonly CONNECTING = 0;
    static readonly OPEN = 1;
    static readonly CLOSING = 2;
    static readonly CLOSED = 3;
    readyState = Socket.CONNECTING as number;
    readonly protocol = 'graphql-transport-ws';
    onopen?: (event: object) => void;
    onmessage?: (event: { data: string }) => void;
    onerror?: (event: object) => void;
    onclose?: (event: { code: number; reason: string; wasClean: boolean }) => void;

    constructor() {
      super();
      const shut = refused === 'handshake' && this.isRefused();
      queueMicrotask(() => {
        if (shut) return this.fail();
        this.readyState = Socket.OPEN;
        this.onopen?.({});
      });
    }

    /** As browsers do: an error without a word comes first. */
    fail() {
      this.onerror?.({ type: 'error' });
      this.close(1006);
    }

    isRefused() {
      const now = performance.now() - since;
      asked.push(now);
      return now < milliseconds;
    }

    send(text: string) {
      const { type, id } = JSON.parse(text) as { type: string; id?: string };
      const tell = (message: object) => queueMicrotask(() => this.onmessage?.({ data: JSON.stringify(message) }));
      if (type === 'connection_init') tell({ type: 'connection_ack' });
      if (type === 'ping') tell({ type: 'pong' });
      if (type !== 'subscribe') return;
      if (refused === 'subscription' && this.isRefused()) tell({ type: 'error', id, payload: [REFUSAL] });
      else tell({ type: 'next', id, payload: { data: { news: 'here' } } });
    }

    close(code = 1000, reason = '') {
      this.readyState = Socket.CLOSED;
      this.onclose?.({ code, reason, wasClean: true });
    }
  }
  vi.stubGlobal('WebSocket', Socket);
  return asked;
}

/** Event streams that are refused for so long, and then tell something; a page that only asks is refused as well. */
function refuseStreamsFor(milliseconds: number): number[] {
  const since = performance.now();
  const asked: number[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    const now = performance.now() - since;
    if (init?.method !== 'HEAD') asked.push(now);
    if (now < milliseconds) return new Response(null, { status: 503, headers: { 'Retry-After': String(AFTER) } });
    if (init?.method === 'HEAD') return new Response(null, { status: 405 });
    const stays = new ReadableStream({ start: (body) => body.enqueue(new TextEncoder().encode('event: next\ndata: {"data":{"news":"here"}}\n\n')) });
    return new Response(stays, { headers: { 'Content-Type': 'text/event-stream' } });
  });
  return asked;
}

const pausesOf = (asked: number[]) => asked.slice(1).map((at, i) => at - (asked[i] as number));

/** Each waited as long as the server asked for, and the last came soon after the end. */
function expectPatience(asked: number[]) {
  expect(Math.min(...pausesOf(asked))).toBeGreaterThanOrEqual(AFTER * 1000);
  expect(asked.length).toBeGreaterThanOrEqual(3);
  expect(asked.at(-1)).toBeLessThan(MINUTE + TIMING.longestPause + 1_000);
}

describe('a server that is UNAVAILABLE for a minute', () => {
  it('is waited for by a question, and the page is told meanwhile', async () => {
    const asked = refuseHttpFor(MINUTE);
    const client = connect();
    const said = saidOf(client.busy);
    const { value } = await pass(endOf(client.apollo.query({ query: MiCarpetaDocument })));
    expect(value?.data?.miCarpeta?.totalDocumentosAproximado).toBe(3);
    expectPatience(asked);
    expect(said).toEqual([true, false]);
  });

  it('is waited for by the questions of other clients', async () => {
    const asked = refuseHttpFor(MINUTE);
    const api = connectApi({ url: URL, token: () => 'x' });
    open.push(api);
    const said = saidOf(api.busy);
    const { value } = await pass(endOf(api.fetch(URL, { method: 'POST', body: '{}' })));
    expect(value?.status).toBe(200);
    expectPatience(asked);
    expect(said).toEqual([true, false]);
  });

  it.each<[string, () => number[]]>([
    ['on a socket', () => refuseSocketsFor(MINUTE)],
    [
      'before the handshake of a socket',
      () => refuseSocketsFor(MINUTE, 'handshake', refuseStreamsFor(MINUTE)), // now and then a stream is tried
    ],
    [
      'by an event stream, where there are no sockets',
      () => {
        vi.stubGlobal('WebSocket', undefined);
        return refuseStreamsFor(MINUTE);
      },
    ],
  ])('is waited for %s, without a word about a lost connection', async (_, refuse) => {
    const asked = refuse();
    const client = connect();
    const said = saidOf(client.busy);
    const connection: string[] = [];
    client.follower.state.subscribe(() => connection.push(client.follower.state.get()));
    let told: unknown;
    const stop = client.follower.follow(
      { query: 'subscription { news }', variables: {}, resumes: false },
      { next: ({ data }) => (told = data), error: (reason) => (told = reason), complete: () => (told = 'complete') },
    );
    expect(await pass(() => told)).toEqual({ news: 'here' });
    expectPatience(asked);
    expect(said).toEqual([true, false]);
    expect(connection).not.toContain('reconectando');
    stop();
  });
});

describe('a server that stays UNAVAILABLE', () => {
  it('is given up when the patience is over, and the page is told why', async () => {
    const asked = refuseHttpFor(Infinity);
    const client = connect();
    const { cause } = await pass(endOf(client.apollo.query({ query: MiCarpetaDocument })));
    expect(cause).toMatchObject({ errors: [REFUSAL] });
    expect(asked.at(-1)).toBeGreaterThan(MINUTE);
    expect(asked.at(-1)).toBeLessThanOrEqual(TIMING.patience + 1_000);
    expect(client.busy.get()).toBe(false);
  });
});
