import { createClient } from 'graphql-sse';
import { headersNow, type RequestHeaders } from '../headers.js';
import type { Session } from '../session.js';
import { payloadOf, withoutEmptyQuery, type Result, type Timing, type Transport } from './transport.js';

/** The server writes a comment every 15 s: a stream that is silent for three of them is dead. */
const SILENCE = 45_000;

export interface SseOptions {
  /** http: or https:, absolute. */
  url: string;
  session: Session;
  timing: Timing;
  headers: RequestHeaders;
  onConnected(): void;
}

/** One stream for each subscription: for networks that let no socket through. */
export function createSseTransport({ url, session, timing, headers, onConnected }: SseOptions): Transport {
  let sent: string | undefined;
  const client = createClient({
    url,
    singleConnection: false,
    retryAttempts: 0,
    headers: async () => {
      sent = await session.token();
      return { ...headersNow(headers), Authorization: `Bearer ${sent}` };
    },
    fetchFn: async (input: RequestInfo, init: RequestInit) => {
      const response = await within(timing.connectWait, init, (bounded) => fetch(input, { ...bounded, body: asSent(bounded.body) }));
      if (response.ok) onConnected();
      return response.body ? new Response(noticingSilence(response.body), response) : response;
    },
  });
  return {
    subscribe: (operation, sink) =>
      client.subscribe<Record<string, unknown>>(payloadOf(operation), {
        next: (result) => sink.next(result as Result),
        error: (reason) => sink.error(isFailedResponse(reason) ? reason.response : reason),
        complete: () => sink.complete(),
      }),
    tokenSent: () => sent,
    probe() {}, // a stream cannot be asked; its silence is noticed
    close: () => client.dispose(),
  };
}

/** graphql-sse has no replacer of its own. */
function asSent(body: BodyInit | null | undefined) {
  return typeof body === 'string' ? JSON.stringify(JSON.parse(body), withoutEmptyQuery) : body ?? null;
}

function isFailedResponse(reason: unknown): reason is { response: Response } {
  return typeof reason === 'object' && reason !== null && 'response' in reason && reason.response instanceof Response;
}

/** Gives a request up whose answer has not begun in time. */
async function within(milliseconds: number, init: RequestInit, request: (init: RequestInit) => Promise<Response>) {
  const abort = new AbortController();
  const signal = init.signal ? AbortSignal.any([init.signal, abort.signal]) : abort.signal;
  const timer = setTimeout(() => abort.abort(new Error('The stream did not begin in time.')), milliseconds);
  try {
    return await request({ ...init, signal });
  } finally {
    clearTimeout(timer);
  }
}

function noticingSilence(body: ReadableStream<Uint8Array>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listen = (controller: TransformStreamDefaultController<Uint8Array>) => {
    clearTimeout(timer);
    timer = setTimeout(() => controller.error(new Error('The stream fell silent.')), SILENCE);
  };
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      start: listen,
      transform(chunk, controller) {
        listen(controller);
        controller.enqueue(chunk);
      },
      flush: () => clearTimeout(timer),
    }),
  );
}
