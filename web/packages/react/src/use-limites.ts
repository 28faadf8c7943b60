import { useQuery } from '@apollo/client/react';
import { LimitesDocument } from '@carpeta-ciudadana/cliente/operaciones';
import type { EstadoDeConsulta, Omitible } from './estado.js';
import { useEstado } from './use-error.js';

export interface Limites extends EstadoDeConsulta {
  /** The largest file, in bytes; the longest undo window, in seconds; how many documents one request deletes. */
  limites: { tamanoMaximo: number; ventanaMaxima: number; documentosPorPedido: number } | undefined;
}

/** What the server takes, to tell a person before they choose. `subir` refuses a file that is too large by itself. */
export function useLimites({ omitir = false }: Omitible = {}): Limites {
  const result = useQuery(LimitesDocument, { skip: omitir });
  const limites = result.data?.limites ?? undefined;
  return { limites, ...useEstado(result, limites !== undefined) };
}
