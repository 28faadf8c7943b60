import type { Falla } from '../falla.js';

/** The server says that it cannot be so, and why. */
export class Refusal extends Error {
  override name = 'Refusal';
  constructor(readonly falla: Falla) {
    super(falla.mensaje);
  }
}
