/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** What documents can be ordered by. */
export type CampoOrdenDocumentos =
  /** The document's UUID: for version 7, the time of creation. */
  | 'DOCUMENTO_ID'
  /** When it arrived in the folder. */
  | 'FECHA_RECEPCION'
  /** Size of the file. */
  | 'TAMANO_BYTES'
  /** Kind of document, alphabetically by its code. */
  | 'TIPO_DOCUMENTO'
  /** Title, without regard to case and accents. */
  | 'TITULO';

/** The codes of an error in a payload. Each has a row in docs/errores.md, with its message in both languages. */
export type CodigoDeError =
  /** The stored file is not the one that was announced. */
  | 'ARCHIVO_DISTINTO'
  /** The file of the upload was not sent yet. */
  | 'ARCHIVO_PENDIENTE'
  /** Inputs are wrong: `campos` names them. */
  | 'BAD_USER_INPUT'
  /** The upload was confirmed: it cannot be signed anew or ended. */
  | 'CARGA_TERMINADA'
  /** The citizen's carpeta has no room for the document. */
  | 'CARPETA_LLENA'
  /** Another operador serves the citizen; it is not named. */
  | 'CIUDADANO_DE_OTRO_OPERADOR'
  /** The citizen has no carpeta yet: deliver again when an operador has opened one. */
  | 'CIUDADANO_SIN_CARPETA'
  /** Messages of that queue come from no work queue. */
  | 'COLA_SIN_DESTINO'
  /** A deletion locks the document. */
  | 'DOCUMENTO_BLOQUEADO'
  /** The document was corrected meanwhile: the error has it as it is now. */
  | 'DOCUMENTO_CAMBIADO'
  /** The document is certified: ask with solicitarEliminacion. */
  | 'DOCUMENTO_CERTIFICADO'
  /** The upload of the document was not confirmed yet. */
  | 'DOCUMENTO_EN_CARGA'
  /** The failed deletion gave the document back: ask for a new one. */
  | 'DOCUMENTO_INTACTO'
  /** The document needs no approval: use deleteDocumento. */
  | 'DOCUMENTO_NO_CERTIFICADO'
  /** Only a deletion that is FALLIDA is tried again. */
  | 'ELIMINACION_NO_FALLIDA'
  /** The entity is not registered, or not active. */
  | 'ENTIDAD_INACTIVA'
  /** The signature is not of this document. */
  | 'FIRMA_INVALIDA'
  /** The signature names a key that the entity has not published. */
  | 'LLAVE_DESCONOCIDA'
  /** The key of the signature was revoked. */
  | 'LLAVE_REVOCADA'
  /** The key of the signature is not valid now. */
  | 'LLAVE_VENCIDA'
  /** The object is absent, or not the caller's: the answer is the same. */
  | 'NOT_FOUND'
  /** The carpeta has no room: `uso` says how much is used, and allowed. */
  | 'QUOTA_EXCEEDED'
  /** The deletion needs no approval. */
  | 'SIN_SOLICITUD'
  /** The request was approved already. */
  | 'SOLICITUD_APROBADA'
  /** Who asked for the deletion does not decide. */
  | 'SOLICITUD_PROPIA'
  /** The request was rejected already. */
  | 'SOLICITUD_RECHAZADA'
  /** The request was taken back. */
  | 'SOLICITUD_RETIRADA'
  /** The request expired without a decision. */
  | 'SOLICITUD_VENCIDA'
  /** The undo window is over: the erasure has begun or ended. */
  | 'VENTANA_CERRADA'
  /** A large file is being verified: confirm again to go on. */
  | 'VERIFICACION_EN_CURSO';

/** Direction of an order. */
export type Direccion =
  /** Smallest first. */
  | 'ASC'
  /** Largest first. */
  | 'DESC';

/** A correction of a document. */
export type EditarDocumentoInput = {
  /** What it is for, at most 200 characters; as it is if absent, and an empty text takes it away. */
  contextoDocumento?: string | null | undefined;
  /** The document: its global id, or the bare documentoId of one in the caller's own carpeta. */
  documentoId: string;
  /** Kind; as it is if absent. */
  tipoDocumento?: TipoDocumento | null | undefined;
  /** Title, 1–200 characters; as it is if absent. */
  titulo?: string | null | undefined;
  /** The version that the caller saw: Documento.version. */
  version: number;
};

/** Where a document is in its life. */
export type EstadoDocumento =
  /** Announced, its file not confirmed yet. Never listed. */
  | 'CARGANDO'
  /** Locked by a deletion; listed until it is gone. */
  | 'ELIMINANDO'
  /** Complete and downloadable. */
  | 'PROCESADO';

/** State of a deletion. */
export type EstadoSaga =
  /** Taken back in the undo window; or, of a certified document, not approved. */
  | 'CANCELADA'
  /** A step failed for good before the file was gone: checking that the file is intact to give the document back. */
  | 'COMPENSANDO'
  /** File and metadata are gone. */
  | 'COMPLETADA'
  /** Ended without deleting everything; `errores` says why. */
  | 'FALLIDA'
  /** Under way. */
  | 'INICIADA';

/** Narrows a list; conditions are joined by AND. */
export type FiltroDocumentos = {
  /** Only what an entity certified, or only the rest. */
  certificado?: boolean | null | undefined;
  /** Only what this entity delivered: its entidadId. */
  emisor?: string | null | undefined;
  /** Only this state. CARGANDO is refused: an upload that nobody confirmed is not in the folder yet. */
  estadoDocumento?: EstadoDocumento | null | undefined;
  /** Only what arrived at this moment or later. */
  fechaDesde?: string | null | undefined;
  /** Only what arrived before this moment. */
  fechaHasta?: string | null | undefined;
  /** Only documents of which every one of these words begins a word of the title or of contextoDocumento. Case and accents do not count; an ñ is not an n. At most 200 characters and 16 words. */
  texto?: string | null | undefined;
  /** Only this kind. */
  tipoDocumento?: TipoDocumento | null | undefined;
  /** Only these kinds; all if the list is empty. */
  tipos?: Array<TipoDocumento> | null | undefined;
};

/** Which parts to sign. */
export type FirmarPartesInput = {
  /** The document: its global id, or the bare documentoId of one in the caller's own carpeta. */
  documentoId: string;
  /** The parts, 1–100. */
  partes: Array<ParteInput>;
};

/** A document to be uploaded. */
export type IniciarCargaInput = {
  /** Folder: global id or bare UUID; the caller's own if absent. */
  carpetaId?: string | null | undefined;
  /** What it is for, at most 200 characters. */
  contextoDocumento?: string;
  /** SHA-256 of the file, 64 hexadecimal digits. */
  hashDocumento: string;
  /** File name that a download gets, 1–255 characters without path separators. */
  nombreArchivo: string;
  /** Whether the file is sent in parts, each signed by firmarPartes: for large files, and for connections that break. The same file that waits already keeps its form: take the one of carga and partes that is not null. */
  porPartes?: boolean;
  /** Length of the file in bytes, 1 to 100 MiB unless configured otherwise. */
  tamanoBytes: number;
  /** MIME type, e.g. application/pdf; empty, as browsers say of files that they do not know, is application/octet-stream. */
  tipoContenido: string;
  /** Kind. */
  tipoDocumento: TipoDocumento;
  /** Title, 1–200 characters. */
  titulo: string;
};

/** An order of documents. */
export type OrdenDocumentos = {
  /** What to order by. */
  campo?: CampoOrdenDocumentos;
  /** Ascending or descending. */
  direccion?: Direccion;
};

/** A part to be sent. */
export type ParteInput = {
  /** Its SHA-256, 64 hexadecimal digits. */
  hashParte: string;
  /** Its number, from 1. */
  numero: number;
};

/** Step of a deletion. */
export type PasoSaga =
  /** Waiting for an approval; only for certified documents, in the place of ESPERA. */
  | 'APROBACION'
  /** Done. */
  | 'COMPLETED'
  /** Undo window. */
  | 'ESPERA'
  /** Deleting the metadata. */
  | 'METADATA_CLEANUP'
  /** Erasing every version of the file. */
  | 'MINIO_CLEANUP';

/** The kind of a document. */
export type TipoDocumento =
  /** Minutes of a graduation. */
  | 'ACTA_DE_GRADO'
  /** National identity card. */
  | 'CEDULA_CIUDADANIA'
  /** Certificate issued by an entity. */
  | 'CERTIFICADO'
  /** Contract. */
  | 'CONTRATO'
  /** University or school diploma. */
  | 'DIPLOMA'
  /** Notarial deed. */
  | 'ESCRITURA'
  /** Invoice. */
  | 'FACTURA'
  /** Medical record. */
  | 'HISTORIA_CLINICA'
  /** Anything else. */
  | 'OTRO'
  /** Civil registry: birth, marriage, death. */
  | 'REGISTRO_CIVIL';

/** What happened in a folder. */
export type TipoNovedad =
  /** A deletion took a step. */
  | 'AVANZO'
  /** A deletion began: the document is ELIMINANDO, or its deletion waits. */
  | 'BLOQUEADO'
  /** Somebody corrected a document. */
  | 'CAMBIO'
  /** A deletion ended without effect: the document is back. */
  | 'DESBLOQUEADO'
  /** A document came: put it into the lists. */
  | 'LLEGO'
  /** Load the lists (again): this is the first message, or too much was missed. What changes from now on is told. */
  | 'RECARGAR'
  /** A deletion was completed: take the document out of the lists. */
  | 'SE_FUE';

export type MiradaDeCarpetaFragment = { __typename: 'Acceso', eventoId: string, en: string, tipo: string, rol: string, propio: boolean, operadorId: string | null, entidadId: string | null, entidad: string | null, documentoId: string | null, proposito: string | null, baseLegal: string | null } & { ' $fragmentName'?: 'MiradaDeCarpetaFragment' };

export type AccesosQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type AccesosQuery = { __typename: 'Query', miCarpeta: { __typename: 'Carpeta', id: string, carpetaId: string, accesos: { __typename: 'AccesoConnection', edges: Array<{ __typename: 'AccesoEdge', cursor: string, node: { __typename: 'Acceso', eventoId: string, en: string, tipo: string, rol: string, propio: boolean, operadorId: string | null, entidadId: string | null, entidad: string | null, documentoId: string | null, proposito: string | null, baseLegal: string | null } }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, endCursor: string | null } } | null } | null };

export type NuevosAccesosSubscriptionVariables = Exact<{
  carpetaId: string;
  despuesDe?: string | null | undefined;
}>;


export type NuevosAccesosSubscription = { accesosDeCarpeta: { __typename: 'AccesoNuevo', cursor: string, acceso: { __typename: 'Acceso', eventoId: string, en: string, tipo: string, rol: string, propio: boolean, operadorId: string | null, entidadId: string | null, entidad: string | null, documentoId: string | null, proposito: string | null, baseLegal: string | null } | null } };

export type EnvioDeCargaFragment = { __typename: 'Carga', metodo: string, url: string, expiraEn: string, encabezados: Array<{ __typename: 'Encabezado', nombre: string, valor: string }> } & { ' $fragmentName'?: 'EnvioDeCargaFragment' };

export type IniciarCargaMutationVariables = Exact<{
  input: IniciarCargaInput;
}>;


export type IniciarCargaMutation = { __typename: 'Mutation', iniciarCarga: { __typename: 'IniciarCargaPayload', documento: { __typename: 'Documento', id: string } | null, carga: { __typename: 'Carga', metodo: string, url: string, expiraEn: string, encabezados: Array<{ __typename: 'Encabezado', nombre: string, valor: string }> } | null, partes: { __typename: 'PartesDeCarga', tamanoParte: number, total: number, recibidas: Array<{ __typename: 'ParteRecibida', numero: number }> } | null, errores: Array<
      | { __typename: 'CuotaExcedida', codigo: CodigoDeError, mensaje: string, uso: { __typename: 'UsoDeCarpeta', bytes: number, limiteBytes: number } }
      | { __typename: 'EntradaInvalida', codigo: CodigoDeError, mensaje: string, campos: Array<{ __typename: 'CampoInvalido', campo: string, mensaje: string }> }
    > } | null };

export type FirmarPartesMutationVariables = Exact<{
  input: FirmarPartesInput;
}>;


export type FirmarPartesMutation = { __typename: 'Mutation', firmarPartes: { __typename: 'FirmarPartesPayload', partes: Array<{ __typename: 'ParteFirmada', numero: number, carga: { __typename: 'Carga', metodo: string, url: string, expiraEn: string, encabezados: Array<{ __typename: 'Encabezado', nombre: string, valor: string }> } }> | null, errores: Array<
      | { __typename: 'DocumentoNoEncontrado', codigo: CodigoDeError, mensaje: string }
      | { __typename: 'EntradaInvalida', codigo: CodigoDeError, mensaje: string }
      | { __typename: 'OperacionNoPermitida', codigo: CodigoDeError, mensaje: string }
    > } | null };

export type ConfirmarCargaMutationVariables = Exact<{
  documentoId: string;
}>;


export type ConfirmarCargaMutation = { __typename: 'Mutation', confirmarCarga: { __typename: 'ConfirmarCargaPayload', documento: { __typename: 'Documento', id: string, documentoId: string, titulo: string, tipoDocumento: TipoDocumento, contextoDocumento: string, version: number, estadoDocumento: EstadoDocumento, tamanoBytes: number, fechaRecepcion: string, certificado: boolean, esDescargable: boolean } | null, carpeta: { __typename: 'Carpeta', id: string, totalDocumentosAproximado: number } | null, errores: Array<
      | { __typename: 'CargaInvalida', codigo: CodigoDeError, mensaje: string }
      | { __typename: 'DocumentoNoEncontrado', codigo: CodigoDeError, mensaje: string }
    > } | null };

export type CancelarCargaMutationVariables = Exact<{
  documentoId: string;
}>;


export type CancelarCargaMutation = { __typename: 'Mutation', cancelarCarga: { __typename: 'CancelarCargaPayload', documentoGlobalId: string | null, errores: Array<
      | { __typename: 'DocumentoNoEncontrado', codigo: CodigoDeError, mensaje: string }
      | { __typename: 'OperacionNoPermitida', codigo: CodigoDeError, mensaje: string }
    > } | null };

export type MiCarpetaQueryVariables = Exact<{ [key: string]: never; }>;


export type MiCarpetaQuery = { __typename: 'Query', miCarpeta: { __typename: 'Carpeta', id: string, carpetaId: string, totalDocumentosAproximado: number } | null };

export type NovedadesSubscriptionVariables = Exact<{
  carpetaId: string;
  despuesDe?: string | null | undefined;
}>;


export type NovedadesSubscription = { novedadesDeCarpeta: { __typename: 'Novedad', novedadId: string, cursor: string, tipo: TipoNovedad, documentoGlobalId: string | null, totalDocumentosAproximado: number | null, documento: { __typename: 'Documento', id: string, documentoId: string, titulo: string, tipoDocumento: TipoDocumento, contextoDocumento: string, version: number, estadoDocumento: EstadoDocumento, tamanoBytes: number, fechaRecepcion: string, certificado: boolean, esDescargable: boolean } | null, eliminacion: { __typename: 'Eliminacion', id: string, eventoId: string, documentoId: string, secuencia: number, estado: EstadoSaga, pasoActual: PasoSaga, solicitadaEn: string, cancelableHasta: string | null, completadaEn: string | null, progreso: { __typename: 'Progreso', paso: number, totalPasos: number, intento: number, proximoReintento: string | null }, errores: Array<{ __typename: 'FallaDePaso', paso: PasoSaga, codigo: string, mensaje: string, intento: number, en: string }> } | null } };

export type FilaDeDocumentoFragment = { __typename: 'Documento', id: string, documentoId: string, titulo: string, tipoDocumento: TipoDocumento, contextoDocumento: string, version: number, estadoDocumento: EstadoDocumento, tamanoBytes: number, fechaRecepcion: string, certificado: boolean, esDescargable: boolean } & { ' $fragmentName'?: 'FilaDeDocumentoFragment' };

export type DocumentosQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  orden?: OrdenDocumentos | null | undefined;
  filtro?: FiltroDocumentos | null | undefined;
}>;


export type DocumentosQuery = { __typename: 'Query', miCarpeta: { __typename: 'Carpeta', id: string, carpetaId: string, totalDocumentosAproximado: number, documentos: { __typename: 'DocumentoConnection', edges: Array<{ __typename: 'DocumentoEdge', cursor: string, node: { __typename: 'Documento', id: string, documentoId: string, titulo: string, tipoDocumento: TipoDocumento, contextoDocumento: string, version: number, estadoDocumento: EstadoDocumento, tamanoBytes: number, fechaRecepcion: string, certificado: boolean, esDescargable: boolean } }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, endCursor: string | null } } | null } | null };

export type DocumentoQueryVariables = Exact<{
  id: string;
}>;


export type DocumentoQuery = { __typename: 'Query', node:
    | { __typename: 'Carpeta', id: string }
    | { __typename: 'Documento', hashDocumento: string | null, nombreArchivo: string | null, tipoContenido: string | null, fechaUltimaModificacion: string | null, esVisible: boolean | null, id: string, documentoId: string, titulo: string, tipoDocumento: TipoDocumento, contextoDocumento: string, version: number, estadoDocumento: EstadoDocumento, tamanoBytes: number, fechaRecepcion: string, certificado: boolean, esDescargable: boolean, eliminacion: { __typename: 'Eliminacion', id: string, eventoId: string, documentoId: string, secuencia: number, estado: EstadoSaga, pasoActual: PasoSaga, solicitadaEn: string, cancelableHasta: string | null, completadaEn: string | null, progreso: { __typename: 'Progreso', paso: number, totalPasos: number, intento: number, proximoReintento: string | null }, errores: Array<{ __typename: 'FallaDePaso', paso: PasoSaga, codigo: string, mensaje: string, intento: number, en: string }> } | null }
    | { __typename: 'Eliminacion', id: string }
    | { __typename: 'Entrega', id: string }
   | null };

export type EnlacesDeDocumentoQueryVariables = Exact<{
  id: string;
}>;


export type EnlacesDeDocumentoQuery = { __typename: 'Query', node:
    | { __typename: 'Carpeta', id: string }
    | { __typename: 'Documento', urlDescarga: string | null, urlVista: string | null, id: string }
    | { __typename: 'Eliminacion', id: string }
    | { __typename: 'Entrega', id: string }
   | null };

export type EditarDocumentoMutationVariables = Exact<{
  input: EditarDocumentoInput;
}>;


export type EditarDocumentoMutation = { __typename: 'Mutation', editarDocumento: { __typename: 'EditarDocumentoPayload', documento: { __typename: 'Documento', fechaUltimaModificacion: string | null, id: string, documentoId: string, titulo: string, tipoDocumento: TipoDocumento, contextoDocumento: string, version: number, estadoDocumento: EstadoDocumento, tamanoBytes: number, fechaRecepcion: string, certificado: boolean, esDescargable: boolean } | null, errores: Array<
      | { __typename: 'DocumentoCambiado', codigo: CodigoDeError, mensaje: string, documento: { __typename: 'Documento', id: string, documentoId: string, titulo: string, tipoDocumento: TipoDocumento, contextoDocumento: string, version: number, estadoDocumento: EstadoDocumento, tamanoBytes: number, fechaRecepcion: string, certificado: boolean, esDescargable: boolean } }
      | { __typename: 'DocumentoNoEncontrado', codigo: CodigoDeError, mensaje: string }
      | { __typename: 'EntradaInvalida', codigo: CodigoDeError, mensaje: string, campos: Array<{ __typename: 'CampoInvalido', campo: string, mensaje: string }> }
      | { __typename: 'OperacionNoPermitida', codigo: CodigoDeError, mensaje: string }
    > } | null };

export type AvanceDeEliminacionFragment = { __typename: 'Eliminacion', id: string, eventoId: string, documentoId: string, secuencia: number, estado: EstadoSaga, pasoActual: PasoSaga, solicitadaEn: string, cancelableHasta: string | null, completadaEn: string | null, progreso: { __typename: 'Progreso', paso: number, totalPasos: number, intento: number, proximoReintento: string | null }, errores: Array<{ __typename: 'FallaDePaso', paso: PasoSaga, codigo: string, mensaje: string, intento: number, en: string }> } & { ' $fragmentName'?: 'AvanceDeEliminacionFragment' };

export type EliminarDocumentoMutationVariables = Exact<{
  documentoId: string;
  ventana: number;
}>;


export type EliminarDocumentoMutation = { __typename: 'Mutation', deleteDocumento: { __typename: 'DeleteDocumentoPayload', eliminacion: { __typename: 'Eliminacion', id: string, eventoId: string, documentoId: string, secuencia: number, estado: EstadoSaga, pasoActual: PasoSaga, solicitadaEn: string, cancelableHasta: string | null, completadaEn: string | null, progreso: { __typename: 'Progreso', paso: number, totalPasos: number, intento: number, proximoReintento: string | null }, errores: Array<{ __typename: 'FallaDePaso', paso: PasoSaga, codigo: string, mensaje: string, intento: number, en: string }> } | null, documento: { __typename: 'Documento', id: string, estadoDocumento: EstadoDocumento } | null, errores: Array<
      | { __typename: 'DocumentoNoEncontrado', codigo: CodigoDeError, mensaje: string }
      | { __typename: 'EntradaInvalida', codigo: CodigoDeError, mensaje: string }
      | { __typename: 'OperacionNoPermitida', codigo: CodigoDeError, mensaje: string }
    > } | null };

export type CancelarEliminacionMutationVariables = Exact<{
  eventoId: string;
}>;


export type CancelarEliminacionMutation = { __typename: 'Mutation', cancelarEliminacion: { __typename: 'CancelarEliminacionPayload', eliminacion: { __typename: 'Eliminacion', id: string, eventoId: string, documentoId: string, secuencia: number, estado: EstadoSaga, pasoActual: PasoSaga, solicitadaEn: string, cancelableHasta: string | null, completadaEn: string | null, progreso: { __typename: 'Progreso', paso: number, totalPasos: number, intento: number, proximoReintento: string | null }, errores: Array<{ __typename: 'FallaDePaso', paso: PasoSaga, codigo: string, mensaje: string, intento: number, en: string }> } | null, documento: { __typename: 'Documento', id: string, estadoDocumento: EstadoDocumento } | null, errores: Array<
      | { __typename: 'EliminacionNoEncontrada', codigo: CodigoDeError, mensaje: string }
      | { __typename: 'OperacionNoPermitida', codigo: CodigoDeError, mensaje: string }
    > } | null };

export type SeguirEliminacionSubscriptionVariables = Exact<{
  eventoId: string;
  despuesDe?: number | null | undefined;
}>;


export type SeguirEliminacionSubscription = { eliminacion: { __typename: 'Eliminacion', documentoEliminadoId: string | null, id: string, eventoId: string, documentoId: string, secuencia: number, estado: EstadoSaga, pasoActual: PasoSaga, solicitadaEn: string, cancelableHasta: string | null, completadaEn: string | null, progreso: { __typename: 'Progreso', paso: number, totalPasos: number, intento: number, proximoReintento: string | null }, errores: Array<{ __typename: 'FallaDePaso', paso: PasoSaga, codigo: string, mensaje: string, intento: number, en: string }> } };

export const MiradaDeCarpetaFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MiradaDeCarpeta"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Acceso"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"eventoId"}},{"kind":"Field","name":{"kind":"Name","value":"en"}},{"kind":"Field","name":{"kind":"Name","value":"tipo"}},{"kind":"Field","name":{"kind":"Name","value":"rol"}},{"kind":"Field","name":{"kind":"Name","value":"propio"}},{"kind":"Field","name":{"kind":"Name","value":"operadorId"}},{"kind":"Field","name":{"kind":"Name","value":"entidadId"}},{"kind":"Field","name":{"kind":"Name","value":"entidad"}},{"kind":"Field","name":{"kind":"Name","value":"documentoId"}},{"kind":"Field","name":{"kind":"Name","value":"proposito"}},{"kind":"Field","name":{"kind":"Name","value":"baseLegal"}}]}}]} as unknown as DocumentNode<MiradaDeCarpetaFragment, unknown>;
export const EnvioDeCargaFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EnvioDeCarga"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Carga"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"metodo"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"encabezados"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"nombre"}},{"kind":"Field","name":{"kind":"Name","value":"valor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"expiraEn"}}]}}]} as unknown as DocumentNode<EnvioDeCargaFragment, unknown>;
export const FilaDeDocumentoFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FilaDeDocumento"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Documento"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"documentoId"}},{"kind":"Field","name":{"kind":"Name","value":"titulo"}},{"kind":"Field","name":{"kind":"Name","value":"tipoDocumento"}},{"kind":"Field","name":{"kind":"Name","value":"contextoDocumento"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"estadoDocumento"}},{"kind":"Field","name":{"kind":"Name","value":"tamanoBytes"}},{"kind":"Field","name":{"kind":"Name","value":"fechaRecepcion"}},{"kind":"Field","name":{"kind":"Name","value":"certificado"}},{"kind":"Field","name":{"kind":"Name","value":"esDescargable"}}]}}]} as unknown as DocumentNode<FilaDeDocumentoFragment, unknown>;
export const AvanceDeEliminacionFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AvanceDeEliminacion"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Eliminacion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventoId"}},{"kind":"Field","name":{"kind":"Name","value":"documentoId"}},{"kind":"Field","name":{"kind":"Name","value":"secuencia"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"pasoActual"}},{"kind":"Field","name":{"kind":"Name","value":"progreso"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"paso"}},{"kind":"Field","name":{"kind":"Name","value":"totalPasos"}},{"kind":"Field","name":{"kind":"Name","value":"intento"}},{"kind":"Field","name":{"kind":"Name","value":"proximoReintento"}}]}},{"kind":"Field","name":{"kind":"Name","value":"solicitadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"cancelableHasta"}},{"kind":"Field","name":{"kind":"Name","value":"completadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"errores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"paso"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}},{"kind":"Field","name":{"kind":"Name","value":"intento"}},{"kind":"Field","name":{"kind":"Name","value":"en"}}]}}]}}]} as unknown as DocumentNode<AvanceDeEliminacionFragment, unknown>;
export const AccesosDocument = {"__meta__":{"hash":"6b25c29036cfb610be2819edd684a615d883430b37194e2db45305febf6b81bb"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Accesos"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"miCarpeta"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"carpetaId"}},{"kind":"Field","name":{"kind":"Name","value":"accesos"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"MiradaDeCarpeta"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MiradaDeCarpeta"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Acceso"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"eventoId"}},{"kind":"Field","name":{"kind":"Name","value":"en"}},{"kind":"Field","name":{"kind":"Name","value":"tipo"}},{"kind":"Field","name":{"kind":"Name","value":"rol"}},{"kind":"Field","name":{"kind":"Name","value":"propio"}},{"kind":"Field","name":{"kind":"Name","value":"operadorId"}},{"kind":"Field","name":{"kind":"Name","value":"entidadId"}},{"kind":"Field","name":{"kind":"Name","value":"entidad"}},{"kind":"Field","name":{"kind":"Name","value":"documentoId"}},{"kind":"Field","name":{"kind":"Name","value":"proposito"}},{"kind":"Field","name":{"kind":"Name","value":"baseLegal"}}]}}]} as unknown as DocumentNode<AccesosQuery, AccesosQueryVariables>;
export const NuevosAccesosDocument = {"__meta__":{"hash":"e967db0295658e605c466dc98619b782f13179dde8cf4f8df25afd2c86977f75"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"NuevosAccesos"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"carpetaId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"despuesDe"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"accesosDeCarpeta"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"carpetaId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"carpetaId"}}},{"kind":"Argument","name":{"kind":"Name","value":"despuesDe"},"value":{"kind":"Variable","name":{"kind":"Name","value":"despuesDe"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"acceso"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"MiradaDeCarpeta"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MiradaDeCarpeta"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Acceso"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"eventoId"}},{"kind":"Field","name":{"kind":"Name","value":"en"}},{"kind":"Field","name":{"kind":"Name","value":"tipo"}},{"kind":"Field","name":{"kind":"Name","value":"rol"}},{"kind":"Field","name":{"kind":"Name","value":"propio"}},{"kind":"Field","name":{"kind":"Name","value":"operadorId"}},{"kind":"Field","name":{"kind":"Name","value":"entidadId"}},{"kind":"Field","name":{"kind":"Name","value":"entidad"}},{"kind":"Field","name":{"kind":"Name","value":"documentoId"}},{"kind":"Field","name":{"kind":"Name","value":"proposito"}},{"kind":"Field","name":{"kind":"Name","value":"baseLegal"}}]}}]} as unknown as DocumentNode<NuevosAccesosSubscription, NuevosAccesosSubscriptionVariables>;
export const IniciarCargaDocument = {"__meta__":{"hash":"46b18943fc38893d14ab207887f21c9581086357a3180b5961e5ff1dd363302d"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"IniciarCarga"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"IniciarCargaInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"iniciarCarga"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"documento"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"carga"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"EnvioDeCarga"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}},{"kind":"Field","name":{"kind":"Name","value":"partes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"tamanoParte"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"recibidas"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"numero"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"errores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ErrorDeUsuario"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"EntradaInvalida"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"campos"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"campo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CuotaExcedida"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"uso"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"bytes"}},{"kind":"Field","name":{"kind":"Name","value":"limiteBytes"}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EnvioDeCarga"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Carga"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"metodo"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"encabezados"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"nombre"}},{"kind":"Field","name":{"kind":"Name","value":"valor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"expiraEn"}}]}}]} as unknown as DocumentNode<IniciarCargaMutation, IniciarCargaMutationVariables>;
export const FirmarPartesDocument = {"__meta__":{"hash":"4f9fa71a1b2d4642c28e4b6a7b1fb924948312a8345ac89d07810c0fb89bfc93"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"FirmarPartes"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"FirmarPartesInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"firmarPartes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"partes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"numero"}},{"kind":"Field","name":{"kind":"Name","value":"carga"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"EnvioDeCarga"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"errores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ErrorDeUsuario"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EnvioDeCarga"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Carga"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"metodo"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"encabezados"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"nombre"}},{"kind":"Field","name":{"kind":"Name","value":"valor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"expiraEn"}}]}}]} as unknown as DocumentNode<FirmarPartesMutation, FirmarPartesMutationVariables>;
export const ConfirmarCargaDocument = {"__meta__":{"hash":"2fa6543585323f0eee40b1914adbf2a6097e97bd1519c5a5ad9ab8e3a180e41b"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ConfirmarCarga"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"documentoId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"confirmarCarga"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"documentoId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"documentoId"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"documento"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"FilaDeDocumento"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}},{"kind":"Field","name":{"kind":"Name","value":"carpeta"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"totalDocumentosAproximado"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ErrorDeUsuario"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FilaDeDocumento"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Documento"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"documentoId"}},{"kind":"Field","name":{"kind":"Name","value":"titulo"}},{"kind":"Field","name":{"kind":"Name","value":"tipoDocumento"}},{"kind":"Field","name":{"kind":"Name","value":"contextoDocumento"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"estadoDocumento"}},{"kind":"Field","name":{"kind":"Name","value":"tamanoBytes"}},{"kind":"Field","name":{"kind":"Name","value":"fechaRecepcion"}},{"kind":"Field","name":{"kind":"Name","value":"certificado"}},{"kind":"Field","name":{"kind":"Name","value":"esDescargable"}}]}}]} as unknown as DocumentNode<ConfirmarCargaMutation, ConfirmarCargaMutationVariables>;
export const CancelarCargaDocument = {"__meta__":{"hash":"66f082d7e05ccdc8e71dcee58ee082efe7388e5875ea17a7efcbd8d8a48623ec"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CancelarCarga"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"documentoId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"cancelarCarga"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"documentoId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"documentoId"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"documentoGlobalId"}},{"kind":"Field","name":{"kind":"Name","value":"errores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ErrorDeUsuario"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}}]}}]}}]}}]}}]} as unknown as DocumentNode<CancelarCargaMutation, CancelarCargaMutationVariables>;
export const MiCarpetaDocument = {"__meta__":{"hash":"5d76729e6cf778d67138967750b15d5660ec24bb5f9a81c8f9dbbd4c8203fc16"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MiCarpeta"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"miCarpeta"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"carpetaId"}},{"kind":"Field","name":{"kind":"Name","value":"totalDocumentosAproximado"}}]}}]}}]} as unknown as DocumentNode<MiCarpetaQuery, MiCarpetaQueryVariables>;
export const NovedadesDocument = {"__meta__":{"hash":"74efcbc888404561b77d13c9dce93889083d389acbdc4b6461859a96c8a7e278"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"Novedades"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"carpetaId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"despuesDe"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"novedadesDeCarpeta"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"carpetaId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"carpetaId"}}},{"kind":"Argument","name":{"kind":"Name","value":"despuesDe"},"value":{"kind":"Variable","name":{"kind":"Name","value":"despuesDe"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"novedadId"}},{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"tipo"}},{"kind":"Field","name":{"kind":"Name","value":"documentoGlobalId"}},{"kind":"Field","name":{"kind":"Name","value":"documento"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"FilaDeDocumento"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}},{"kind":"Field","name":{"kind":"Name","value":"eliminacion"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"AvanceDeEliminacion"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}},{"kind":"Field","name":{"kind":"Name","value":"totalDocumentosAproximado"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FilaDeDocumento"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Documento"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"documentoId"}},{"kind":"Field","name":{"kind":"Name","value":"titulo"}},{"kind":"Field","name":{"kind":"Name","value":"tipoDocumento"}},{"kind":"Field","name":{"kind":"Name","value":"contextoDocumento"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"estadoDocumento"}},{"kind":"Field","name":{"kind":"Name","value":"tamanoBytes"}},{"kind":"Field","name":{"kind":"Name","value":"fechaRecepcion"}},{"kind":"Field","name":{"kind":"Name","value":"certificado"}},{"kind":"Field","name":{"kind":"Name","value":"esDescargable"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AvanceDeEliminacion"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Eliminacion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventoId"}},{"kind":"Field","name":{"kind":"Name","value":"documentoId"}},{"kind":"Field","name":{"kind":"Name","value":"secuencia"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"pasoActual"}},{"kind":"Field","name":{"kind":"Name","value":"progreso"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"paso"}},{"kind":"Field","name":{"kind":"Name","value":"totalPasos"}},{"kind":"Field","name":{"kind":"Name","value":"intento"}},{"kind":"Field","name":{"kind":"Name","value":"proximoReintento"}}]}},{"kind":"Field","name":{"kind":"Name","value":"solicitadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"cancelableHasta"}},{"kind":"Field","name":{"kind":"Name","value":"completadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"errores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"paso"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}},{"kind":"Field","name":{"kind":"Name","value":"intento"}},{"kind":"Field","name":{"kind":"Name","value":"en"}}]}}]}}]} as unknown as DocumentNode<NovedadesSubscription, NovedadesSubscriptionVariables>;
export const DocumentosDocument = {"__meta__":{"hash":"6851171690ada7682b5888a22c7cac2909bd6379ec82a8142ce07135f11b26c3"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Documentos"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orden"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"OrdenDocumentos"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filtro"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"FiltroDocumentos"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"miCarpeta"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"carpetaId"}},{"kind":"Field","name":{"kind":"Name","value":"totalDocumentosAproximado"}},{"kind":"Field","name":{"kind":"Name","value":"documentos"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"orden"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orden"}}},{"kind":"Argument","name":{"kind":"Name","value":"filtro"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filtro"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"FilaDeDocumento"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FilaDeDocumento"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Documento"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"documentoId"}},{"kind":"Field","name":{"kind":"Name","value":"titulo"}},{"kind":"Field","name":{"kind":"Name","value":"tipoDocumento"}},{"kind":"Field","name":{"kind":"Name","value":"contextoDocumento"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"estadoDocumento"}},{"kind":"Field","name":{"kind":"Name","value":"tamanoBytes"}},{"kind":"Field","name":{"kind":"Name","value":"fechaRecepcion"}},{"kind":"Field","name":{"kind":"Name","value":"certificado"}},{"kind":"Field","name":{"kind":"Name","value":"esDescargable"}}]}}]} as unknown as DocumentNode<DocumentosQuery, DocumentosQueryVariables>;
export const DocumentoDocument = {"__meta__":{"hash":"5e2a5f8a7deedd02c4a13ebf9c956ce72142269d6e81ee471a7c80c48677ac63"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Documento"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Documento"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"FilaDeDocumento"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]},{"kind":"Field","name":{"kind":"Name","value":"hashDocumento"}},{"kind":"Field","name":{"kind":"Name","value":"nombreArchivo"}},{"kind":"Field","name":{"kind":"Name","value":"tipoContenido"}},{"kind":"Field","name":{"kind":"Name","value":"fechaUltimaModificacion"}},{"kind":"Field","name":{"kind":"Name","value":"esVisible"}},{"kind":"Field","name":{"kind":"Name","value":"eliminacion"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"AvanceDeEliminacion"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FilaDeDocumento"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Documento"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"documentoId"}},{"kind":"Field","name":{"kind":"Name","value":"titulo"}},{"kind":"Field","name":{"kind":"Name","value":"tipoDocumento"}},{"kind":"Field","name":{"kind":"Name","value":"contextoDocumento"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"estadoDocumento"}},{"kind":"Field","name":{"kind":"Name","value":"tamanoBytes"}},{"kind":"Field","name":{"kind":"Name","value":"fechaRecepcion"}},{"kind":"Field","name":{"kind":"Name","value":"certificado"}},{"kind":"Field","name":{"kind":"Name","value":"esDescargable"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AvanceDeEliminacion"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Eliminacion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventoId"}},{"kind":"Field","name":{"kind":"Name","value":"documentoId"}},{"kind":"Field","name":{"kind":"Name","value":"secuencia"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"pasoActual"}},{"kind":"Field","name":{"kind":"Name","value":"progreso"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"paso"}},{"kind":"Field","name":{"kind":"Name","value":"totalPasos"}},{"kind":"Field","name":{"kind":"Name","value":"intento"}},{"kind":"Field","name":{"kind":"Name","value":"proximoReintento"}}]}},{"kind":"Field","name":{"kind":"Name","value":"solicitadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"cancelableHasta"}},{"kind":"Field","name":{"kind":"Name","value":"completadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"errores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"paso"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}},{"kind":"Field","name":{"kind":"Name","value":"intento"}},{"kind":"Field","name":{"kind":"Name","value":"en"}}]}}]}}]} as unknown as DocumentNode<DocumentoQuery, DocumentoQueryVariables>;
export const EnlacesDeDocumentoDocument = {"__meta__":{"hash":"0eef46c982a467120d5a86e9120e133d75057fc450dde97a8ae3aef9fe79bde2"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"EnlacesDeDocumento"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Documento"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"urlDescarga"}},{"kind":"Field","name":{"kind":"Name","value":"urlVista"}}]}}]}}]}}]} as unknown as DocumentNode<EnlacesDeDocumentoQuery, EnlacesDeDocumentoQueryVariables>;
export const EditarDocumentoDocument = {"__meta__":{"hash":"797a13cf59a322d7522ba6614f84d5d93341e238c6017261d8a633ebaa5eaec8"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"EditarDocumento"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"EditarDocumentoInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"editarDocumento"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"documento"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"FilaDeDocumento"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]},{"kind":"Field","name":{"kind":"Name","value":"fechaUltimaModificacion"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ErrorDeUsuario"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"EntradaInvalida"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"campos"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"campo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DocumentoCambiado"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"documento"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"FilaDeDocumento"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FilaDeDocumento"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Documento"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"documentoId"}},{"kind":"Field","name":{"kind":"Name","value":"titulo"}},{"kind":"Field","name":{"kind":"Name","value":"tipoDocumento"}},{"kind":"Field","name":{"kind":"Name","value":"contextoDocumento"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"estadoDocumento"}},{"kind":"Field","name":{"kind":"Name","value":"tamanoBytes"}},{"kind":"Field","name":{"kind":"Name","value":"fechaRecepcion"}},{"kind":"Field","name":{"kind":"Name","value":"certificado"}},{"kind":"Field","name":{"kind":"Name","value":"esDescargable"}}]}}]} as unknown as DocumentNode<EditarDocumentoMutation, EditarDocumentoMutationVariables>;
export const EliminarDocumentoDocument = {"__meta__":{"hash":"74798c62827bfa6ab7cd454e4dc841511a20075a497ff174fffcd23ad7a8919a"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"EliminarDocumento"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"documentoId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ventana"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"deleteDocumento"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"documentoId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"documentoId"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"ventana"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ventana"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"eliminacion"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"AvanceDeEliminacion"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}},{"kind":"Field","name":{"kind":"Name","value":"documento"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"estadoDocumento"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ErrorDeUsuario"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AvanceDeEliminacion"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Eliminacion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventoId"}},{"kind":"Field","name":{"kind":"Name","value":"documentoId"}},{"kind":"Field","name":{"kind":"Name","value":"secuencia"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"pasoActual"}},{"kind":"Field","name":{"kind":"Name","value":"progreso"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"paso"}},{"kind":"Field","name":{"kind":"Name","value":"totalPasos"}},{"kind":"Field","name":{"kind":"Name","value":"intento"}},{"kind":"Field","name":{"kind":"Name","value":"proximoReintento"}}]}},{"kind":"Field","name":{"kind":"Name","value":"solicitadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"cancelableHasta"}},{"kind":"Field","name":{"kind":"Name","value":"completadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"errores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"paso"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}},{"kind":"Field","name":{"kind":"Name","value":"intento"}},{"kind":"Field","name":{"kind":"Name","value":"en"}}]}}]}}]} as unknown as DocumentNode<EliminarDocumentoMutation, EliminarDocumentoMutationVariables>;
export const CancelarEliminacionDocument = {"__meta__":{"hash":"09bdd42e7cca968f2b4b50de249e750e62ff447f9ff3b5eed2809372e8968fdc"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CancelarEliminacion"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"eventoId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"cancelarEliminacion"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"eventoId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"eventoId"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"eliminacion"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"AvanceDeEliminacion"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}},{"kind":"Field","name":{"kind":"Name","value":"documento"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"estadoDocumento"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ErrorDeUsuario"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AvanceDeEliminacion"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Eliminacion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventoId"}},{"kind":"Field","name":{"kind":"Name","value":"documentoId"}},{"kind":"Field","name":{"kind":"Name","value":"secuencia"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"pasoActual"}},{"kind":"Field","name":{"kind":"Name","value":"progreso"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"paso"}},{"kind":"Field","name":{"kind":"Name","value":"totalPasos"}},{"kind":"Field","name":{"kind":"Name","value":"intento"}},{"kind":"Field","name":{"kind":"Name","value":"proximoReintento"}}]}},{"kind":"Field","name":{"kind":"Name","value":"solicitadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"cancelableHasta"}},{"kind":"Field","name":{"kind":"Name","value":"completadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"errores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"paso"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}},{"kind":"Field","name":{"kind":"Name","value":"intento"}},{"kind":"Field","name":{"kind":"Name","value":"en"}}]}}]}}]} as unknown as DocumentNode<CancelarEliminacionMutation, CancelarEliminacionMutationVariables>;
export const SeguirEliminacionDocument = {"__meta__":{"hash":"6ea74f97587c427570b3db2f623cad6dda9f8cbb66644464bbb5b77f3be3aaed"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"SeguirEliminacion"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"eventoId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"despuesDe"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"eliminacion"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"eventoId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"eventoId"}}},{"kind":"Argument","name":{"kind":"Name","value":"despuesDe"},"value":{"kind":"Variable","name":{"kind":"Name","value":"despuesDe"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"AvanceDeEliminacion"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]},{"kind":"Field","name":{"kind":"Name","value":"documentoEliminadoId"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AvanceDeEliminacion"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Eliminacion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventoId"}},{"kind":"Field","name":{"kind":"Name","value":"documentoId"}},{"kind":"Field","name":{"kind":"Name","value":"secuencia"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"pasoActual"}},{"kind":"Field","name":{"kind":"Name","value":"progreso"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"paso"}},{"kind":"Field","name":{"kind":"Name","value":"totalPasos"}},{"kind":"Field","name":{"kind":"Name","value":"intento"}},{"kind":"Field","name":{"kind":"Name","value":"proximoReintento"}}]}},{"kind":"Field","name":{"kind":"Name","value":"solicitadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"cancelableHasta"}},{"kind":"Field","name":{"kind":"Name","value":"completadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"errores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"paso"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}},{"kind":"Field","name":{"kind":"Name","value":"intento"}},{"kind":"Field","name":{"kind":"Name","value":"en"}}]}}]}}]} as unknown as DocumentNode<SeguirEliminacionSubscription, SeguirEliminacionSubscriptionVariables>;