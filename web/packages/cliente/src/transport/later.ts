import type { Transport } from './transport.js';

/** A transport whose code comes when somebody subscribes by it. That it does not come is a failure of the network. */
export function createLaterTransport(load: () => Promise<Transport>): Transport {
  let loading: Promise<Transport> | undefined;
  let loaded: Transport | undefined;
  let closed = false;

  async function loadNow() {
    try {
      loaded = await load();
    } catch (cause) {
      loading = undefined; // the next one tries again
      throw cause;
    }
    if (closed) loaded.close();
    return loaded;
  }

  return {
    subscribe(operation, sink) {
      let stop = () => {};
      let over = false;
      (loading ??= loadNow()).then(
        (transport) => {
          if (!over) stop = transport.subscribe(operation, sink);
        },
        (cause: unknown) => {
          if (!over) sink.error(cause);
        },
      );
      return () => {
        over = true;
        stop();
      };
    },
    tokenSent: () => loaded?.tokenSent(),
    probe: () => loaded?.probe(),
    close() {
      closed = true;
      loaded?.close();
    },
  };
}
