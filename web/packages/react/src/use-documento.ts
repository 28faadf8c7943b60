import { useMutation, useQuery } from '@apollo/client/react';
import { toFalla, type Falla } from '@carpeta-ciudadana/cliente';
import {
  DocumentoDocument,
  EditarDocumentoDocument,
  EnlacesDeDocumentoDocument,
  type DocumentoQuery,
  type EditarDocumentoInput,
  type FilaDeDocumentoFragment,
} from '@carpeta-ciudadana/cliente/operaciones';
import { useCallback } from 'react';
import { useCarpetaClient } from './provider.js';

export type DetalleDeDocumento = Extract<NonNullable<DocumentoQuery['node']>, { __typename: 'Documento' }>;

export type Correccion = Pick<EditarDocumentoInput, 'titulo' | 'tipoDocumento' | 'contextoDocumento'>;

/** `cambiado` is the document as somebody else made it meanwhile, to show beside what the person typed. */
export type Corregido = { falla?: undefined; cambiado?: undefined } | { falla: Falla; cambiado?: FilaDeDocumentoFragment };

export interface DocumentoDetallado {
  documento: DetalleDeDocumento | undefined;
  cargando: boolean;
  /** It is not there (any more), or it is not this person's: the answer is the same. */
  noExiste: boolean;
  falla: Falla | undefined;
  /** Corrects what is given; `version` is that of the document that the person saw. */
  corregir: (version: number, cambios: Correccion) => Promise<Corregido>;
  /** Fresh links, valid for some minutes: ask when the person clicks, and keep none. */
  pedirEnlaces: () => Promise<{ urlDescarga?: string | null; urlVista?: string | null }>;
}

/** One document, by its global id. */
export function useDocumento(id: string): DocumentoDetallado {
  const { apollo } = useCarpetaClient();
  const { data, loading, error } = useQuery(DocumentoDocument, { variables: { id } });
  const [mutate] = useMutation(EditarDocumentoDocument);

  const corregir = useCallback(
    async (version: number, cambios: Correccion): Promise<Corregido> => {
      try {
        const { data: answer } = await mutate({ variables: { input: { documentoId: id, version, ...cambios } } });
        const refused = answer?.editarDocumento?.errores[0];
        if (!refused) return {};
        const falla: Falla = { codigo: refused.codigo, mensaje: refused.mensaje, ...('campos' in refused && { campos: refused.campos }) };
        return 'documento' in refused ? { falla, cambiado: refused.documento } : { falla };
      } catch (cause) {
        return { falla: toFalla(cause) };
      }
    },
    [mutate, id],
  );

  const pedirEnlaces = useCallback(async () => {
    const { data: answer } = await apollo.query({ query: EnlacesDeDocumentoDocument, variables: { id }, fetchPolicy: 'no-cache' });
    return answer?.node?.__typename === 'Documento' ? { urlDescarga: answer.node.urlDescarga ?? null, urlVista: answer.node.urlVista ?? null } : {};
  }, [apollo, id]);

  const node = data?.node;
  return {
    documento: node?.__typename === 'Documento' ? node : undefined,
    cargando: loading,
    noExiste: data !== undefined && !node,
    falla: error && toFalla(error),
    corregir,
    pedirEnlaces,
  };
}
