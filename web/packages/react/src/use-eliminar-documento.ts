import { useMutation } from '@apollo/client/react';
import { attempt, Refusal, toFalla, type Falla, type Resultado } from '@carpeta-ciudadana/cliente';
import { undoOffersOf, type Deshacible } from '@carpeta-ciudadana/cliente/apollo';
import { cameBack, putIntoBin } from '@carpeta-ciudadana/cliente/interno';
import {
  CancelarEliminacionDocument,
  EliminarDocumentoDocument,
  EliminarDocumentosDocument,
  SolicitarEliminacionDocument,
  type AvanceDeEliminacionFragment,
} from '@carpeta-ciudadana/cliente/operaciones';
import { useCallback, useSyncExternalStore } from 'react';
import { useCarpetaClient } from './context.js';

export interface EliminarDocumento {
  /** Takes the global id of a document. Its row is ELIMINANDO at once, leaves the lists for the bin if there is a window, and is as it was if the server refuses. */
  eliminar: (id: string) => Promise<Resultado<AvanceDeEliminacionFragment>>;
  /** Deletes any number; each has its own result, under its id. One that is refused leaves the others. */
  eliminarVarios: (ids: readonly string[]) => Promise<Map<string, Resultado<AvanceDeEliminacionFragment>>>;
  /** Asks for the deletion of a certified document, which an operador decides. It can be taken back until then. */
  solicitar: (id: string, motivo: string) => Promise<Resultado<AvanceDeEliminacionFragment>>;
  /** Takes a deletion or a request back, unless it is too late. */
  deshacer: (eventoId: string) => Promise<Resultado>;
  /** What was deleted on this page, by whichever component, and can be taken back now; the newest last. */
  deshacibles: readonly Deshacible[];
}

/** The most that one call of the API takes. */
const AT_ONCE = 100;

const locked = (id: string) => ({ __typename: 'Documento' as const, id, estadoDocumento: 'ELIMINANDO' as const });

/** Deletes documents, with a window of `ventana` seconds to take each one back. */
export function useEliminarDocumento({ ventana = 10 }: { ventana?: number } = {}): EliminarDocumento {
  const [deleteOne] = useMutation(EliminarDocumentoDocument);
  const [deleteMany] = useMutation(EliminarDocumentosDocument, { errorPolicy: 'all' }); // one unknown result leaves the others
  const [request] = useMutation(SolicitarEliminacionDocument);
  const [cancel] = useMutation(CancelarEliminacionDocument);
  const client = useCarpetaClient();
  const { list, offer, withdraw } = undoOffersOf(client);
  const deshacibles = useSyncExternalStore(list.subscribe, list.get, list.get);

  /** What an answer says of a document. `at`, when it was sent last, is of this machine's own clock: the one on its wall may be wrong. */
  const resultOf = useCallback(
    (documentoId: string, answer: Answer | null | undefined, at: number): Resultado<AvanceDeEliminacionFragment> => {
      const eliminacion = answer?.eliminacion;
      if (!eliminacion) return { falla: answer?.errores[0] ?? toFalla(undefined) };
      const { eventoId, estado, pasoActual, cancelableHasta, titulo = null } = eliminacion;
      const undoable = cancelableHasta && estado === 'INICIADA' && pasoActual === 'ESPERA'; // asked for twice, it may be over
      if (eliminacion.enPapelera) putIntoBin(client.apollo, documentoId);
      if (undoable) offer({ documentoId, eventoId, titulo }, ventana * 1000 - (performance.now() - at));
      return { valor: eliminacion };
    },
    [client, offer, ventana],
  );

  const eliminar = useCallback(
    async (id: string): Promise<Resultado<AvanceDeEliminacionFragment>> => {
      const sent = { at: performance.now() };
      try {
        const { data } = await deleteOne({
          variables: { documentoId: id, ventana },
          context: { sent },
          optimisticResponse: {
            __typename: 'Mutation',
            deleteDocumento: { __typename: 'DeleteDocumentoPayload', eliminacion: null, documento: locked(id), errores: [] },
          },
        });
        return resultOf(id, data?.deleteDocumento, sent.at);
      } catch (cause) {
        return { falla: toFalla(cause) };
      }
    },
    [deleteOne, ventana, resultOf],
  );

  const eliminarHasta100 = useCallback(
    async (ids: string[]): Promise<[string, Resultado<AvanceDeEliminacionFragment>][]> => {
      const sent = { at: performance.now() };
      const all = (falla: Falla) => ids.map((id): [string, Resultado<AvanceDeEliminacionFragment>] => [id, { falla }]);
      try {
        const { data, error } = await deleteMany({
          variables: { ids, ventana },
          context: { sent },
          optimisticResponse: {
            __typename: 'Mutation',
            eliminarDocumentos: {
              __typename: 'EliminarDocumentosPayload',
              resultados: ids.map((id) => ({ __typename: 'ResultadoDeEliminar', pedido: id, eliminacion: null, documento: locked(id), errores: [] })),
              errores: [],
            },
          },
        });
        const { resultados, errores } = data?.eliminarDocumentos ?? { resultados: [], errores: [] };
        if (resultados.length === 0) return all(errores[0] ?? toFalla(error));
        return resultados.map((resultado) => [resultado.pedido, resultOf(resultado.pedido, resultado, sent.at)]);
      } catch (cause) {
        return all(toFalla(cause));
      }
    },
    [deleteMany, ventana, resultOf],
  );

  const eliminarVarios = useCallback(
    async (ids: readonly string[]) => {
      const results = new Map<string, Resultado<AvanceDeEliminacionFragment>>();
      const left = [...new Set(ids)];
      while (left.length > 0) for (const [id, result] of await eliminarHasta100(left.splice(0, AT_ONCE))) results.set(id, result);
      return results;
    },
    [eliminarHasta100],
  );

  const solicitar = useCallback(
    (id: string, motivo: string) =>
      attempt(async () => {
        const { data } = await request({ variables: { documentoId: id, motivo } });
        const { eliminacion, errores = [] } = data?.solicitarEliminacion ?? {};
        if (!eliminacion) throw new Refusal(errores[0] ?? toFalla(undefined));
        return eliminacion;
      }),
    [request],
  );

  const deshacer = useCallback(
    (eventoId: string) =>
      attempt(async () => {
        const { data } = await cancel({ variables: { eventoId } });
        withdraw(eventoId); // done, or too late
        const refused = data?.cancelarEliminacion?.errores[0];
        if (refused) throw new Refusal(refused);
        cameBack(client.apollo, eventoId);
        return undefined;
      }),
    [client, cancel, withdraw],
  );

  return { eliminar, eliminarVarios, solicitar, deshacer, deshacibles };
}

interface Answer {
  eliminacion?: (AvanceDeEliminacionFragment & { titulo?: string | null }) | null;
  errores: readonly Falla[];
}
