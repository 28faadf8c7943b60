import type { ApolloClient } from '@apollo/client';
import type { ApolloCache, Reference, StoreObject } from '@apollo/client/cache';
import { MiCarpetaDocument } from '../generado/graphql.js';
import { listsChanged } from './lists.js';
import { lookAt, tellLookers, type Lookers } from './lookers.js';

interface Rows {
  edges?: { node: Reference }[];
  nodes?: Reference[];
}

/** Takes a document that went into the bin out of every list of its folder. It stays in the cache: the bin shows it, and it may come back. */
export function takeFromLists(cache: ApolloCache, carpeta: string, documentoId: string): void {
  cache.modify<{ documentos: Rows }>({
    id: carpeta,
    fields: {
      documentos(rows, { readField }) {
        const stays = (node: Reference) => readField('id', node) !== documentoId;
        const { edges, nodes } = rows as Rows;
        if ((edges ?? []).every(({ node }) => stays(node)) && (nodes ?? []).every(stays)) return rows;
        return { ...rows, ...(edges && { edges: edges.filter(({ node }) => stays(node)) }), ...(nodes && { nodes: nodes.filter(stays) }) };
      },
    },
  });
}

/** Shows whoever looks at such a document that it is in the bin: the news do not tell the document itself. */
export function lock(cache: ApolloCache, documentoId: string, eliminacion: StoreObject): void {
  cache.modify<{ estadoDocumento: string; eliminacion: Reference | null }>({
    id: cache.identify({ __typename: 'Documento', id: documentoId }) as string,
    fields: {
      estadoDocumento: () => 'ELIMINANDO',
      eliminacion: (before, { toReference }) => toReference(eliminacion) ?? before,
    },
  });
}

/** The folder of whoever is signed in, as the cache names it; undefined if nothing asked for it yet. */
function ownFolder({ cache }: ApolloClient): string | undefined {
  const mine = cache.readQuery({ query: MiCarpetaDocument })?.miCarpeta;
  return mine ? cache.identify({ __typename: 'Carpeta', id: mine.id }) : undefined;
}

/** Takes it out at once, for one that this page put into the bin of whoever is signed in. */
export function putIntoBin(client: ApolloClient, documentoId: string): void {
  const folder = ownFolder(client);
  if (folder !== undefined) takeFromLists(client.cache, folder, documentoId);
  binChanged(client);
}

/** Takes a row out of the bin whose deletion has ended. */
export function leaveBin(cache: ApolloCache, eventoId: string): void {
  cache.evict({ id: cache.identify({ __typename: 'DocumentoEnPapelera', eventoId }) as string });
}

/** A document is back in the lists of whoever is signed in: where it stands there, the server knows. */
export function cameBack(client: ApolloClient, eventoId: string): void {
  leaveBin(client.cache, eventoId);
  const folder = ownFolder(client);
  if (folder !== undefined) listsChanged(client, folder);
}

const lookers: Lookers = new WeakMap();

/** Says that the bin is looked at. */
export const showBin = (client: ApolloClient, changed: () => void) => lookAt(lookers, client, changed);

export const binChanged = (client: ApolloClient) => tellLookers(lookers, client);
