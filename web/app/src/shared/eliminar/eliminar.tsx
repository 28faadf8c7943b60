import type { Falla } from '@carpeta-ciudadana/cliente';
import { useEliminarDocumento } from '@carpeta-ciudadana/react';
import { createContext, Suspense, useCallback, useContext, useMemo, useState, type ReactNode } from 'react';
import { useTextos } from '../i18n/i18n';
import { useOtraVez } from '../session/otra-vez';
import { useAnnounce } from '../ui/announcer';
import { later } from '../ui/later';

/** Seconds in which a deletion can be taken back. */
const VENTANA = 10;

export interface PorEliminar {
  id: string;
  titulo: string;
}

interface Eliminar {
  /** Asks the person, and deletes what they confirm. `done` is called then. */
  pedir: (documentos: PorEliminar[], done?: () => void) => void;
  /** How to take the deletion of a document back; undefined when that is over. */
  deshacer: (id: string) => (() => void) | undefined;
}

export interface NoEliminado extends PorEliminar {
  falla: Falla;
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
  const { eliminarVarios, deshacer: takeBack, deshacibles } = useEliminarDocumento({ ventana: VENTANA });
  const [asked, setAsked] = useState<{ documentos: PorEliminar[]; done: (() => void) | undefined }>();
  const [titulos, setTitulos] = useState<ReadonlyMap<string, string>>(new Map());
  const [fallas, setFallas] = useState<NoEliminado[]>([]);

  const run = async (documentos: PorEliminar[]) => {
    setTitulos((all) => new Map([...all, ...documentos.map(({ id, titulo }) => [id, titulo] as const)]));
    const results = await eliminarVarios(documentos.map(({ id }) => id));
    const refused = documentos.flatMap((documento): NoEliminado[] => {
      const falla = results.get(documento.id)?.falla;
      return falla ? [{ ...documento, falla }] : [];
    });
    const again = refused.filter(({ falla }) => otraVez(falla, () => setAsked({ documentos: again, done: undefined })));
    setFallas((all) => [...all, ...refused.filter((one) => !again.includes(one))]);
    if (refused.length < documentos.length) announce(textos.puedeDeshacer(documentos.length - refused.length, VENTANA));
  };

  const undo = useCallback(
    async (eventoId: string, id: string) => {
      const titulo = titulos.get(id) ?? '';
      const { falla } = await takeBack(eventoId);
      if (falla) setFallas((all) => [...all, { id, titulo, falla }]);
      else announce(textos.deshecha(titulo));
    },
    [takeBack, titulos, announce, textos],
  );

  const value = useMemo<Eliminar>(
    () => ({
      pedir: (documentos, done) => setAsked({ documentos, done }),
      deshacer: (id) => {
        const open = deshacibles.find(({ documentoId }) => documentoId === id);
        return open && (() => void undo(open.eventoId, id));
      },
    }),
    [deshacibles, undo],
  );

  return (
    <Context value={value}>
      {children}
      {deshacibles.length + fallas.length > 0 && (
        <Suspense>
          <Deshacer
            deshacibles={deshacibles.map(({ documentoId, eventoId }) => ({ eventoId, titulo: titulos.get(documentoId) ?? '', deshacer: () => void undo(eventoId, documentoId) }))}
            fallas={fallas}
            cerrar={() => setFallas([])}
          />
        </Suspense>
      )}
      {asked && (
        <Suspense>
          <Confirmacion
            documentos={asked.documentos}
            ventana={VENTANA}
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
