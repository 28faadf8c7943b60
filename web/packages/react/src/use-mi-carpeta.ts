import { useQuery } from '@apollo/client/react';
import { MiCarpetaDocument } from '@carpeta-ciudadana/cliente/operaciones';
import type { EstadoDeConsulta, Omitible } from './estado.js';
import { useEstado } from './use-error.js';

/** A `falla` with SIN_CARPETA: nobody has opened a folder for this citizen yet. */
export interface MiCarpeta extends EstadoDeConsulta {
  /** Undefined until it is loaded. */
  carpeta: { id: string; carpetaId: string; totalDocumentosAproximado: number } | undefined;
}

/** The folder of the citizen who is signed in. */
export function useMiCarpeta({ omitir = false }: Omitible = {}): MiCarpeta {
  const result = useQuery(MiCarpetaDocument, { skip: omitir });
  const carpeta = result.data?.miCarpeta ?? undefined;
  return { carpeta, ...useEstado(result, carpeta !== undefined) };
}
