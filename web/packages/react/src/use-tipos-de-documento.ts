import { useQuery } from '@apollo/client/react';
import { TiposDeDocumentoDocument, type TiposDeDocumentoQuery } from '@carpeta-ciudadana/cliente/operaciones';
import type { EstadoDeConsulta, Omitible } from './estado.js';
import { useEstado } from './use-error.js';

export type TipoDeDocumento = NonNullable<TiposDeDocumentoQuery['tiposDeDocumento']>[number];

export interface TiposDeDocumento extends EstadoDeConsulta {
  /** In the order in which people see them. A new document has one that is `activo`; folders have the others too. */
  tipos: TipoDeDocumento[] | undefined;
}

/** The kinds of documents, with their names in the language of the requests. They are asked for once. */
export function useTiposDeDocumento({ omitir = false }: Omitible = {}): TiposDeDocumento {
  const result = useQuery(TiposDeDocumentoDocument, { skip: omitir });
  const tipos = result.data?.tiposDeDocumento ?? undefined;
  return { tipos, ...useEstado(result, tipos !== undefined) };
}
