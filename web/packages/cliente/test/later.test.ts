import { expect, it, vi } from 'vitest';
import { createLaterTransport } from '../src/transport/later.js';
import type { Sink, Transport } from '../src/transport/transport.js';

const OPERATION = { query: 'subscription { news }', variables: {}, resumes: false };

function world() {
  const stop = vi.fn();
  const transport = { subscribe: vi.fn<Transport['subscribe']>(() => stop), tokenSent: () => 'token', probe: vi.fn(), close: vi.fn() };
  const sink = { next: vi.fn(), error: vi.fn(), complete: vi.fn() } satisfies Sink;
  return { stop, transport, sink };
}

const settled = () => new Promise(setImmediate);

it('is loaded once, when somebody subscribes', async () => {
  const { stop, transport, sink } = world();
  const load = vi.fn(async () => transport);
  const later = createLaterTransport(load);
  expect(load).not.toHaveBeenCalled();
  expect(later.tokenSent()).toBeUndefined();
  const stops = [later.subscribe(OPERATION, sink), later.subscribe(OPERATION, sink)];
  await settled();
  expect([load.mock.calls.length, transport.subscribe.mock.calls.length]).toEqual([1, 2]);
  expect(later.tokenSent()).toBe('token');
  stops.forEach((one) => one());
  later.close();
  expect([stop.mock.calls.length, transport.close.mock.calls.length]).toEqual([2, 1]);
});

it('subscribes nobody who has left meanwhile, and stays closed', async () => {
  const { transport, sink } = world();
  const later = createLaterTransport(async () => transport);
  later.subscribe(OPERATION, sink)();
  later.close();
  await settled();
  expect(transport.subscribe).not.toHaveBeenCalled();
  expect(transport.close).toHaveBeenCalledOnce();
});

it('tells that it cannot be loaded, and is loaded the next time', async () => {
  const { transport, sink } = world();
  const load = vi.fn(async () => transport).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const later = createLaterTransport(load);
  later.subscribe(OPERATION, sink);
  await settled();
  expect(sink.error).toHaveBeenCalledWith(expect.any(TypeError));
  later.subscribe(OPERATION, sink);
  await settled();
  expect(transport.subscribe).toHaveBeenCalledOnce();
});
