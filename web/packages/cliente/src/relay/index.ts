import { ConnectionHandler, Network, Observable, type INetwork, type RecordProxy, type RecordSourceProxy, type RecordSourceSelectorProxy } from 'relay-runtime';
import type { Api } from '../api.js';
import { Refusal } from '../subida/refusal.js';
import { toFalla } from '../falla.js';
import { notTheApi } from '../transport/network.js';

/** News may come without end: so often one question is asked at most. */
const QUESTIONS = 5;

/**
 * The network of a Relay environment. What fails has a `falla`, which toFalla reads. A query that was under way when
 * news came is asked again: its answer may have been read before them, and would take them out of the store.
 */
export function createNetwork({ url, fetch, follower }: Api): INetwork {
  let news = 0;

  async function ask(body: string) {
    const response = await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    const answer = await response.json().catch(() => ({}));
    if (!answer.data) throw new Refusal(toFalla(answer.errors ?? notTheApi(response)));
    return answer;
  }

  return Network.create(
    async ({ name, text, operationKind }, variables) => {
      const body = JSON.stringify({ query: text, operationName: name, variables });
      for (let questions = 1; ; questions++) {
        const before = news;
        const answer = await ask(body);
        if (operationKind !== 'query' || before === news || questions === QUESTIONS) return answer;
      }
    },
    ({ name, text }, variables) =>
      Observable.create((sink) =>
        follower.follow(
          { query: text ?? '', operationName: name, variables, resumes: /\$despuesDe\b/.test(text ?? '') },
          {
            next(result) {
              if (result.data?.['novedadesDeCarpeta']) news++;
              sink.next(result as never);
            },
            error: (reason) => sink.error(reason instanceof Error ? reason : new Refusal(toFalla(reason))),
            complete: () => sink.complete(),
          },
        ),
      ),
  );
}

/** Takes a document out of these connections, and out of the store. */
export function quitarDocumento(store: RecordSourceProxy, connections: readonly string[], id: string): void {
  for (const list of recordsOf(store, connections)) ConnectionHandler.deleteNode(list, id);
  store.delete(id);
}

/** Puts a document on top of these connections, unless they have it: they have to be in the order of the newest. */
export function ponerDocumento(store: RecordSourceProxy, connections: readonly string[], documento: RecordProxy): void {
  for (const list of recordsOf(store, connections)) {
    const edges = list.getLinkedRecords('edges') ?? [];
    if (edges.some((edge) => edge?.getLinkedRecord('node')?.getDataID() === documento.getDataID())) continue;
    ConnectionHandler.insertEdgeBefore(list, ConnectionHandler.createEdge(store, list, documento, 'DocumentoEdge'));
  }
}

/**
 * The updater of a subscription to `novedadesDeCarpeta` that selects `tipo`, `documentoGlobalId`, `documento` and
 * `totalDocumentosAproximado`. `connections` are the lists by the newest. After RECARGAR they have to be refetched.
 */
export function alLlegarNovedad(connections: readonly string[]) {
  return (store: RecordSourceSelectorProxy): void => {
    const novedad = store.getRootField('novedadesDeCarpeta');
    const documento = novedad?.getLinkedRecord('documento');
    const id = novedad?.getValue('documentoGlobalId');
    if (documento && novedad?.getValue('tipo') === 'LLEGO') ponerDocumento(store, connections, documento);
    if (!documento && typeof id === 'string') quitarDocumento(store, connections, id);
    const total = novedad?.getValue('totalDocumentosAproximado');
    if (typeof total === 'number') store.getRoot().getLinkedRecord('miCarpeta')?.setValue(total, 'totalDocumentosAproximado');
  };
}

/** The updater of `confirmarCarga`: the document is in the lists at once. */
export function alConfirmarCarga(connections: readonly string[]) {
  return (store: RecordSourceSelectorProxy): void => {
    const documento = store.getRootField('confirmarCarga')?.getLinkedRecord('documento');
    if (documento) ponerDocumento(store, connections, documento);
  };
}

/** The updater of a subscription to `eliminacion` that selects `documentoEliminadoId`: the row goes at its end. */
export function alAvanzarEliminacion(connections: readonly string[]) {
  return (store: RecordSourceSelectorProxy): void => {
    const id = store.getRootField('eliminacion')?.getValue('documentoEliminadoId');
    if (typeof id === 'string') quitarDocumento(store, connections, id);
  };
}

function recordsOf(store: RecordSourceProxy, connections: readonly string[]) {
  return connections.map((id) => store.get(id)).filter((record) => record !== null && record !== undefined);
}
