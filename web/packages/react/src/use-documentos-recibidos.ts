import { useMutation } from '@apollo/client/react';
import { attempt, Refusal, toFalla, type Resultado } from '@carpeta-ciudadana/cliente';
import {
  AbrirDocumentoRecibidoDocument,
  DocumentosRecibidosDocument,
  type AbrirDocumentoRecibidoMutation,
  type DocumentoRecibidoEnListaFragment,
  type DocumentosRecibidosQuery,
  type FiltroRecibidos,
} from '@carpeta-ciudadana/cliente/operaciones';
import type { EstadoDeLista, Omitible } from './estado.js';
import { useLista } from './use-lista.js';

export type DocumentoRecibido = DocumentoRecibidoEnListaFragment;
export type DocumentoAbierto = NonNullable<NonNullable<AbrirDocumentoRecibidoMutation['abrirDocumentoRecibido']>['abierto']>;

export interface DocumentosRecibidos extends EstadoDeLista {
  /** Authorisations newest first, the documents of each in the order of the procedure. */
  documentos: DocumentoRecibido[];
  /** Looks at one, by its id: the citizen reads of it. `urlArchivo` is good for a minute. */
  abrir: (id: string) => Promise<Resultado<DocumentoAbierto>>;
}

const SIN_FILTRO: FiltroRecibidos = {};
const deRecibidos = (data: DocumentosRecibidosQuery) => data.documentosRecibidos;

/** What citizens authorised the caller's entity to see. Nothing tells an entity's page of changes: call `recargar`. */
export function useDocumentosRecibidos({ filtro = SIN_FILTRO, porPagina = 20, omitir = false }: { filtro?: FiltroRecibidos; porPagina?: number } & Omitible = {}): DocumentosRecibidos {
  const { filas = [], ...lista } = useLista({ consulta: DocumentosRecibidosDocument, variables: { filtro, first: porPagina }, lista: deRecibidos, omitir });
  const [look] = useMutation(AbrirDocumentoRecibidoDocument, { fetchPolicy: 'no-cache' });
  return {
    documentos: filas,
    ...lista,
    abrir: (id) =>
      attempt(async () => {
        const { data } = await look({ variables: { recibidoId: id } });
        const { abierto, errores: [refused] = [] } = data?.abrirDocumentoRecibido ?? {};
        if (!abierto) throw new Refusal(refused ?? toFalla(undefined));
        return abierto;
      }),
  };
}
