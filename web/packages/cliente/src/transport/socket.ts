import { createClient, type Client } from 'graphql-ws';
import { headersNow, type RequestHeaders } from '../headers.js';
import type { Session } from '../session.js';
import { payloadOf, withoutEmptyQuery, type Timing, type Transport } from './transport.js';
import { isBusy } from './verdict.js';

export interface SocketOptions {
  /** ws: or wss:, absolute. */
  url: string;
  session: Session;
  timing: Timing;
  headers: RequestHeaders;
  onConnected(): void;
}

/**
 * The platform's socket, heard to its end. The one of Node's `ws` tells an error when it is closed before it is open;
 * graphql-ws does not listen any more by then, and the process would end.
 */
const heardSocket = () => class extends WebSocket {
  constructor(url: string | URL, protocols?: string | string[]) {
    super(url, protocols);
    this.addEventListener('error', () => {});
  }
};

/** How a socket ends that was closed without a word. A browser tells an error first, and that has no code at all. */
const WITHOUT_A_WORD = 1006;

/**
 * Why no socket is made: a browser tells a page nothing of a refused handshake. The same address, asked without one,
 * does: the answer of a server that is busy, or undefined.
 */
async function refusalOf(url: string, patience: number): Promise<Response | undefined> {
  try {
    const response = await fetch(url.replace(/^ws/, 'http'), { method: 'HEAD', signal: AbortSignal.timeout(patience) });
    return isBusy(response) ? response : undefined;
  } catch {
    return undefined; // the network
  }
}

/**
 * One socket for all subscriptions, made when it is needed. graphql-ws keeps the protocol; when to connect again is
 * decided by createFollower, so graphql-ws never retries by itself.
 */
export function createSocketTransport({ url, session, timing, headers, onConnected }: SocketOptions): Transport {
  let client: Client | undefined; // a server that renders pages has no sockets, and makes none
  let sent: string | undefined;
  let socket: WebSocket | undefined;
  let opened = false;
  let refusal: Promise<Response | undefined> | undefined; // asked once for all that waited for this socket
  let deadline: ReturnType<typeof setTimeout> | undefined;

  /** A network that swallows packets says nothing: what is not answered in time is given up. */
  function expectAnswerWithin(milliseconds: number) {
    clearTimeout(deadline);
    deadline = setTimeout(() => client?.terminate(), milliseconds);
  }

  const connect = () => createClient({
    url,
    webSocketImpl: heardSocket(),
    retryAttempts: 0,
    lazyCloseTimeout: 1_000, // a page that changes its subscriptions keeps its socket
    keepAlive: timing.keepAlive,
    jsonMessageReplacer: withoutEmptyQuery,
    connectionParams: async () => {
      sent = await session.token();
      return { ...headersNow(headers), Authorization: `Bearer ${sent}` };
    },
    on: {
      connecting: () => {
        opened = false;
        refusal = undefined;
        expectAnswerWithin(timing.connectWait);
      },
      opened: () => (opened = true),
      connected: (made) => {
        clearTimeout(deadline);
        socket = made as WebSocket;
        onConnected();
      },
      ping: (received) => {
        if (!received) expectAnswerWithin(timing.pongWait);
      },
      pong: (received) => {
        if (received) clearTimeout(deadline);
      },
      closed: () => {
        clearTimeout(deadline);
        socket = undefined;
      },
    },
  });

  /** What to say of a socket that ended: a busy server's own answer, if there is one. */
  async function reasonOf(ending: unknown): Promise<unknown> {
    const { code = WITHOUT_A_WORD } = (ending ?? {}) as { code?: unknown };
    if (opened || code !== WITHOUT_A_WORD) return ending;
    return (await (refusal ??= refusalOf(url, timing.connectWait))) ?? ending;
  }

  return {
    subscribe: (operation, sink) =>
      (client ??= connect()).subscribe(payloadOf(operation), {
        next: (result) => sink.next(result as Parameters<typeof sink.next>[0]),
        error: (ending) => void reasonOf(ending).then(sink.error),
        complete: () => sink.complete(),
      }),
    tokenSent: () => sent,
    probe() {
      if (socket?.readyState !== 1) return;
      socket.send('{"type":"ping"}');
      expectAnswerWithin(timing.pongWait);
    },
    close() {
      clearTimeout(deadline);
      Promise.resolve(client?.dispose()).catch(() => {}); // of a connection that was never made
    },
  };
}
