import type { Falla } from '../falla.js';
import { texto } from '../idioma.js';

/** The server says that it cannot be so, and why. */
export class Refusal extends Error {
  override name = 'Refusal';
  constructor(readonly falla: Falla) {
    super(falla.mensaje);
  }
}

/** The file cannot be read any more. */
export const unreadable = () =>
  new Refusal({
    codigo: 'ARCHIVO_ILEGIBLE',
    ...texto(
      ['No fue posible leer el archivo.', 'Compruebe que todavía existe y que no cambió, y elíjalo de nuevo.'],
      ['The file could not be read.', 'Check that it still exists and did not change, and choose it again.'],
    ),
  });
