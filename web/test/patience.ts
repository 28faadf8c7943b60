import type { Timing } from '../packages/cliente/src/transport/transport.js';

/** Only a test that hangs waits this long, in milliseconds: a busy machine is no failure. */
export const HANG = 300_000;

/** A client that gives nothing up because the machine is busy. */
export const PATIENT: Partial<Timing> = { pongWait: HANG, connectWait: HANG, answerWait: HANG, stallWait: HANG, patience: HANG };

/** Waits until something holds; a failure of the check means "not yet". */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + HANG;
  for (;;) {
    try {
      if (await holds()) return;
    } catch (error) {
      if (error instanceof Never || Date.now() > end) throw error;
    }
    if (Date.now() > end) throw new Error(`not so after ${HANG / 1000} s: ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Ends a wait: what is waited for cannot come any more. */
export class Never extends Error {}
