/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** Why a deletion does not move. */
export type CausaBloqueo =
  /** A process sent its command and waits for the result. */
  | 'ARRENDADA'
  /** It is due, and no process took it. */
  | 'ATRASADA'
  /** Nothing keeps it: its command is with the broker, or being executed. */
  | 'AVANZANDO'
  /** The broker does not take messages, or did not confirm the last one. */
  | 'BROKER_SIN_CONFIRMAR'
  /** Its command was given up and lies with the dead letters. */
  | 'CARTA_MUERTA'
  /** The queue of its command is full; the command waits in the store until there is room. */
  | 'COLA_LLENA'
  /** A step failed for good; it waits until erasures under way have taken effect, and then looks at the file. */
  | 'COMPENSANDO'
  /** The document is certified, and an operador must decide. */
  | 'ESPERA_APROBACION'
  /** Its step failed and is tried again. */
  | 'REINTENTO'
  /** No process has the role that it needs next; it waits until there is one. */
  | 'SIN_PROCESO'
  /** The broker has no queue for its command. */
  | 'SIN_RUTA'
  /** It has ended; if in failure, `detalle` says what is left of it. */
  | 'TERMINADA'
  /** Its operador has as many deletions under way as it may. */
  | 'TURNO'
  /** Its undo window is open. */
  | 'VENTANA_ABIERTA';

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

/** Why an event has no seal. */
export type MotivoSinSello =
  /** This installation seals nothing. */
  | 'APAGADO'
  /** The log is damaged, and a person looks after it. */
  | 'DANADO'
  /** It waits for its seal, and is sealed now. */
  | 'SIN_SELLAR';

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

/** Which dead letters to send again, and how. */
export type ReencolarMensajesInput = {
  /** The dead-letter queue, e.g. minio.cleanup.dlq. */
  cola: string;
  /** Only these copies; all of the caller's if absent. At most 1,000. */
  copiaIds?: Array<string> | null | undefined;
  /** At most so many, the oldest first, 1–1,000. */
  maximo?: number;
  /** Only with this reason. */
  motivo?: string | null | undefined;
  /** At most so many a second, 1–100. */
  porSegundo?: number;
  /** Say what would be done, and change nothing. */
  simular?: boolean;
};

/** What became of the request to delete a certified document. */
export type ResultadoAprobacion =
  /** An operador approved: the deletion goes its way. */
  | 'APROBADA'
  /** Nobody has decided yet. */
  | 'PENDIENTE'
  /** An operador rejected; the document is as it was. */
  | 'RECHAZADA'
  /** Taken back by the owner or by the person that asked; the document is as it was. */
  | 'RETIRADA'
  /** Nobody decided in time; the document is as it was. */
  | 'VENCIDA';

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

export type PorAtenderFragment = { __typename: 'Eliminacion', id: string, eventoId: string, secuencia: number, estado: EstadoSaga, pasoActual: PasoSaga, certificado: boolean | null, solicitadaEn: string, progreso: { __typename: 'Progreso', paso: number, totalPasos: number, intento: number, proximoReintento: string | null }, errores: Array<{ __typename: 'FallaDePaso', codigo: string, mensaje: string, en: string }> } & { ' $fragmentName'?: 'PorAtenderFragment' };

export type EliminacionesPorAtenderQueryVariables = Exact<{ [key: string]: never; }>;


export type EliminacionesPorAtenderQuery = { eliminaciones: { __typename: 'EliminacionConnection', edges: Array<{ __typename: 'EliminacionEdge', cursor: string, node: { __typename: 'Eliminacion', id: string, eventoId: string, secuencia: number, estado: EstadoSaga, pasoActual: PasoSaga, certificado: boolean | null, solicitadaEn: string, progreso: { __typename: 'Progreso', paso: number, totalPasos: number, intento: number, proximoReintento: string | null }, errores: Array<{ __typename: 'FallaDePaso', codigo: string, mensaje: string, en: string }> } }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, endCursor: string | null } } | null };

export type PorQueNoAvanzaQueryVariables = Exact<{
  eventoId: string;
}>;


export type PorQueNoAvanzaQuery = { porQueNoAvanza: { __typename: 'Bloqueo', causa: CausaBloqueo, detalle: string, desde: string | null, hasta: string | null, quien: string | null, siguiente: string } | null };

export type ReintentarEliminacionMutationVariables = Exact<{
  eventoId: string;
}>;


export type ReintentarEliminacionMutation = { reintentarEliminacion: { __typename: 'ReintentarEliminacionPayload', eliminacion: { __typename: 'Eliminacion', id: string, eventoId: string, secuencia: number, estado: EstadoSaga, pasoActual: PasoSaga, certificado: boolean | null, solicitadaEn: string, progreso: { __typename: 'Progreso', paso: number, totalPasos: number, intento: number, proximoReintento: string | null }, errores: Array<{ __typename: 'FallaDePaso', codigo: string, mensaje: string, en: string }> } | null, errores: Array<
      | { __typename: 'EliminacionNoEncontrada', codigo: CodigoDeError, mensaje: string }
      | { __typename: 'OperacionNoPermitida', codigo: CodigoDeError, mensaje: string }
    > } | null };

export type CartasMuertasQueryVariables = Exact<{ [key: string]: never; }>;


export type CartasMuertasQuery = { mensajesMuertos: { __typename: 'MensajeMuertoConnection', total: number, incompleta: boolean, nodes: Array<{ __typename: 'MensajeMuerto', copiaId: string, cola: string, motivo: string, eventoId: string | null, intento: number, muertoEn: string | null }> } | null };

export type ReencolarMutationVariables = Exact<{
  input: ReencolarMensajesInput;
}>;


export type ReencolarMutation = { reencolarMensajes: { __typename: 'ReencolarMensajesPayload', simulado: boolean, reencolados: number, restantes: number, detalle: string | null, lotes: Array<{ __typename: 'LoteReencolado', tamano: number }>, errores: Array<
      | { __typename: 'EntradaInvalida', codigo: CodigoDeError, mensaje: string }
      | { __typename: 'MensajeNoEncontrado', codigo: CodigoDeError, mensaje: string }
      | { __typename: 'OperacionNoPermitida', codigo: CodigoDeError, mensaje: string }
    > } | null };

export type PorAprobarQueryVariables = Exact<{ [key: string]: never; }>;


export type PorAprobarQuery = { eliminaciones: { __typename: 'EliminacionConnection', edges: Array<{ __typename: 'EliminacionEdge', cursor: string, node: { __typename: 'Eliminacion', id: string, eventoId: string, estado: EstadoSaga, pasoActual: PasoSaga, titulo: string | null, tipoDocumento: TipoDocumento | null, solicitadaEn: string, aprobacion: { __typename: 'Aprobacion', motivo: string, hasta: string, resultado: ResultadoAprobacion, comentario: string | null } | null } }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, endCursor: string | null } } | null };

export type SolicitudFragment = { __typename: 'Eliminacion', id: string, eventoId: string, estado: EstadoSaga, pasoActual: PasoSaga, titulo: string | null, tipoDocumento: TipoDocumento | null, solicitadaEn: string, aprobacion: { __typename: 'Aprobacion', motivo: string, hasta: string, resultado: ResultadoAprobacion, comentario: string | null } | null } & { ' $fragmentName'?: 'SolicitudFragment' };

export type AprobarMutationVariables = Exact<{
  eventoId: string;
  comentario?: string | null | undefined;
}>;


export type AprobarMutation = { aprobarEliminacion: { __typename: 'AprobarEliminacionPayload', eliminacion: { __typename: 'Eliminacion', id: string, eventoId: string, estado: EstadoSaga, pasoActual: PasoSaga, titulo: string | null, tipoDocumento: TipoDocumento | null, solicitadaEn: string, aprobacion: { __typename: 'Aprobacion', motivo: string, hasta: string, resultado: ResultadoAprobacion, comentario: string | null } | null } | null, errores: Array<
      | { __typename: 'EliminacionNoEncontrada', codigo: CodigoDeError, mensaje: string }
      | { __typename: 'EntradaInvalida', codigo: CodigoDeError, mensaje: string }
      | { __typename: 'OperacionNoPermitida', codigo: CodigoDeError, mensaje: string }
    > } | null };

export type RechazarMutationVariables = Exact<{
  eventoId: string;
  comentario: string;
}>;


export type RechazarMutation = { rechazarEliminacion: { __typename: 'RechazarEliminacionPayload', eliminacion: { __typename: 'Eliminacion', id: string, eventoId: string, estado: EstadoSaga, pasoActual: PasoSaga, titulo: string | null, tipoDocumento: TipoDocumento | null, solicitadaEn: string, aprobacion: { __typename: 'Aprobacion', motivo: string, hasta: string, resultado: ResultadoAprobacion, comentario: string | null } | null } | null, errores: Array<
      | { __typename: 'EliminacionNoEncontrada', codigo: CodigoDeError, mensaje: string }
      | { __typename: 'EntradaInvalida', codigo: CodigoDeError, mensaje: string }
      | { __typename: 'OperacionNoPermitida', codigo: CodigoDeError, mensaje: string }
    > } | null };

export type EliminacionDeListaFragment = { __typename: 'Eliminacion', id: string, eventoId: string, secuencia: number, estado: EstadoSaga, pasoActual: PasoSaga, titulo: string | null, solicitadaEn: string, completadaEn: string | null, progreso: { __typename: 'Progreso', paso: number, totalPasos: number, intento: number, proximoReintento: string | null }, errores: Array<{ __typename: 'FallaDePaso', mensaje: string, en: string }> } & { ' $fragmentName'?: 'EliminacionDeListaFragment' };

export type EliminacionesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type EliminacionesQuery = { miCarpeta: { __typename: 'Carpeta', id: string, eliminaciones: { __typename: 'EliminacionConnection', edges: Array<{ __typename: 'EliminacionEdge', cursor: string, node: { __typename: 'Eliminacion', id: string, eventoId: string, secuencia: number, estado: EstadoSaga, pasoActual: PasoSaga, titulo: string | null, solicitadaEn: string, completadaEn: string | null, progreso: { __typename: 'Progreso', paso: number, totalPasos: number, intento: number, proximoReintento: string | null }, errores: Array<{ __typename: 'FallaDePaso', mensaje: string, en: string }> } }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, endCursor: string | null } } | null } | null };

export type ConstanciaQueryVariables = Exact<{
  eventoId: string;
}>;


export type ConstanciaQuery = { constancia: { __typename: 'PruebaDeEvento', eventId: string, evento: string, sinSello: MotivoSinSello | null, sello: { __typename: 'SelloDeEvento', prueba: string, llaves: string } | null } | null };

export const PorAtenderFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PorAtender"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Eliminacion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventoId"}},{"kind":"Field","name":{"kind":"Name","value":"secuencia"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"pasoActual"}},{"kind":"Field","name":{"kind":"Name","value":"certificado"}},{"kind":"Field","name":{"kind":"Name","value":"solicitadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"progreso"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"paso"}},{"kind":"Field","name":{"kind":"Name","value":"totalPasos"}},{"kind":"Field","name":{"kind":"Name","value":"intento"}},{"kind":"Field","name":{"kind":"Name","value":"proximoReintento"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}},{"kind":"Field","name":{"kind":"Name","value":"en"}}]}}]}}]} as unknown as DocumentNode<PorAtenderFragment, unknown>;
export const SolicitudFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Solicitud"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Eliminacion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventoId"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"pasoActual"}},{"kind":"Field","name":{"kind":"Name","value":"titulo"}},{"kind":"Field","name":{"kind":"Name","value":"tipoDocumento"}},{"kind":"Field","name":{"kind":"Name","value":"solicitadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"aprobacion"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"motivo"}},{"kind":"Field","name":{"kind":"Name","value":"hasta"}},{"kind":"Field","name":{"kind":"Name","value":"resultado"}},{"kind":"Field","name":{"kind":"Name","value":"comentario"}}]}}]}}]} as unknown as DocumentNode<SolicitudFragment, unknown>;
export const EliminacionDeListaFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EliminacionDeLista"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Eliminacion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventoId"}},{"kind":"Field","name":{"kind":"Name","value":"secuencia"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"pasoActual"}},{"kind":"Field","name":{"kind":"Name","value":"titulo"}},{"kind":"Field","name":{"kind":"Name","value":"solicitadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"completadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"progreso"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"paso"}},{"kind":"Field","name":{"kind":"Name","value":"totalPasos"}},{"kind":"Field","name":{"kind":"Name","value":"intento"}},{"kind":"Field","name":{"kind":"Name","value":"proximoReintento"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mensaje"}},{"kind":"Field","name":{"kind":"Name","value":"en"}}]}}]}}]} as unknown as DocumentNode<EliminacionDeListaFragment, unknown>;
export const EliminacionesPorAtenderDocument = {"__meta__":{"hash":"4aa7e12522d6b263d0beff32c7dd0f21fdb03c7af92d884089f8a152f0e3d745"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"EliminacionesPorAtender"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"eliminaciones"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PorAtender"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PorAtender"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Eliminacion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventoId"}},{"kind":"Field","name":{"kind":"Name","value":"secuencia"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"pasoActual"}},{"kind":"Field","name":{"kind":"Name","value":"certificado"}},{"kind":"Field","name":{"kind":"Name","value":"solicitadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"progreso"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"paso"}},{"kind":"Field","name":{"kind":"Name","value":"totalPasos"}},{"kind":"Field","name":{"kind":"Name","value":"intento"}},{"kind":"Field","name":{"kind":"Name","value":"proximoReintento"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}},{"kind":"Field","name":{"kind":"Name","value":"en"}}]}}]}}]} as unknown as DocumentNode<EliminacionesPorAtenderQuery, EliminacionesPorAtenderQueryVariables>;
export const PorQueNoAvanzaDocument = {"__meta__":{"hash":"fcd886ab764dcb6210e8c1b15e32598a9ee93c2fd4a1bfaba7a0e3dc5e073e2f"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PorQueNoAvanza"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"eventoId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"porQueNoAvanza"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"eventoId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"eventoId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"causa"}},{"kind":"Field","name":{"kind":"Name","value":"detalle"}},{"kind":"Field","name":{"kind":"Name","value":"desde"}},{"kind":"Field","name":{"kind":"Name","value":"hasta"}},{"kind":"Field","name":{"kind":"Name","value":"quien"}},{"kind":"Field","name":{"kind":"Name","value":"siguiente"}}]}}]}}]} as unknown as DocumentNode<PorQueNoAvanzaQuery, PorQueNoAvanzaQueryVariables>;
export const ReintentarEliminacionDocument = {"__meta__":{"hash":"dd8774053a1b520662c247f63ea16be1ff129beeb3bf7db480990dcf12b56e82"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ReintentarEliminacion"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"eventoId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reintentarEliminacion"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"eventoId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"eventoId"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"eliminacion"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PorAtender"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}},{"kind":"Field","name":{"kind":"Name","value":"errores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ErrorDeUsuario"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PorAtender"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Eliminacion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventoId"}},{"kind":"Field","name":{"kind":"Name","value":"secuencia"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"pasoActual"}},{"kind":"Field","name":{"kind":"Name","value":"certificado"}},{"kind":"Field","name":{"kind":"Name","value":"solicitadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"progreso"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"paso"}},{"kind":"Field","name":{"kind":"Name","value":"totalPasos"}},{"kind":"Field","name":{"kind":"Name","value":"intento"}},{"kind":"Field","name":{"kind":"Name","value":"proximoReintento"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}},{"kind":"Field","name":{"kind":"Name","value":"en"}}]}}]}}]} as unknown as DocumentNode<ReintentarEliminacionMutation, ReintentarEliminacionMutationVariables>;
export const CartasMuertasDocument = {"__meta__":{"hash":"3639b8d7f7d4e405e064bae277dc1e328fbdd64fb6d9511bbc53d8b98c2a79ac"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CartasMuertas"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mensajesMuertos"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"incompleta"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"copiaId"}},{"kind":"Field","name":{"kind":"Name","value":"cola"}},{"kind":"Field","name":{"kind":"Name","value":"motivo"}},{"kind":"Field","name":{"kind":"Name","value":"eventoId"}},{"kind":"Field","name":{"kind":"Name","value":"intento"}},{"kind":"Field","name":{"kind":"Name","value":"muertoEn"}}]}}]}}]}}]} as unknown as DocumentNode<CartasMuertasQuery, CartasMuertasQueryVariables>;
export const ReencolarDocument = {"__meta__":{"hash":"7b5565447a4fcc98937c19d23accf675427b839c99cf7fc084874de10f5e5391"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Reencolar"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ReencolarMensajesInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reencolarMensajes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"simulado"}},{"kind":"Field","name":{"kind":"Name","value":"reencolados"}},{"kind":"Field","name":{"kind":"Name","value":"restantes"}},{"kind":"Field","name":{"kind":"Name","value":"detalle"}},{"kind":"Field","name":{"kind":"Name","value":"lotes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tamano"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ErrorDeUsuario"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}}]}}]}}]}}]}}]} as unknown as DocumentNode<ReencolarMutation, ReencolarMutationVariables>;
export const PorAprobarDocument = {"__meta__":{"hash":"d9b2f8576f8c6799de5c2a3e8ea3ab018da289cdc78fd86854d0a1cf925482e2"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PorAprobar"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"eliminaciones"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filtro"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"paso"},"value":{"kind":"EnumValue","value":"APROBACION"}},{"kind":"ObjectField","name":{"kind":"Name","value":"certificados"},"value":{"kind":"BooleanValue","value":true}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Solicitud"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Solicitud"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Eliminacion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventoId"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"pasoActual"}},{"kind":"Field","name":{"kind":"Name","value":"titulo"}},{"kind":"Field","name":{"kind":"Name","value":"tipoDocumento"}},{"kind":"Field","name":{"kind":"Name","value":"solicitadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"aprobacion"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"motivo"}},{"kind":"Field","name":{"kind":"Name","value":"hasta"}},{"kind":"Field","name":{"kind":"Name","value":"resultado"}},{"kind":"Field","name":{"kind":"Name","value":"comentario"}}]}}]}}]} as unknown as DocumentNode<PorAprobarQuery, PorAprobarQueryVariables>;
export const AprobarDocument = {"__meta__":{"hash":"9a45804d6e5182227ffaf99dec7e82d06c1f1c24746b55839d4d086c4e8af897"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Aprobar"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"eventoId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"comentario"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"aprobarEliminacion"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"eventoId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"eventoId"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"comentario"},"value":{"kind":"Variable","name":{"kind":"Name","value":"comentario"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"eliminacion"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Solicitud"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}},{"kind":"Field","name":{"kind":"Name","value":"errores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ErrorDeUsuario"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Solicitud"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Eliminacion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventoId"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"pasoActual"}},{"kind":"Field","name":{"kind":"Name","value":"titulo"}},{"kind":"Field","name":{"kind":"Name","value":"tipoDocumento"}},{"kind":"Field","name":{"kind":"Name","value":"solicitadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"aprobacion"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"motivo"}},{"kind":"Field","name":{"kind":"Name","value":"hasta"}},{"kind":"Field","name":{"kind":"Name","value":"resultado"}},{"kind":"Field","name":{"kind":"Name","value":"comentario"}}]}}]}}]} as unknown as DocumentNode<AprobarMutation, AprobarMutationVariables>;
export const RechazarDocument = {"__meta__":{"hash":"2f59199fcc32be03ffe492f7cb2932504e721c19174cb2629a8a9ae3ef7852b3"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Rechazar"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"eventoId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"comentario"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rechazarEliminacion"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"eventoId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"eventoId"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"comentario"},"value":{"kind":"Variable","name":{"kind":"Name","value":"comentario"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"eliminacion"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Solicitud"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}},{"kind":"Field","name":{"kind":"Name","value":"errores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ErrorDeUsuario"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Solicitud"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Eliminacion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventoId"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"pasoActual"}},{"kind":"Field","name":{"kind":"Name","value":"titulo"}},{"kind":"Field","name":{"kind":"Name","value":"tipoDocumento"}},{"kind":"Field","name":{"kind":"Name","value":"solicitadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"aprobacion"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"motivo"}},{"kind":"Field","name":{"kind":"Name","value":"hasta"}},{"kind":"Field","name":{"kind":"Name","value":"resultado"}},{"kind":"Field","name":{"kind":"Name","value":"comentario"}}]}}]}}]} as unknown as DocumentNode<RechazarMutation, RechazarMutationVariables>;
export const EliminacionesDocument = {"__meta__":{"hash":"f87a7c17317da96a7a458a08af11dc02ffbe68e44fa2215e9504285551fd997c"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Eliminaciones"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"miCarpeta"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eliminaciones"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EliminacionDeLista"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EliminacionDeLista"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Eliminacion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventoId"}},{"kind":"Field","name":{"kind":"Name","value":"secuencia"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"pasoActual"}},{"kind":"Field","name":{"kind":"Name","value":"titulo"}},{"kind":"Field","name":{"kind":"Name","value":"solicitadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"completadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"progreso"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"paso"}},{"kind":"Field","name":{"kind":"Name","value":"totalPasos"}},{"kind":"Field","name":{"kind":"Name","value":"intento"}},{"kind":"Field","name":{"kind":"Name","value":"proximoReintento"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mensaje"}},{"kind":"Field","name":{"kind":"Name","value":"en"}}]}}]}}]} as unknown as DocumentNode<EliminacionesQuery, EliminacionesQueryVariables>;
export const ConstanciaDocument = {"__meta__":{"hash":"9e5d24b5b27b508bba7245ab16b1361e47377f29152776273a587d373210fe99"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Constancia"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"eventoId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"constancia"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"eventoId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"eventoId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"eventId"}},{"kind":"Field","name":{"kind":"Name","value":"evento"}},{"kind":"Field","name":{"kind":"Name","value":"sinSello"}},{"kind":"Field","name":{"kind":"Name","value":"sello"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"prueba"}},{"kind":"Field","name":{"kind":"Name","value":"llaves"}}]}}]}}]}}]} as unknown as DocumentNode<ConstanciaQuery, ConstanciaQueryVariables>;