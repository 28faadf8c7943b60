import { useMutation } from '@apollo/client/react';
import { toFalla, type Falla } from '@carpeta-ciudadana/cliente';
import { CancelarEliminacionDocument, EliminarDocumentoDocument, type AvanceDeEliminacionFragment } from '@carpeta-ciudadana/cliente/operaciones';
import { useCallback, useEffect, useRef, useState } from 'react';

/** A deletion that can be taken back until its window ends. */
export interface Deshacible {
  documentoId: string;
  eventoId: string;
}

export type Eliminada = { eliminacion: AvanceDeEliminacionFragment; falla?: undefined } | { eliminacion?: undefined; falla: Falla };

export interface EliminarDocumento {
  /** Takes the global id of a document. Its row is ELIMINANDO at once, and as it was if the server refuses. */
  eliminar: (id: string) => Promise<Eliminada>;
  /** Takes a deletion back; the failure if it was too late. */
  deshacer: (eventoId: string) => Promise<Falla | undefined>;
  /** What can be taken back now, the newest last. */
  deshacibles: Deshacible[];
}

/** Deletes documents, with a window of `ventana` seconds to take each one back. */
export function useEliminarDocumento({ ventana = 10 }: { ventana?: number } = {}): EliminarDocumento {
  const [mutate] = useMutation(EliminarDocumentoDocument);
  const [cancel] = useMutation(CancelarEliminacionDocument);
  const [deshacibles, setDeshacibles] = useState<Deshacible[]>([]);
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());

  const forget = useCallback((eventoId: string) => {
    clearTimeout(timers.current.get(eventoId));
    timers.current.delete(eventoId);
    setDeshacibles((all) => all.filter((one) => one.eventoId !== eventoId));
  }, []);

  useEffect(() => {
    const running = timers.current;
    return () => running.forEach((timer) => clearTimeout(timer));
  }, []);

  const eliminar = useCallback(
    async (id: string): Promise<Eliminada> => {
      const begun = performance.now(); // of this machine: its clock on the wall may be wrong
      try {
        const { data } = await mutate({
          variables: { documentoId: id, ventana },
          optimisticResponse: {
            __typename: 'Mutation',
            deleteDocumento: {
              __typename: 'DeleteDocumentoPayload',
              eliminacion: null,
              documento: { __typename: 'Documento', id, estadoDocumento: 'ELIMINANDO' },
              errores: [],
            },
          },
        });
        const { eliminacion, errores = [] } = data?.deleteDocumento ?? {};
        if (!eliminacion) return { falla: errores[0] ?? toFalla(undefined) };
        const left = ventana * 1000 - (performance.now() - begun);
        if (eliminacion.cancelableHasta && left > 0) {
          setDeshacibles((all) => [...all.filter((one) => one.eventoId !== eliminacion.eventoId), { documentoId: id, eventoId: eliminacion.eventoId }]);
          timers.current.set(eliminacion.eventoId, setTimeout(() => forget(eliminacion.eventoId), left));
        }
        return { eliminacion };
      } catch (cause) {
        return { falla: toFalla(cause) };
      }
    },
    [mutate, ventana, forget],
  );

  const deshacer = useCallback(
    async (eventoId: string) => {
      try {
        const { data } = await cancel({ variables: { eventoId } });
        const refused = data?.cancelarEliminacion?.errores[0];
        forget(eventoId); // done, or too late
        return refused;
      } catch (cause) {
        return toFalla(cause);
      }
    },
    [cancel, forget],
  );

  return { eliminar, deshacer, deshacibles };
}
