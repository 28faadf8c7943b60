import WS from 'ws';
import { afterEach, beforeEach, expect, vi } from 'vitest';

globalThis.WebSocket = WS as unknown as typeof WebSocket; // Node 20 has none, and that of jsdom does not run here

/** A warning in the console is a defect: React and Apollo Client say there what they do not like. */
beforeEach(() => {
  vi.spyOn(console, 'error');
  vi.spyOn(console, 'warn');
});

afterEach(() => {
  expect(vi.mocked(console.error).mock.calls, 'console.error').toEqual([]);
  expect(vi.mocked(console.warn).mock.calls, 'console.warn').toEqual([]);
  vi.restoreAllMocks();
});
