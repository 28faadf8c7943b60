import { useMutation, useQuery } from '@apollo/client/react';
import { attempt, Refusal, toFalla, type Resultado } from '@carpeta-ciudadana/cliente';
import { listenToNews } from '@carpeta-ciudadana/cliente/apollo';
import { DocumentoDocument, EditarDocumentoDocument, EnlacesDeDocumentoDocument, type DocumentoQuery, type EditarDocumentoInput, type FilaDeDocumentoFragment } from '@carpeta-ciudadana/cliente/operaciones';
import { gone } from '@carpeta-ciudadana/cliente/interno';
import { useCallback, useEffect } from 'react';
import type { EstadoDeConsulta } from './estado.js';
import { useCarpetaClient } from './context.js';
import { useEstado } from './use-error.js';

export type DetalleDeDocumento = Extract<NonNullable<DocumentoQuery['node']>, { __typename: 'Documento' }>;

export type Correccion = Pick<EditarDocumentoInput, 'titulo' | 'codigoTipo' | 'contextoDocumento'>;

export interface DocumentoDetallado extends EstadoDeConsulta {
  documento: DetalleDeDocumento | undefined;
  /** It is not there (any more), or it is not this person's: the answer is the same. */
  noExiste: boolean;
  /**
   * Corrects what is given; `version` is that of the document that the person saw. If somebody else made another of it
   * meanwhile, that is `falla.cambiado`.
   */
  corregir: (version: number, cambios: Correccion) => Promise<Resultado<FilaDeDocumentoFragment>>;
  /**
   * A fresh link, valid for some minutes: ask when the person clicks, and keep none. The trail has a look of its kind, so
   * ask for what is done. Null if a browser cannot show it: `ver` is for what is `esVisible`. `falla` is
   * NOT_FOUND if the document is gone, or is being deleted, also in the bin.
   */
  pedirEnlace: (para: 'ver' | 'descargar') => Promise<Resultado<string | null>>;
}

/** One document, by its global id. Null asks for none. */
export function useDocumento(id: string | null): DocumentoDetallado {
  const { apollo } = useCarpetaClient();
  const result = useQuery(DocumentoDocument, { variables: { id: id ?? '' }, skip: id === null });
  const { data, refetch } = result;
  const estado = useEstado(result, data !== undefined);
  const [mutate] = useMutation(EditarDocumentoDocument);

  // News bring its row: what only its screen shows, as why it was taken back, is read again.
  useEffect(
    () =>
      listenToNews(apollo, ({ tipo, documentoGlobalId }) => {
        if (tipo === 'CAMBIO' && documentoGlobalId === id) refetch().catch(() => {}); // the result tells it
      }),
    [apollo, id, refetch],
  );

  const corregir = useCallback(
    (version: number, cambios: Correccion) =>
      attempt(async () => {
        const { data: answer } = await mutate({ variables: { input: { documentoId: id ?? '', version, ...cambios } } });
        const { documento, errores: [refused] = [] } = answer?.editarDocumento ?? {};
        if (documento) return documento;
        if (!refused) throw new Refusal(toFalla(undefined));
        const { codigo, mensaje } = refused;
        throw new Refusal({ codigo, mensaje, ...('campos' in refused && { campos: refused.campos }), ...('documento' in refused && { cambiado: refused.documento }) });
      }),
    [mutate, id],
  );

  const pedirEnlace = useCallback(
    (para: 'ver' | 'descargar') =>
      attempt(async () => {
        if (id === null) throw gone();
        const variables = { id, ver: para === 'ver', descargar: para === 'descargar' };
        const { data: answer } = await apollo.query({ query: EnlacesDeDocumentoDocument, variables, fetchPolicy: 'no-cache' });
        if (answer?.node?.__typename !== 'Documento' || answer.node.estadoDocumento !== 'PROCESADO') throw gone();
        return answer.node.urlVista ?? answer.node.urlDescarga ?? null;
      }),
    [apollo, id],
  );

  const node = data?.node;
  return {
    documento: node?.__typename === 'Documento' ? node : undefined,
    noExiste: data !== undefined && !node,
    ...estado,
    recargar: id === null ? async () => {} : estado.recargar,
    corregir,
    pedirEnlace,
  };
}
