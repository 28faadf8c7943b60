import { vi } from 'vitest';

interface Subscription {
  variables: Record<string, unknown>;
  /** How many came before it. */
  turn: number;
  next(result: object): void;
}

/** Sockets that connect at once, and answer each subscription as a test says; until vi.unstubAllGlobals. */
export function makeSockets(answer: (subscription: Subscription) => void): void {
  let turns = 0;
  class Socket extends EventTarget {
    static readonly CONNECTING = 0;
    static readonly OPEN = 1;
    static readonly CLOSING = 2;
    static readonly CLOSED = 3;
    readyState = Socket.CONNECTING as number;
    readonly protocol = 'graphql-transport-ws';
    onopen?: (event: object) => void;
    onmessage?: (event: { data: string }) => void;
    onclose?: (event: { code: number; reason: string; wasClean: boolean }) => void;

    constructor() {
      super();
      queueMicrotask(() => {
        this.readyState = Socket.OPEN;
        this.onopen?.({});
      });
    }

    send(text: string) {
      const { type, id, payload } = JSON.parse(text) as { type: string; id?: string; payload?: { variables: Record<string, unknown> } };
      const tell = (message: object) => queueMicrotask(() => this.onmessage?.({ data: JSON.stringify(message) }));
      if (type === 'connection_init') tell({ type: 'connection_ack' });
      if (type === 'ping') tell({ type: 'pong' });
      if (type !== 'subscribe') return;
      answer({ variables: payload?.variables ?? {}, turn: turns++, next: (result) => tell({ type: 'next', id, payload: result }) });
    }

    close(code = 1000, reason = '') {
      this.readyState = Socket.CLOSED;
      this.onclose?.({ code, reason, wasClean: true });
    }
  }
  vi.stubGlobal('WebSocket', Socket);
}
