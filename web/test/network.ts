import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A network between client and server that a test can spoil. */
export interface Network {
  url: string;
  /** Swallows every byte from now on, in both directions, and says nothing. */
  silence(): void;
  /** Carries bytes again, of new connections. */
  heal(): void;
  /** Ends every connection. */
  cut(): void;
  /** Ends connections in the middle: the next one to send so many bytes, and then the next. */
  cutAfter(...bytes: number[]): void;
  /** How many of those are still to come. */
  cutsLeft(): number;
  /** Calls back once, when the clients have sent so many bytes from now on. */
  after(bytes: number, happens: () => void): void;
  /** Bytes that the clients have sent. */
  carried(): number;
  /** Lets no WebSocket through, as some offices do, or lets them through again. */
  refuseSockets(on?: boolean): void;
  /** How many WebSockets were asked for and let through. */
  sockets(): number;
  /** Takes no connection, or takes them again. */
  refuse(on: boolean): void;
  /** How many connections were opened. */
  connections(): number;
  close(): void;
}

/** `port` is the server's; a function if the server is not there yet. */
export async function startNetwork(port: number | (() => number)): Promise<Network> {
  const open = new Set<Socket>();
  let silent = false;
  let socketsRefused = false;
  let refused = false;
  const cuts: number[] = [];
  let total = 0;
  let next = { at: Infinity, happens: () => {} };
  let connections = 0;
  let sockets = 0;

  const server = createServer((near) => {
    connections++;
    if (refused) return void near.destroy();
    const far = connect(typeof port === 'number' ? port : port(), '127.0.0.1');
    const muted = silent; // a connection that began in silence stays silent
    const carry = (from: Socket, to: Socket) => {
      open.add(from);
      let carried = 0;
      from.on('data', (bytes) => {
        if (from === near && /^upgrade: websocket\r$/im.test(bytes.toString('latin1', 0, 4_096))) {
          if (socketsRefused) return void near.destroy();
          sockets++;
        }
        carried += bytes.length;
        if (from === near) total += bytes.length;
        if (total > next.at) {
          const { happens } = next;
          next = { at: Infinity, happens: () => {} };
          happens();
        }
        if (from === near && carried > (cuts[0] ?? Infinity)) {
          cuts.shift();
          return void near.destroy();
        }
        if (!silent && !muted) to.write(bytes);
      });
      from.on('error', () => to.destroy());
      from.on('close', () => {
        open.delete(from);
        if (!silent && !muted) to.destroy();
      });
    };
    carry(near, far);
    carry(far, near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}/graphql`,
    silence: () => void (silent = true),
    heal: () => void (silent = false),
    cut,
    cutAfter: (...bytes) => void cuts.push(...bytes),
    cutsLeft: () => cuts.length,
    after: (bytes, happens) => void (next = { at: total + bytes, happens }),
    carried: () => total,
    refuseSockets: (on = true) => void (socketsRefused = on),
    sockets: () => sockets,
    refuse: (on) => void (refused = on),
    connections: () => connections,
    close() {
      cut();
      server.close();
    },
  };
}
