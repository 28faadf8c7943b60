import type { Falla } from '@carpeta-ciudadana/cliente';

/** What every hook says that asks the server for something. */
export interface EstadoDeConsulta {
  /** There is nothing to show yet: it is on its way. */
  cargando: boolean;
  /** What is shown is loaded again, or is that of the question before. */
  actualizando: boolean;
  /** Why it did not come, or not again. It stays until an answer is here. */
  falla: Falla | undefined;
  /** Loads what is shown again; that stays meanwhile. Never rejects: `falla` says why it did not come. */
  recargar: () => Promise<void>;
}

/** And what every list says. */
export interface EstadoDeLista extends EstadoDeConsulta {
  hayMas: boolean;
  cargandoMas: boolean;
  /**
   * Loads the next page, one at a time; never rejects. After a failure it waits, longer each time and less if the network
   * comes back: whoever scrolls may call it as often as they like.
   */
  cargarMas: () => Promise<void>;
}

/** With `omitir` nothing is asked for, as long as that is so. */
export interface Omitible {
  omitir?: boolean | undefined;
}
