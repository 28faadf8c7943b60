import { INSUFFICIENT } from '../falla.js';
import { SessionEnded } from '../session.js';
import { notTheApi } from './network.js';

/**
 * What to do after a failure. `after` is what the server asked for, in milliseconds; `busy` says that it did ask, and
 * that nothing is wrong but the moment.
 */
export type Verdict = { kind: 'renew' } | { kind: 'again'; after: number; busy: boolean } | { kind: 'end'; error: unknown };

/** How often an operation is sent at most, when its failure may pass and the server does not say when. */
export const TRIES = 5;
/** A lost network is told soon: the person may be offline, and can do something about it. */
export const TRIES_OF_NETWORK = 3;

const BUSY_CODES = ['RATE_LIMITED', 'UNAVAILABLE'];
const AGAIN_CODES = [...BUSY_CODES, 'SLOW_SUBSCRIBER', 'INTERNAL'];
const BUSY_STATUSES = [429, 503];
const REFUSED = 4403;
/** Closings after which the same would only be refused again (docs/errores.md). */
const FINAL_CLOSINGS = [1009, 4400, 4401, 4406, 4409];
/** Closings that ask for some patience: our fault, no room, too much was asked for. The last two say that it is busy. */
const LATER_CLOSINGS = [1008, 1013, 4429, 4500];
const BUSY_CLOSINGS = [1013, 4429];
const LATER = 5_000;

/** Judges a failure of an operation, on a socket or a stream. */
export function judge(reason: unknown): Verdict {
  if (reason instanceof SessionEnded) return { kind: 'end', error: reason };
  if (Array.isArray(reason)) return judgeErrors(reason);
  if (reason instanceof Response) return judgeResponse(reason);
  const code = (reason as { code?: unknown } | null)?.code;
  if (typeof code === 'number') return judgeClosing(code, reason);
  return { kind: 'again', after: 0, busy: false }; // the network
}

/** Judges what GraphQL calls errors; `reintentarEn` is in seconds. */
export function judgeErrors(errors: readonly { extensions?: Record<string, unknown> }[]): Verdict {
  const { code, reintentarEn } = errors[0]?.extensions ?? {};
  if (code === 'UNAUTHENTICATED') return { kind: 'renew' };
  if (AGAIN_CODES.includes(code as string)) {
    return { kind: 'again', after: 1000 * (typeof reintentarEn === 'number' ? reintentarEn : 1), busy: BUSY_CODES.includes(code as string) };
  }
  return { kind: 'end', error: errors };
}

/** Judges a status of HTTP by its class, and by Retry-After. */
export function judgeResponse(response: Response): Verdict {
  if (response.status === 401) return { kind: 'renew' };
  if (response.status === 429 || response.status >= 500) {
    return { kind: 'again', after: 1000 * (Number(response.headers.get('Retry-After')) || 1), busy: isBusy(response) };
  }
  return { kind: 'end', error: notTheApi(response) };
}

/** Whether a new token may help: not where the server wants the person to sign in again. The answer can still be read. */
export async function needsToken(response: Response): Promise<boolean> {
  if (response.status !== 401) return false;
  return !(await response.clone().text()).includes(`"${INSUFFICIENT}"`);
}

/** Whether a server says that it is there, and that only the moment is wrong. */
export function isBusy({ status }: Response): boolean {
  return BUSY_STATUSES.includes(status);
}

function judgeClosing(code: number, reason: unknown): Verdict {
  if (code === REFUSED) return { kind: 'renew' };
  if (FINAL_CLOSINGS.includes(code)) return { kind: 'end', error: new Error(`Socket closed with ${code}: ${String((reason as { reason?: string }).reason)}`) };
  return { kind: 'again', after: LATER_CLOSINGS.includes(code) ? LATER : 0, busy: BUSY_CLOSINGS.includes(code) };
}
