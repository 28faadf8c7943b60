/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DateTime, Long, UUID } from '@carpeta-ciudadana/cliente';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** The codes of an error in a payload. Each has a row in docs/errores.md, with its message in both languages. */
export type CodigoDeError =
  /** The deletion was approved already. */
  | 'APROBACION_DADA'
  /** The deletion needs no approval. */
  | 'APROBACION_INNECESARIA'
  /** Who asked for the deletion does not decide. */
  | 'APROBACION_PROPIA'
  /** The deletion was rejected already. */
  | 'APROBACION_RECHAZADA'
  /** The request for the deletion was taken back. */
  | 'APROBACION_RETIRADA'
  /** The time to approve the deletion ended without a decision. */
  | 'APROBACION_VENCIDA'
  /** The stored file is not the one that was announced. */
  | 'ARCHIVO_DISTINTO'
  /** The file of the upload was not sent yet. */
  | 'ARCHIVO_PENDIENTE'
  /** The authorisation is over. */
  | 'AUTORIZACION_TERMINADA'
  /** The authorisation is in force: end it first. */
  | 'AUTORIZACION_VIGENTE'
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
  /** A hundred entities are silenced. */
  | 'DEMASIADAS_SILENCIADAS'
  /** The entity has three requests to the citizen. */
  | 'DEMASIADAS_SOLICITUDES'
  /** The document has too many codes in use. */
  | 'DEMASIADOS_CODIGOS'
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
  /** Only a document that an entity certified, and still answers for, is shown by a code. */
  | 'DOCUMENTO_NO_MOSTRABLE'
  /** Only a deletion that is FALLIDA is tried again. */
  | 'ELIMINACION_NO_FALLIDA'
  /** The entity is not registered, not active, or no EMISOR. */
  | 'ENTIDAD_INACTIVA'
  /** The entity is not active as a RECEPTOR: it neither asks nor looks. */
  | 'ENTIDAD_NO_RECEPTORA'
  /** The entity cancelled the delivery: announce the document anew. */
  | 'ENTREGA_CANCELADA'
  /** The delivery was confirmed, and cannot be cancelled: take it back. */
  | 'ENTREGA_CONFIRMADA'
  /** Another delivery stands for it already: replace that one. */
  | 'ENTREGA_REEMPLAZADA'
  /** The delivery was taken back. Refused are another reason, a delivery that replaces it, and the same file again. */
  | 'ENTREGA_REVOCADA'
  /** The delivery was never confirmed: there is nothing to take back. */
  | 'ENTREGA_SIN_CONFIRMAR'
  /** The delivery was not confirmed within 24 hours: announce the document anew. */
  | 'ENTREGA_VENCIDA'
  /** The signature is not of this document. */
  | 'FIRMA_INVALIDA'
  /** The signature names a key that the entity has not published. */
  | 'LLAVE_DESCONOCIDA'
  /** The key is another entity's, for ever: make a new pair of keys. */
  | 'LLAVE_DE_OTRA_ENTIDAD'
  /** The key of the signature was revoked. */
  | 'LLAVE_REVOCADA'
  /** The key of the signature is not valid now. */
  | 'LLAVE_VENCIDA'
  /** The NIT is another entity's, for ever: check the number. */
  | 'NIT_DE_OTRA_ENTIDAD'
  /** The object is absent, or not the caller's: the answer is the same. */
  | 'NOT_FOUND'
  /** The document is not available now. */
  | 'NO_DISPONIBLE'
  /** The document is not in the bin: it is back in the folder, or waits for an approval. */
  | 'NO_ESTA_EN_PAPELERA'
  /** The numeroInterno stands for another request. */
  | 'NUMERO_INTERNO_USADO'
  /** The entity delivered the same file to this citizen with another statement: revoke that one first, or deliver another file. A repetition signs the same, with the same salt. */
  | 'OTRA_DECLARACION'
  /** The carpeta has no room: `uso` says how much is used, and allowed. */
  | 'QUOTA_EXCEEDED'
  /** Three reminders for a request, 24 hours or more apart. */
  | 'RECORDATORIO_NO_ADMITIDO'
  /** The server has no room for more ended sessions: the operador can end them. */
  | 'SESIONES_SIN_LUGAR'
  /** The request changed after it was read: read it again. */
  | 'SOLICITUD_CAMBIADA'
  /** The request was completed, refused or withdrawn, or its time is over. */
  | 'SOLICITUD_CERRADA'
  /** A request of the same procedure to the same citizen is open, or was refused less than 30 days after it was made. */
  | 'SOLICITUD_YA_ABIERTA'
  /** The issuer did not sign the holder's name: show the document without it. */
  | 'TITULAR_SIN_FIRMA'
  /** The undo window is over: the erasure has begun or ended. */
  | 'VENTANA_CERRADA'
  /** A large file is being verified: confirm again to go on. */
  | 'VERIFICACION_EN_CURSO';

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

/** What verificarDocumento found. */
export type ResultadoVerificacion =
  /** There are no stored bytes. */
  | 'ARCHIVO_AUSENTE'
  /** The stored bytes are others. */
  | 'ARCHIVO_CAMBIADO'
  /** The entity is not in the registry any more. */
  | 'ENTIDAD_AUSENTE'
  /** The signature is not of this document. */
  | 'FIRMA_INVALIDA'
  /** The key was revoked before the document came. */
  | 'LLAVE_REVOCADA'
  /** The stored bytes are those that the entity signed, and another document stands for it. */
  | 'REEMPLAZADA'
  /** The stored bytes are those that the entity signed, and it took the document back. */
  | 'REVOCADA'
  /** The entity has not confirmed it yet. */
  | 'SIN_ENTREGAR'
  /** Nobody signed it: the citizen uploaded it. */
  | 'SIN_FIRMA'
  /** The stored bytes are those that the entity signed. */
  | 'VALIDA';

export type ParecidosQueryVariables = Exact<{
  texto: string;
}>;


export type ParecidosQuery = { __typename: 'Query', miCarpeta: { __typename: 'Carpeta', id: string, parecidos: { __typename: 'DocumentoConnection', nodes: Array<{ __typename: 'Documento', id: string, titulo: string, tamanoBytes: Long, hashDocumento: string | null }> } | null } | null };

export type FirmaDeDocumentoQueryVariables = Exact<{
  id: string;
}>;


export type FirmaDeDocumentoQuery = { __typename: 'Query', verificarDocumento: { __typename: 'Verificacion', resultado: ResultadoVerificacion, firmadaEn: DateTime | null, emisor: { __typename: 'Emisor', nombre: string } | null } | null };

export type EnlaceVerificableQueryVariables = Exact<{
  id: string;
  mostrarTitular: boolean;
}>;


export type EnlaceVerificableQuery = { __typename: 'Query', node:
    | { __typename: 'Autorizacion', id: string }
    | { __typename: 'Carpeta', id: string }
    | { __typename: 'Codigo', id: string }
    | { __typename: 'Documento', urlVerificable: string | null, id: string }
    | { __typename: 'DocumentoRecibido', id: string }
    | { __typename: 'Eliminacion', id: string }
    | { __typename: 'Entidad', id: string }
    | { __typename: 'Entrega', id: string }
    | { __typename: 'Solicitud', id: string }
   | null };

export type MiradasADocumentoQueryVariables = Exact<{
  id: string;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type MiradasADocumentoQuery = { __typename: 'Query', node:
    | { __typename: 'Autorizacion', id: string }
    | { __typename: 'Carpeta', id: string }
    | { __typename: 'Codigo', id: string }
    | { __typename: 'Documento', titulo: string, id: string, accesos: { __typename: 'AccesoConnection', edges: Array<{ __typename: 'AccesoEdge', cursor: string, node: { __typename: 'Acceso', eventoId: UUID, acto: string, en: DateTime, tipo: string, rol: string, propio: boolean, operadorId: string | null, entidadId: string | null, entidad: string | null, documentoId: UUID | null, titulo: string | null, proposito: string | null, baseLegal: string | null, autorizacionId: string | null, documento: { __typename: 'Documento', id: string, titulo: string } | null } }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, endCursor: string | null } } | null }
    | { __typename: 'DocumentoRecibido', id: string }
    | { __typename: 'Eliminacion', id: string }
    | { __typename: 'Entidad', id: string }
    | { __typename: 'Entrega', id: string }
    | { __typename: 'Solicitud', id: string }
   | null };

export type EliminacionDeListaFragment = { __typename: 'Eliminacion', id: string, eventoId: UUID, secuencia: number, estado: EstadoSaga, pasoActual: PasoSaga, solicitadaEn: DateTime, progreso: { __typename: 'Progreso', paso: number, totalPasos: number, intento: number, proximoReintento: DateTime | null }, errores: Array<{ __typename: 'FallaDePaso', codigo: string, mensaje: string, en: DateTime }> } & { ' $fragmentName'?: 'EliminacionDeListaFragment' };

export type EliminacionPropiaFragment = { __typename: 'Eliminacion', titulo: string | null, completadaEn: DateTime | null, enPapelera: boolean, id: string, eventoId: UUID, secuencia: number, estado: EstadoSaga, pasoActual: PasoSaga, solicitadaEn: DateTime, progreso: { __typename: 'Progreso', paso: number, totalPasos: number, intento: number, proximoReintento: DateTime | null }, errores: Array<{ __typename: 'FallaDePaso', codigo: string, mensaje: string, en: DateTime }> } & { ' $fragmentName'?: 'EliminacionPropiaFragment' };

export type EliminacionesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type EliminacionesQuery = { __typename: 'Query', miCarpeta: { __typename: 'Carpeta', id: string, eliminaciones: { __typename: 'EliminacionConnection', edges: Array<{ __typename: 'EliminacionEdge', cursor: string, node: { __typename: 'Eliminacion', titulo: string | null, completadaEn: DateTime | null, enPapelera: boolean, id: string, eventoId: UUID, secuencia: number, estado: EstadoSaga, pasoActual: PasoSaga, solicitadaEn: DateTime, progreso: { __typename: 'Progreso', paso: number, totalPasos: number, intento: number, proximoReintento: DateTime | null }, errores: Array<{ __typename: 'FallaDePaso', codigo: string, mensaje: string, en: DateTime }> } }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, endCursor: string | null } } | null } | null };

export type CerrarSesionesMutationVariables = Exact<{ [key: string]: never; }>;


export type CerrarSesionesMutation = { __typename: 'Mutation', cerrarSesiones: { __typename: 'CerrarSesionesPayload', antesDe: DateTime | null, errores: Array<{ __typename: 'OperacionNoPermitida', codigo: CodigoDeError, mensaje: string }> } | null };

export const EliminacionDeListaFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EliminacionDeLista"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Eliminacion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventoId"}},{"kind":"Field","name":{"kind":"Name","value":"secuencia"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"pasoActual"}},{"kind":"Field","name":{"kind":"Name","value":"solicitadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"progreso"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"paso"}},{"kind":"Field","name":{"kind":"Name","value":"totalPasos"}},{"kind":"Field","name":{"kind":"Name","value":"intento"}},{"kind":"Field","name":{"kind":"Name","value":"proximoReintento"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}},{"kind":"Field","name":{"kind":"Name","value":"en"}}]}}]}}]} as unknown as DocumentNode<EliminacionDeListaFragment, unknown>;
export const EliminacionPropiaFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EliminacionPropia"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Eliminacion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"EliminacionDeLista"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]},{"kind":"Field","name":{"kind":"Name","value":"titulo"}},{"kind":"Field","name":{"kind":"Name","value":"completadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"enPapelera"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EliminacionDeLista"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Eliminacion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventoId"}},{"kind":"Field","name":{"kind":"Name","value":"secuencia"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"pasoActual"}},{"kind":"Field","name":{"kind":"Name","value":"solicitadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"progreso"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"paso"}},{"kind":"Field","name":{"kind":"Name","value":"totalPasos"}},{"kind":"Field","name":{"kind":"Name","value":"intento"}},{"kind":"Field","name":{"kind":"Name","value":"proximoReintento"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}},{"kind":"Field","name":{"kind":"Name","value":"en"}}]}}]}}]} as unknown as DocumentNode<EliminacionPropiaFragment, unknown>;
export const ParecidosDocument = {"__meta__":{"hash":"71f1ba2ceed80fb29ce9eeb1ccf6943e7359fa486360f4e017ccb31bd5b947bc"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Parecidos"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"texto"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"miCarpeta"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","alias":{"kind":"Name","value":"parecidos"},"name":{"kind":"Name","value":"documentos"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"20"}},{"kind":"Argument","name":{"kind":"Name","value":"filtro"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"texto"},"value":{"kind":"Variable","name":{"kind":"Name","value":"texto"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"titulo"}},{"kind":"Field","name":{"kind":"Name","value":"tamanoBytes"}},{"kind":"Field","name":{"kind":"Name","value":"hashDocumento"}}]}}]}}]}}]}}]} as unknown as DocumentNode<ParecidosQuery, ParecidosQueryVariables>;
export const FirmaDeDocumentoDocument = {"__meta__":{"hash":"b1e8eb79aecb802474db9333017a73b98ff18a16504624af4cee28969bb9b861"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"FirmaDeDocumento"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"verificarDocumento"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"documentoId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"resultado"}},{"kind":"Field","name":{"kind":"Name","value":"firmadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"emisor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"nombre"}}]}}]}}]}}]} as unknown as DocumentNode<FirmaDeDocumentoQuery, FirmaDeDocumentoQueryVariables>;
export const EnlaceVerificableDocument = {"__meta__":{"hash":"9e5bb43da90258a4a0d4395d6d97001e25d5e1a342b09cba9b1859879a19c323"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"EnlaceVerificable"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"mostrarTitular"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Documento"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"urlVerificable"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"mostrarTitular"},"value":{"kind":"Variable","name":{"kind":"Name","value":"mostrarTitular"}}}]}]}}]}}]}}]} as unknown as DocumentNode<EnlaceVerificableQuery, EnlaceVerificableQueryVariables>;
export const MiradasADocumentoDocument = {"__meta__":{"hash":"cbe00d5955f402cbd053c67c52c92b8b766625d344dc021775bbd85e59ed50f4"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MiradasADocumento"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}},"defaultValue":{"kind":"IntValue","value":"20"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Documento"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"titulo"}},{"kind":"Field","name":{"kind":"Name","value":"accesos"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"eventoId"}},{"kind":"Field","name":{"kind":"Name","value":"acto"}},{"kind":"Field","name":{"kind":"Name","value":"en"}},{"kind":"Field","name":{"kind":"Name","value":"tipo"}},{"kind":"Field","name":{"kind":"Name","value":"rol"}},{"kind":"Field","name":{"kind":"Name","value":"propio"}},{"kind":"Field","name":{"kind":"Name","value":"operadorId"}},{"kind":"Field","name":{"kind":"Name","value":"entidadId"}},{"kind":"Field","name":{"kind":"Name","value":"entidad"}},{"kind":"Field","name":{"kind":"Name","value":"documentoId"}},{"kind":"Field","name":{"kind":"Name","value":"documento"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"titulo"}}]}},{"kind":"Field","name":{"kind":"Name","value":"titulo"}},{"kind":"Field","name":{"kind":"Name","value":"proposito"}},{"kind":"Field","name":{"kind":"Name","value":"baseLegal"}},{"kind":"Field","name":{"kind":"Name","value":"autorizacionId"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<MiradasADocumentoQuery, MiradasADocumentoQueryVariables>;
export const EliminacionesDocument = {"__meta__":{"hash":"3355732cbab19ca1fcd53c24bf14b81d880905a6ae2506330ad9816171a22261"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Eliminaciones"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"miCarpeta"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eliminaciones"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"EliminacionPropia"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EliminacionDeLista"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Eliminacion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventoId"}},{"kind":"Field","name":{"kind":"Name","value":"secuencia"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"pasoActual"}},{"kind":"Field","name":{"kind":"Name","value":"solicitadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"progreso"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"paso"}},{"kind":"Field","name":{"kind":"Name","value":"totalPasos"}},{"kind":"Field","name":{"kind":"Name","value":"intento"}},{"kind":"Field","name":{"kind":"Name","value":"proximoReintento"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}},{"kind":"Field","name":{"kind":"Name","value":"en"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EliminacionPropia"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Eliminacion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"EliminacionDeLista"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]},{"kind":"Field","name":{"kind":"Name","value":"titulo"}},{"kind":"Field","name":{"kind":"Name","value":"completadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"enPapelera"}}]}}]} as unknown as DocumentNode<EliminacionesQuery, EliminacionesQueryVariables>;
export const CerrarSesionesDocument = {"__meta__":{"hash":"1943ec808d93224b9da9a8f74f8e0730d869361709501490ecedf763df0f2c8c"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CerrarSesiones"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"cerrarSesiones"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"antesDe"}},{"kind":"Field","name":{"kind":"Name","value":"errores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ErrorDeUsuario"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}}]}}]}}]}}]}}]} as unknown as DocumentNode<CerrarSesionesMutation, CerrarSesionesMutationVariables>;