import { toFalla, type Falla } from './falla.js';

/**
 * What became of something that a person asked for, always told in this form. With a `falla` it was not done; without
 * one `valor` is what came of it. A promise of it never rejects.
 */
export type Resultado<T = undefined> = { falla?: undefined; valor: T } | { falla: Falla; valor?: undefined };

/** Does something, and tells how it went. What the server refuses is thrown as a Refusal. */
export async function attempt<T>(work: () => Promise<T>): Promise<Resultado<T>> {
  try {
    return { valor: await work() };
  } catch (cause) {
    return { falla: toFalla(cause) };
  }
}
