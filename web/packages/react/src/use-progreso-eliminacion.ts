import { toFalla, type Falla } from '@carpeta-ciudadana/cliente';
import { forgetDocumento } from '@carpeta-ciudadana/cliente/apollo';
import { SeguirEliminacionDocument, type AvanceDeEliminacionFragment } from '@carpeta-ciudadana/cliente/operaciones';
import { useEffect, useState } from 'react';
import { useCarpetaClient, useSesion } from './context.js';

export interface ProgresoEliminacion {
  /** The last step; undefined until the first one is here. */
  avance: AvanceDeEliminacionFragment | undefined;
  /** COMPLETADA, FALLIDA or CANCELADA. */
  terminada: boolean;
  /** Why it cannot be followed. A deletion that failed says so in `avance.errores`. */
  falla: Falla | undefined;
}

const TERMINAL = ['COMPLETADA', 'FALLIDA', 'CANCELADA'];

/** Follows a deletion to its end. The row leaves every list when it is COMPLETADA. Null follows nothing. */
export function useProgresoEliminacion(eventoId: string | null): ProgresoEliminacion {
  const { apollo } = useCarpetaClient();
  const { terminada: signedOut } = useSesion();
  const [followed, setFollowed] = useState<{ eventoId: string; avance?: AvanceDeEliminacionFragment; falla?: Falla }>();

  useEffect(() => {
    if (eventoId === null || signedOut) return;
    const subscription = apollo.subscribe({ query: SeguirEliminacionDocument, variables: { eventoId, despuesDe: 0 } }).subscribe({
      next({ data, error }) {
        if (error) return setFollowed((before) => ({ ...ofSame(before, eventoId), eventoId, falla: toFalla(error) }));
        const avance = data?.eliminacion;
        if (!avance) return;
        if (avance.documentoEliminadoId) forgetDocumento(apollo.cache, avance.documentoEliminadoId);
        setFollowed({ eventoId, avance });
      },
    });
    return () => subscription.unsubscribe();
  }, [apollo, eventoId, signedOut]);

  const { avance, falla } = followed && followed.eventoId === eventoId ? followed : {};
  return { avance, terminada: avance !== undefined && TERMINAL.includes(avance.estado), falla };
}

function ofSame<T extends { eventoId: string }>(before: T | undefined, eventoId: string) {
  return before?.eventoId === eventoId ? before : undefined;
}
