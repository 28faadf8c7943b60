import type { Falla } from '@carpeta-ciudadana/cliente';

/** A document that a person wants to delete. */
export interface PorEliminar {
  id: string;
  titulo: string;
}

export interface NoEliminado extends PorEliminar {
  falla: Falla;
}

/** What was moved to the bin just now. */
export interface Movido extends PorEliminar {
  eventoId: string;
}
