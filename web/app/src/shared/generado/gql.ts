/* eslint-disable */
import * as types from './graphql.js';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';

/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "\"Documents with such words in their title, to find the one that has the same content as a file.\"\nquery Parecidos($texto: String!) {\n  miCarpeta {\n    id\n    parecidos: documentos(first: 20, filtro: {texto: $texto}) {\n      nodes {\n        id\n        titulo\n        tamanoBytes\n        hashDocumento\n      }\n    }\n  }\n}": typeof types.ParecidosDocument,
    "\"Whether the stored file is the one that its issuer signed, and when.\"\nquery FirmaDeDocumento($id: ID!) {\n  verificarDocumento(documentoId: $id) {\n    resultado\n    firmadaEn\n    emisor {\n      nombre\n    }\n  }\n}\n\n\"A link to the file that proves a certified document, and whether that names the person.\"\nquery EnlaceVerificable($id: ID!, $mostrarTitular: Boolean!) {\n  node(id: $id) {\n    id\n    ... on Documento {\n      urlVerificable(mostrarTitular: $mostrarTitular)\n    }\n  }\n}\n\n\"Who looked at a document: the newest looks, with what the list of the folder has of each.\"\nquery MiradasADocumento($id: ID!, $first: Int = 20, $after: String) {\n  node(id: $id) {\n    id\n    ... on Documento {\n      titulo\n      accesos(first: $first, after: $after) {\n        edges {\n          cursor\n          node {\n            eventoId\n            acto\n            en\n            tipo\n            rol\n            propio\n            operadorId\n            entidadId\n            entidad\n            documentoId\n            documento {\n              id\n              titulo\n            }\n            titulo\n            proposito\n            baseLegal\n            autorizacionId\n          }\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n}": typeof types.FirmaDeDocumentoDocument,
    "fragment EliminacionDeLista on Eliminacion {\n  id\n  eventoId\n  secuencia\n  estado\n  pasoActual\n  solicitadaEn\n  progreso {\n    paso\n    totalPasos\n    intento\n    proximoReintento\n  }\n  errores {\n    codigo\n    mensaje\n    en\n  }\n}": typeof types.EliminacionDeListaFragmentDoc,
    "fragment EliminacionPropia on Eliminacion {\n  ...EliminacionDeLista @unmask\n  titulo\n  completadaEn\n  enPapelera\n}\n\nquery Eliminaciones($first: Int, $after: String) {\n  miCarpeta {\n    id\n    eliminaciones(first: $first, after: $after) {\n      edges {\n        cursor\n        node {\n          ...EliminacionPropia @unmask\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n}": typeof types.EliminacionPropiaFragmentDoc,
    "\"Ends every session of the person but this one.\"\nmutation CerrarSesiones {\n  cerrarSesiones {\n    antesDe\n    errores {\n      ... on ErrorDeUsuario {\n        codigo\n        mensaje\n      }\n    }\n  }\n}": typeof types.CerrarSesionesDocument,
};
const documents: Documents = {
    "\"Documents with such words in their title, to find the one that has the same content as a file.\"\nquery Parecidos($texto: String!) {\n  miCarpeta {\n    id\n    parecidos: documentos(first: 20, filtro: {texto: $texto}) {\n      nodes {\n        id\n        titulo\n        tamanoBytes\n        hashDocumento\n      }\n    }\n  }\n}": types.ParecidosDocument,
    "\"Whether the stored file is the one that its issuer signed, and when.\"\nquery FirmaDeDocumento($id: ID!) {\n  verificarDocumento(documentoId: $id) {\n    resultado\n    firmadaEn\n    emisor {\n      nombre\n    }\n  }\n}\n\n\"A link to the file that proves a certified document, and whether that names the person.\"\nquery EnlaceVerificable($id: ID!, $mostrarTitular: Boolean!) {\n  node(id: $id) {\n    id\n    ... on Documento {\n      urlVerificable(mostrarTitular: $mostrarTitular)\n    }\n  }\n}\n\n\"Who looked at a document: the newest looks, with what the list of the folder has of each.\"\nquery MiradasADocumento($id: ID!, $first: Int = 20, $after: String) {\n  node(id: $id) {\n    id\n    ... on Documento {\n      titulo\n      accesos(first: $first, after: $after) {\n        edges {\n          cursor\n          node {\n            eventoId\n            acto\n            en\n            tipo\n            rol\n            propio\n            operadorId\n            entidadId\n            entidad\n            documentoId\n            documento {\n              id\n              titulo\n            }\n            titulo\n            proposito\n            baseLegal\n            autorizacionId\n          }\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n}": types.FirmaDeDocumentoDocument,
    "fragment EliminacionDeLista on Eliminacion {\n  id\n  eventoId\n  secuencia\n  estado\n  pasoActual\n  solicitadaEn\n  progreso {\n    paso\n    totalPasos\n    intento\n    proximoReintento\n  }\n  errores {\n    codigo\n    mensaje\n    en\n  }\n}": types.EliminacionDeListaFragmentDoc,
    "fragment EliminacionPropia on Eliminacion {\n  ...EliminacionDeLista @unmask\n  titulo\n  completadaEn\n  enPapelera\n}\n\nquery Eliminaciones($first: Int, $after: String) {\n  miCarpeta {\n    id\n    eliminaciones(first: $first, after: $after) {\n      edges {\n        cursor\n        node {\n          ...EliminacionPropia @unmask\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n}": types.EliminacionPropiaFragmentDoc,
    "\"Ends every session of the person but this one.\"\nmutation CerrarSesiones {\n  cerrarSesiones {\n    antesDe\n    errores {\n      ... on ErrorDeUsuario {\n        codigo\n        mensaje\n      }\n    }\n  }\n}": types.CerrarSesionesDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 *
 *
 * @example
 * ```ts
 * const query = graphql(`query GetUser($id: ID!) { user(id: $id) { name } }`);
 * ```
 *
 * The query argument is unknown!
 * Please regenerate the types.
 */
export function graphql(source: string): unknown;

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\"Documents with such words in their title, to find the one that has the same content as a file.\"\nquery Parecidos($texto: String!) {\n  miCarpeta {\n    id\n    parecidos: documentos(first: 20, filtro: {texto: $texto}) {\n      nodes {\n        id\n        titulo\n        tamanoBytes\n        hashDocumento\n      }\n    }\n  }\n}"): (typeof documents)["\"Documents with such words in their title, to find the one that has the same content as a file.\"\nquery Parecidos($texto: String!) {\n  miCarpeta {\n    id\n    parecidos: documentos(first: 20, filtro: {texto: $texto}) {\n      nodes {\n        id\n        titulo\n        tamanoBytes\n        hashDocumento\n      }\n    }\n  }\n}"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\"Whether the stored file is the one that its issuer signed, and when.\"\nquery FirmaDeDocumento($id: ID!) {\n  verificarDocumento(documentoId: $id) {\n    resultado\n    firmadaEn\n    emisor {\n      nombre\n    }\n  }\n}\n\n\"A link to the file that proves a certified document, and whether that names the person.\"\nquery EnlaceVerificable($id: ID!, $mostrarTitular: Boolean!) {\n  node(id: $id) {\n    id\n    ... on Documento {\n      urlVerificable(mostrarTitular: $mostrarTitular)\n    }\n  }\n}\n\n\"Who looked at a document: the newest looks, with what the list of the folder has of each.\"\nquery MiradasADocumento($id: ID!, $first: Int = 20, $after: String) {\n  node(id: $id) {\n    id\n    ... on Documento {\n      titulo\n      accesos(first: $first, after: $after) {\n        edges {\n          cursor\n          node {\n            eventoId\n            acto\n            en\n            tipo\n            rol\n            propio\n            operadorId\n            entidadId\n            entidad\n            documentoId\n            documento {\n              id\n              titulo\n            }\n            titulo\n            proposito\n            baseLegal\n            autorizacionId\n          }\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n}"): (typeof documents)["\"Whether the stored file is the one that its issuer signed, and when.\"\nquery FirmaDeDocumento($id: ID!) {\n  verificarDocumento(documentoId: $id) {\n    resultado\n    firmadaEn\n    emisor {\n      nombre\n    }\n  }\n}\n\n\"A link to the file that proves a certified document, and whether that names the person.\"\nquery EnlaceVerificable($id: ID!, $mostrarTitular: Boolean!) {\n  node(id: $id) {\n    id\n    ... on Documento {\n      urlVerificable(mostrarTitular: $mostrarTitular)\n    }\n  }\n}\n\n\"Who looked at a document: the newest looks, with what the list of the folder has of each.\"\nquery MiradasADocumento($id: ID!, $first: Int = 20, $after: String) {\n  node(id: $id) {\n    id\n    ... on Documento {\n      titulo\n      accesos(first: $first, after: $after) {\n        edges {\n          cursor\n          node {\n            eventoId\n            acto\n            en\n            tipo\n            rol\n            propio\n            operadorId\n            entidadId\n            entidad\n            documentoId\n            documento {\n              id\n              titulo\n            }\n            titulo\n            proposito\n            baseLegal\n            autorizacionId\n          }\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n}"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment EliminacionDeLista on Eliminacion {\n  id\n  eventoId\n  secuencia\n  estado\n  pasoActual\n  solicitadaEn\n  progreso {\n    paso\n    totalPasos\n    intento\n    proximoReintento\n  }\n  errores {\n    codigo\n    mensaje\n    en\n  }\n}"): (typeof documents)["fragment EliminacionDeLista on Eliminacion {\n  id\n  eventoId\n  secuencia\n  estado\n  pasoActual\n  solicitadaEn\n  progreso {\n    paso\n    totalPasos\n    intento\n    proximoReintento\n  }\n  errores {\n    codigo\n    mensaje\n    en\n  }\n}"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment EliminacionPropia on Eliminacion {\n  ...EliminacionDeLista @unmask\n  titulo\n  completadaEn\n  enPapelera\n}\n\nquery Eliminaciones($first: Int, $after: String) {\n  miCarpeta {\n    id\n    eliminaciones(first: $first, after: $after) {\n      edges {\n        cursor\n        node {\n          ...EliminacionPropia @unmask\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n}"): (typeof documents)["fragment EliminacionPropia on Eliminacion {\n  ...EliminacionDeLista @unmask\n  titulo\n  completadaEn\n  enPapelera\n}\n\nquery Eliminaciones($first: Int, $after: String) {\n  miCarpeta {\n    id\n    eliminaciones(first: $first, after: $after) {\n      edges {\n        cursor\n        node {\n          ...EliminacionPropia @unmask\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n}"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\"Ends every session of the person but this one.\"\nmutation CerrarSesiones {\n  cerrarSesiones {\n    antesDe\n    errores {\n      ... on ErrorDeUsuario {\n        codigo\n        mensaje\n      }\n    }\n  }\n}"): (typeof documents)["\"Ends every session of the person but this one.\"\nmutation CerrarSesiones {\n  cerrarSesiones {\n    antesDe\n    errores {\n      ... on ErrorDeUsuario {\n        codigo\n        mensaje\n      }\n    }\n  }\n}"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;