import type { ApolloClient } from '@apollo/client';
import type { ApolloCache } from '@apollo/client/cache';
import { toFalla, type Falla } from '../falla.js';
import { NovedadesDocument, type NovedadesSubscription } from '../generado/graphql.js';
import { createStore, type Store } from '../store.js';
import { binChanged, leaveBin, lock, takeFromLists } from './bin.js';
import { forgetDocumento } from './forgotten.js';
import { listsChanged, pendingChanged } from './lists.js';
import { tellTotal } from './total.js';

export type Novedad = NovedadesSubscription['novedadesDeCarpeta'];

/** News of one folder, for everything on the page that wants them. */
export interface News {
  /** Keeps the cache right until the result is called: rows, totals, deletions, and which lists have to be loaded again. */
  follow(): () => void;
  /** Why they ended; undefined while they go on. */
  falla: Store<Falla | undefined>;
  /** Follows them again after a failure, if anybody does. */
  followAgain(): void;
  /** Hears each one, after the cache has it. */
  listen(listener: (novedad: Novedad) => void): () => void;
}

const known = new WeakMap<ApolloClient, Map<string, News>>();
const lookers = new WeakMap<ApolloClient, Set<(novedad: Novedad) => void>>();

/** Hears the news that anything on the page follows, of whichever folder. */
export function listenToNews(client: ApolloClient, listener: (novedad: Novedad) => void): () => void {
  const all = lookers.get(client) ?? new Set();
  lookers.set(client, all.add(listener));
  return () => void all.delete(listener);
}

/** The news of a folder are one object and one subscription, however many follow them. */
export function newsOf(client: ApolloClient, carpeta: { id: string; carpetaId: string }): News {
  const ofClient = known.get(client) ?? new Map<string, News>();
  known.set(client, ofClient);
  const news = ofClient.get(carpeta.id) ?? createNews(client, carpeta);
  ofClient.set(carpeta.id, news);
  return news;
}

function createNews(client: ApolloClient, { id, carpetaId }: { id: string; carpetaId: string }): News {
  const falla = createStore<Falla | undefined>(undefined);
  const listeners = new Set<(novedad: Novedad) => void>();
  const key = client.cache.identify({ __typename: 'Carpeta', id }) as string;
  let followers = 0;
  let stop = () => {};

  function begin() {
    falla.set(undefined);
    const subscription = client.subscribe({ query: NovedadesDocument, variables: { carpetaId } }).subscribe({
      next({ data, error }) {
        falla.set(error && toFalla(error));
        const novedad = data?.novedadesDeCarpeta as Novedad | undefined;
        if (!novedad) return;
        apply(client.cache, key, novedad);
        if (movesRows(novedad)) listsChanged(client, key);
        if (novedad.tipo === 'RECARGAR' || goesIntoBin(novedad)) binChanged(client);
        if (novedad.tipo === 'LLEGO' || novedad.tipo === 'RECARGAR') pendingChanged(client);
        for (const listener of [...(lookers.get(client) ?? []), ...listeners]) listener(novedad);
      },
      complete() {
        if (!falla.get()) falla.set(toFalla(undefined));
      },
    });
    stop = () => subscription.unsubscribe();
  }

  return {
    falla,
    follow() {
      if (followers++ === 0) begin();
      let following = true;
      return () => {
        if (following && --followers === 0) stop();
        following = false;
      };
    },
    followAgain() {
      if (followers === 0) return;
      stop();
      begin();
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The cache shows what the last message of each document says. Its row has been written by Apollo Client already. */
function apply(cache: ApolloCache, carpeta: string, novedad: Novedad) {
  const { documento, documentoGlobalId, eliminacion, totalDocumentosAproximado, totalEnPapeleraAproximado } = novedad;
  cache.batch({
    update() {
      if (documentoGlobalId && !documento) {
        if (goesIntoBin(novedad)) {
          takeFromLists(cache, carpeta, documentoGlobalId);
          lock(cache, documentoGlobalId, novedad.eliminacion);
        } else forgetDocumento(cache, documentoGlobalId);
      }
      if (eliminacion?.enPapelera && !goesIntoBin(novedad)) leaveBin(cache, eliminacion.eventoId);
      if (typeof totalDocumentosAproximado === 'number') tellTotal(cache, carpeta, totalDocumentosAproximado);
      if (typeof totalEnPapeleraAproximado === 'number') cache.modify({ id: carpeta, fields: { totalEnPapeleraAproximado: () => totalEnPapeleraAproximado } });
    },
  });
}

/** A row that came, also back from the bin, or whose place in a list may be another now. */
function movesRows({ tipo, eliminacion }: Novedad) {
  return tipo === 'RECARGAR' || tipo === 'LLEGO' || tipo === 'CAMBIO' || (tipo === 'DESBLOQUEADO' && eliminacion?.enPapelera);
}

/** A document that went into the bin, or is still there. */
function goesIntoBin(novedad: Novedad): novedad is Novedad & { eliminacion: NonNullable<Novedad['eliminacion']> } {
  const { tipo, eliminacion } = novedad;
  return eliminacion?.enPapelera === true && (tipo === 'BLOQUEADO' || tipo === 'AVANZO');
}
