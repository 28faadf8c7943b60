/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
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

export type EliminacionDeListaFragment = { __typename: 'Eliminacion', id: string, eventoId: string, secuencia: number, estado: EstadoSaga, pasoActual: PasoSaga, solicitadaEn: string, progreso: { __typename: 'Progreso', paso: number, totalPasos: number, intento: number, proximoReintento: string | null }, errores: Array<{ __typename: 'FallaDePaso', codigo: string, mensaje: string, en: string }> } & { ' $fragmentName'?: 'EliminacionDeListaFragment' };

export type EliminacionPropiaFragment = { __typename: 'Eliminacion', titulo: string | null, completadaEn: string | null, id: string, eventoId: string, secuencia: number, estado: EstadoSaga, pasoActual: PasoSaga, solicitadaEn: string, progreso: { __typename: 'Progreso', paso: number, totalPasos: number, intento: number, proximoReintento: string | null }, errores: Array<{ __typename: 'FallaDePaso', codigo: string, mensaje: string, en: string }> } & { ' $fragmentName'?: 'EliminacionPropiaFragment' };

export type EliminacionesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type EliminacionesQuery = { miCarpeta: { __typename: 'Carpeta', id: string, eliminaciones: { __typename: 'EliminacionConnection', edges: Array<{ __typename: 'EliminacionEdge', cursor: string, node: { __typename: 'Eliminacion', titulo: string | null, completadaEn: string | null, id: string, eventoId: string, secuencia: number, estado: EstadoSaga, pasoActual: PasoSaga, solicitadaEn: string, progreso: { __typename: 'Progreso', paso: number, totalPasos: number, intento: number, proximoReintento: string | null }, errores: Array<{ __typename: 'FallaDePaso', codigo: string, mensaje: string, en: string }> } }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, endCursor: string | null } } | null } | null };

export type ConstanciaQueryVariables = Exact<{
  eventoId: string;
}>;


export type ConstanciaQuery = { constancia: { __typename: 'PruebaDeEvento', eventId: string, evento: string, sinSello: MotivoSinSello | null, sello: { __typename: 'SelloDeEvento', prueba: string, llaves: string } | null } | null };

export const EliminacionDeListaFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EliminacionDeLista"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Eliminacion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventoId"}},{"kind":"Field","name":{"kind":"Name","value":"secuencia"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"pasoActual"}},{"kind":"Field","name":{"kind":"Name","value":"solicitadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"progreso"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"paso"}},{"kind":"Field","name":{"kind":"Name","value":"totalPasos"}},{"kind":"Field","name":{"kind":"Name","value":"intento"}},{"kind":"Field","name":{"kind":"Name","value":"proximoReintento"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}},{"kind":"Field","name":{"kind":"Name","value":"en"}}]}}]}}]} as unknown as DocumentNode<EliminacionDeListaFragment, unknown>;
export const EliminacionPropiaFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EliminacionPropia"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Eliminacion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EliminacionDeLista"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]},{"kind":"Field","name":{"kind":"Name","value":"titulo"}},{"kind":"Field","name":{"kind":"Name","value":"completadaEn"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EliminacionDeLista"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Eliminacion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventoId"}},{"kind":"Field","name":{"kind":"Name","value":"secuencia"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"pasoActual"}},{"kind":"Field","name":{"kind":"Name","value":"solicitadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"progreso"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"paso"}},{"kind":"Field","name":{"kind":"Name","value":"totalPasos"}},{"kind":"Field","name":{"kind":"Name","value":"intento"}},{"kind":"Field","name":{"kind":"Name","value":"proximoReintento"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}},{"kind":"Field","name":{"kind":"Name","value":"en"}}]}}]}}]} as unknown as DocumentNode<EliminacionPropiaFragment, unknown>;
export const EliminacionesDocument = {"__meta__":{"hash":"c91bde7d8481c6660a2e5dfbfb2687e01aa21508ad552bcee01c6683dad59636"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Eliminaciones"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"miCarpeta"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eliminaciones"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EliminacionPropia"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EliminacionDeLista"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Eliminacion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventoId"}},{"kind":"Field","name":{"kind":"Name","value":"secuencia"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"pasoActual"}},{"kind":"Field","name":{"kind":"Name","value":"solicitadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"progreso"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"paso"}},{"kind":"Field","name":{"kind":"Name","value":"totalPasos"}},{"kind":"Field","name":{"kind":"Name","value":"intento"}},{"kind":"Field","name":{"kind":"Name","value":"proximoReintento"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}},{"kind":"Field","name":{"kind":"Name","value":"en"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EliminacionPropia"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Eliminacion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EliminacionDeLista"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]},{"kind":"Field","name":{"kind":"Name","value":"titulo"}},{"kind":"Field","name":{"kind":"Name","value":"completadaEn"}}]}}]} as unknown as DocumentNode<EliminacionesQuery, EliminacionesQueryVariables>;
export const ConstanciaDocument = {"__meta__":{"hash":"9e5d24b5b27b508bba7245ab16b1361e47377f29152776273a587d373210fe99"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Constancia"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"eventoId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"constancia"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"eventoId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"eventoId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"eventId"}},{"kind":"Field","name":{"kind":"Name","value":"evento"}},{"kind":"Field","name":{"kind":"Name","value":"sinSello"}},{"kind":"Field","name":{"kind":"Name","value":"sello"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"prueba"}},{"kind":"Field","name":{"kind":"Name","value":"llaves"}}]}}]}}]}}]} as unknown as DocumentNode<ConstanciaQuery, ConstanciaQueryVariables>;