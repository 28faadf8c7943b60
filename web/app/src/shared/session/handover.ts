/**
 * An address that the issuer sent a person to, after signing in or not. It is in the window that began, or in one beside
 * it: then it is handed over, for the page that waits with what the person typed.
 */
const CHANNEL = 'carpeta.entrada';
/** How long a page that waits may take to answer. */
const PATIENCE = 10_000;

interface Handed {
  state: string;
  /** Absent: it was taken. */
  address?: string;
}

/** Gives the address to the page that waits for it; false if there is none. */
export function handOver(state: string, address: string): Promise<boolean> {
  const channel = new BroadcastChannel(CHANNEL);
  return new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), PATIENCE);
    channel.onmessage = ({ data }: MessageEvent<Handed>) => {
      if (data.state !== state || data.address !== undefined) return;
      clearTimeout(timer);
      resolve(true);
    };
    channel.postMessage({ state, address } satisfies Handed);
  }).finally(() => channel.close());
}

/** Waits for the address that a window beside this one came back with, until `signal`. */
export function awaitAddress(state: string, signal: AbortSignal): Promise<string> {
  const channel = new BroadcastChannel(CHANNEL);
  return new Promise<string>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('nobody waits any more', 'AbortError')), { once: true });
    channel.onmessage = ({ data }: MessageEvent<Handed>) => {
      if (data.state !== state || data.address === undefined) return;
      channel.postMessage({ state } satisfies Handed);
      resolve(data.address);
    };
  }).finally(() => channel.close());
}
