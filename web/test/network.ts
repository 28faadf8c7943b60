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
  /** Lets no WebSocket through, as some offices do. */
  refuseSockets(): void;
  /** How many connections were opened. */
  connections(): number;
  close(): void;
}

export async function startNetwork(port: number): Promise<Network> {
  const open = new Set<Socket>();
  let silent = false;
  let socketsRefused = false;
  let connections = 0;

  const server = createServer((near) => {
    connections++;
    const far = connect(port, '127.0.0.1');
    const muted = silent; // a connection that began in silence stays silent
    const carry = (from: Socket, to: Socket) => {
      open.add(from);
      from.on('data', (bytes) => {
        if (socketsRefused && bytes.includes('Upgrade: websocket')) return void near.destroy();
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
    refuseSockets: () => void (socketsRefused = true),
    connections: () => connections,
    close() {
      cut();
      server.close();
    },
  };
}
