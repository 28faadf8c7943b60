import { afterEach, expect, it, vi } from 'vitest';
import { diasDe, hoy } from '../src/shared/hoy';

afterEach(() => {
  diasDe('America/Bogota');
  vi.useRealTimers();
});

it('is the day of the service, wherever the person is', () => {
  vi.useFakeTimers({ now: new Date('2026-11-29T03:00:00Z') });
  expect(hoy()).toBe('2026-11-28');
  diasDe(undefined); // a server of before names no zone
  expect(hoy()).toBe('2026-11-28');
  diasDe('Pacific/Kiritimati');
  expect(hoy()).toBe('2026-11-29');
});
