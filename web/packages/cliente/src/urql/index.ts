import { fetchExchange, gql, subscriptionExchange, type ClientOptions, type SubscriptionForwarder } from '@urql/core';
import { cacheExchange, type Cache, type CacheExchangeOpts } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import type { Api } from '../api.js';
import { introspection, sinId } from '../generado/introspection.js';
import { toFalla } from '../falla.js';
import { Refusal } from '../subida/refusal.js';
import { latestExchange } from './latest.js';

/** What urql's Client takes: `new Client(clientOptions(connectApi({ token })))`. */
export function clientOptions(api: Api): ClientOptions {
  const { url, fetch } = api;
  const exchanges = [cacheExchange(cacheOptions), latestExchange, fetchExchange, subscriptionExchange({ forwardSubscription: forwardTo(api) })];
  return { url, fetch, preferGetMethod: false, exchanges };
}

function forwardTo({ follower }: Api): SubscriptionForwarder {
  return ({ query = '', variables, operationName }) => ({
    subscribe: (sink) => ({
      unsubscribe: follower.follow(
        { query, variables: variables ?? {}, ...(operationName !== undefined && { operationName }), resumes: /\$despuesDe\b/.test(query) },
        {
          next: (result) => sink.next(result as never),
          error: (reason) => sink.error(reason instanceof Error ? reason : new Refusal(toFalla(reason))),
          complete: () => sink.complete(),
        },
      ),
    }),
  });
}

/** How graphcache keeps the types of the API. An application adds its own for its own fields. */
export const cacheOptions: CacheExchangeOpts = {
  schema: introspection as never,
  keys: {
    Acceso: ({ eventoId }) => (eventoId as string | undefined) ?? null,
    ...Object.fromEntries(sinId.map((type) => [type, () => null])),
  },
  resolvers: {
    Carpeta: { documentos: relayPagination(), eliminaciones: relayPagination(), accesos: relayPagination(), cargas: relayPagination() },
    Documento: { accesos: relayPagination() },
  },
  optimistic: {
    deleteDocumento: ({ input }) => ({
      __typename: 'DeleteDocumentoPayload',
      eliminacion: null,
      documento: { __typename: 'Documento', id: (input as { documentoId: string }).documentoId, estadoDocumento: 'ELIMINANDO' },
      errores: [],
    }),
  },
  updates: {
    Mutation: {
      confirmarCarga: (_result, _args, cache) => listsChanged(cache),
    },
    Subscription: {
      novedadesDeCarpeta: ({ novedadesDeCarpeta }, _args, cache) => applyNews(cache, novedadesDeCarpeta as Novedad),
      eliminacion({ eliminacion }, _args, cache) {
        const { documentoEliminadoId } = eliminacion as { documentoEliminadoId?: string | null };
        if (documentoEliminadoId) forgetDocumento(cache, documentoEliminadoId);
      },
    },
  },
};

const TOTAL = gql`
  fragment Total on Carpeta {
    id
    totalDocumentosAproximado
  }
`;

interface Novedad {
  tipo: string;
  documentoGlobalId?: string | null;
  documento?: object | null;
  totalDocumentosAproximado?: number | null;
}

function applyNews(cache: Cache, { tipo, documento, documentoGlobalId, totalDocumentosAproximado }: Novedad) {
  if (documentoGlobalId && !documento) forgetDocumento(cache, documentoGlobalId);
  if (tipo === 'LLEGO' || tipo === 'CAMBIO' || tipo === 'RECARGAR') listsChanged(cache);
  const carpeta = carpetaOf(cache);
  if (!carpeta || typeof totalDocumentosAproximado !== 'number') return;
  cache.writeFragment(TOTAL, { __typename: 'Carpeta', id: cache.resolve(carpeta, 'id'), totalDocumentosAproximado });
}

/** Every list of documents loads again when somebody looks at it. */
function listsChanged(cache: Cache) {
  const carpeta = carpetaOf(cache);
  if (!carpeta) return;
  for (const { fieldName, arguments: args } of cache.inspectFields(carpeta)) {
    if (fieldName === 'documentos') cache.invalidate(carpeta, fieldName, args);
  }
}

/** Takes a document out of every list, and forgets it. */
function forgetDocumento(cache: Cache, id: string) {
  const gone = { __typename: 'Documento', id };
  const key = cache.keyOfEntity(gone);
  const carpeta = carpetaOf(cache);
  const fields = carpeta ? cache.inspectFields(carpeta).filter(({ fieldName }) => fieldName === 'documentos') : [];
  for (const { fieldKey } of fields) {
    const page = cache.resolve(carpeta, fieldKey) as string | null;
    const edges = page && cache.resolve(page, 'edges');
    if (page && Array.isArray(edges)) cache.link(page, 'edges', edges.filter((edge) => cache.resolve(edge as string, 'node') !== key));
  }
  cache.invalidate(gone);
}

function carpetaOf(cache: Cache) {
  const key = cache.resolve('Query', 'miCarpeta');
  return typeof key === 'string' ? key : undefined;
}
