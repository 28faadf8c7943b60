import { useQuery } from '@apollo/client/react';
import { toFalla } from '@carpeta-ciudadana/cliente';
import { MiCarpetaDocument } from '@carpeta-ciudadana/cliente/operaciones';
import type { EstadoDeConsulta, Omitible } from './estado.js';
import { useError } from './use-error.js';

/** A `falla` with SIN_CARPETA: nobody has opened a folder for this citizen yet. */
export interface MiCarpeta extends EstadoDeConsulta {
  /** Undefined until it is loaded. */
  carpeta: { id: string; carpetaId: string; totalDocumentosAproximado: number } | undefined;
}

/** The folder of the citizen who is signed in. */
export function useMiCarpeta({ omitir = false }: Omitible = {}): MiCarpeta {
  const { data, refetch, ...result } = useQuery(MiCarpetaDocument, { skip: omitir });
  const error = useError(result);
  const nothing = () => {};
  const recargar = () => refetch().then(nothing, nothing);
  const carpeta = data?.miCarpeta ?? undefined;
  return { carpeta, cargando: result.loading && !carpeta, actualizando: result.loading && !!carpeta, falla: error && toFalla(error), recargar };
}
