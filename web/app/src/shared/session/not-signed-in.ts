/** Why nobody came in: the person or the issuer refused; it is not what was begun here; a clock is wrong; no answer. */
export type Motivo = 'rechazada' | 'ajena' | 'reloj' | 'emisor' | 'ventana';

export class NotSignedIn extends Error {
  override name = 'NotSignedIn';
  constructor(readonly motivo: Motivo, cause?: unknown) {
    super(motivo, { cause });
  }
}

export function motivoOf(cause: unknown): Motivo {
  return cause instanceof NotSignedIn ? cause.motivo : 'emisor';
}
