import { useEliminarDocumento, useLimites } from '@carpeta-ciudadana/react';
import { createContext, Suspense, useCallback, useContext, useMemo, useState, type ReactNode } from 'react';
import { useTextos } from '../i18n/i18n';
import { useOtraVez } from '../session/otra-vez';
import { useAnnounce } from '../ui/announcer';
import { later } from '../ui/later';
import type { Movido, NoEliminado, PorEliminar } from './por-eliminar';

/** How long the page offers to take it back at once, in milliseconds. Afterwards the bin does. */
const OFFERED = 10_000;

interface Eliminar {
  /** Asks the person, and moves to the bin what they confirm. `done` is called then. */
  pedir: (documentos: PorEliminar[], done?: () => void) => void;
}

const Context = createContext<Eliminar | null>(null);

export function useEliminar(): Eliminar {
  const eliminar = useContext(Context);
  if (!eliminar) throw new Error('This needs an <EliminarProvider> around it.');
  return eliminar;
}

/** A dialog comes when it is needed. */
export const Confirmacion = later(() => import('./confirmacion').then(({ Confirmacion: dialog }) => dialog));
const Deshacer = later(() => import('./confirmacion').then(({ Deshacer: region }) => region));

/** Deletions that this page asked for. They outlive the screen on which the person asked. */
export function EliminarProvider({ children }: { children: ReactNode }) {
  const { eliminar: textos } = useTextos();
  const announce = useAnnounce();
  const otraVez = useOtraVez();
  const [asked, setAsked] = useState<{ documentos: PorEliminar[]; done: (() => void) | undefined }>();
  const { limites, falla: sinLimites, recargar } = useLimites({ omitir: !asked });
  const ventana = limites?.ventanaMaxima;
  const { eliminar, eliminarVarios, deshacer, deshacibles } = useEliminarDocumento({ ventana: ventana ?? 0 });
  const { movidos: offered, offer, withdraw } = useMovidos();
  // One that was recovered or erased meanwhile, in the bin or elsewhere, is not offered any more.
  const movidos = offered.filter(({ eventoId }) => deshacibles.some((one) => one.eventoId === eventoId));
  const [fallas, setFallas] = useState<NoEliminado[]>([]);

  const run = async (documentos: PorEliminar[]) => {
    const ids = documentos.map(({ id }) => id);
    const [only, ...others] = ids;
    // Several at once may need a recent sign-in, and one does not.
    const results = only && others.length === 0 ? new Map([[only, await eliminar(only)]]) : await eliminarVarios(ids);
    const refused: NoEliminado[] = [];
    const moved: Movido[] = [];
    for (const documento of documentos) {
      const { falla, valor } = results.get(documento.id) ?? {};
      if (falla) refused.push({ ...documento, falla });
      else if (valor?.cancelableHasta) moved.push({ ...documento, eventoId: valor.eventoId });
    }
    const again = refused.filter(({ falla }) => otraVez(falla, () => setAsked({ documentos: again, done: undefined })));
    setFallas((all) => [...all, ...refused.filter((one) => !again.includes(one))]);
    if (moved.length === 0) return;
    offer(moved);
    announce(textos.puedeDeshacer(moved.length));
  };

  const undo = async ({ id, titulo, eventoId }: Movido) => {
    const { falla } = await deshacer(eventoId);
    withdraw([eventoId]);
    if (falla) setFallas((all) => [...all, { id, titulo, falla }]);
    else announce(textos.deshecha(titulo));
  };

  const value = useMemo<Eliminar>(() => ({ pedir: (documentos, done) => setAsked({ documentos, done }) }), []);
  return (
    <Context value={value}>
      {children}
      {movidos.length + fallas.length > 0 && (
        <Suspense>
          <Deshacer movidos={movidos} deshacer={(movido) => void undo(movido)} fallas={fallas} cerrar={() => setFallas([])} />
        </Suspense>
      )}
      {asked && (
        <Suspense>
          <Confirmacion
            documentos={asked.documentos}
            ventana={ventana}
            falla={sinLimites}
            reintentar={() => void recargar()}
            cancelar={() => setAsked(undefined)}
            confirmar={() => {
              setAsked(undefined);
              asked.done?.();
              void run(asked.documentos);
            }}
          />
        </Suspense>
      )}
    </Context>
  );
}

/** What the page offers to take back, for a while. */
function useMovidos() {
  const [movidos, setMovidos] = useState<Movido[]>([]);
  const withdraw = useCallback((eventoIds: string[]) => setMovidos((all) => all.filter(({ eventoId }) => !eventoIds.includes(eventoId))), []);
  const offer = useCallback(
    (moved: Movido[]) => {
      setMovidos((all) => [...all, ...moved]);
      setTimeout(() => withdraw(moved.map(({ eventoId }) => eventoId)), OFFERED);
    },
    [withdraw],
  );
  return { movidos, offer, withdraw };
}
