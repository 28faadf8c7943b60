import { useQuery } from '@apollo/client/react';
import { toFalla, type Falla } from '@carpeta-ciudadana/cliente';
import { MiCarpetaDocument } from '@carpeta-ciudadana/cliente/operaciones';
import { useError } from './use-error.js';

export interface MiCarpeta {
  /** Undefined until it is loaded. */
  carpeta: { id: string; carpetaId: string; totalDocumentosAproximado: number } | undefined;
  cargando: boolean;
  /** SIN_CARPETA: nobody has opened one for this citizen yet. */
  falla: Falla | undefined;
  /** Never rejects: `falla` says why it did not come. */
  recargar: () => Promise<void>;
}

/** The folder of the citizen who is signed in. */
export function useMiCarpeta(): MiCarpeta {
  const { data, refetch, ...result } = useQuery(MiCarpetaDocument);
  const error = useError(result);
  const nothing = () => {};
  const recargar = () => refetch().then(nothing, nothing);
  return { carpeta: data?.miCarpeta ?? undefined, cargando: result.loading, falla: error && toFalla(error), recargar };
}
