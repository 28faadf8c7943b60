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
import { useError } from './use-error.js';

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
  /**
   * A fresh link, valid for some minutes: ask when the person clicks, and keep none. The trail has a
   * look of its kind, so ask for what is done. Null if there is none: `ver` is for what a browser can show (`esVisible`).
   */
  pedirEnlace: (para: 'ver' | 'descargar') => Promise<string | null>;
  /**
   * Both links at once.
   * @deprecated The trail then has two looks, whatever is done with them: use `pedirEnlace`.
   */
  pedirEnlaces: () => Promise<{ urlDescarga?: string | null; urlVista?: string | null }>;
}

/** One document, by its global id. */
export function useDocumento(id: string): DocumentoDetallado {
  const { apollo } = useCarpetaClient();
  const { data, ...result } = useQuery(DocumentoDocument, { variables: { id } });
  const error = useError(result);
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

  const enlaces = useCallback(
    async (cuales?: { ver: boolean; descargar: boolean }) => {
      const { data: answer } = await apollo.query({ query: EnlacesDeDocumentoDocument, variables: { id, ...cuales }, fetchPolicy: 'no-cache' });
      return answer?.node?.__typename === 'Documento' ? { urlDescarga: answer.node.urlDescarga ?? null, urlVista: answer.node.urlVista ?? null } : {};
    },
    [apollo, id],
  );
  const pedirEnlaces = useCallback(() => enlaces(), [enlaces]);
  const pedirEnlace = useCallback(
    async (para: 'ver' | 'descargar') => {
      const { urlDescarga, urlVista } = await enlaces({ ver: para === 'ver', descargar: para === 'descargar' });
      return urlVista ?? urlDescarga ?? null;
    },
    [enlaces],
  );

  const node = data?.node;
  return {
    documento: node?.__typename === 'Documento' ? node : undefined,
    cargando: result.loading,
    noExiste: data !== undefined && !node,
    falla: error && toFalla(error),
    corregir,
    pedirEnlace,
    pedirEnlaces,
  };
}
