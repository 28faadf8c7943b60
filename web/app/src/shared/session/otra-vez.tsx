import type { Falla, Ingreso } from '@carpeta-ciudadana/cliente';
import { createContext, Suspense, useCallback, useContext, useState, type ReactNode } from 'react';
import { later } from '../ui/later';
import type { Access } from './access';

/** A dialog comes when it is needed. */
const Identificacion = later(() => import('./identificacion').then(({ Identificacion: dialog }) => dialog));

/**
 * Asks the person to sign in again where that is why something was refused; false if it is not. `preguntar` is called when
 * they are back: it asks them once more, and does nothing by itself.
 */
type OtraVez = (falla: Falla | undefined, preguntar: () => void) => boolean;

/** Without a provider nobody can sign in again, and the failure is told like any other. */
const Context = createContext<OtraVez>(() => false);

export const useOtraVez = () => useContext(Context);

export function OtraVezProvider({ access, children }: { access: Access; children: ReactNode }) {
  const [asked, setAsked] = useState<{ ingreso: Ingreso; preguntar: () => void }>();
  const otraVez = useCallback<OtraVez>((falla, preguntar) => {
    if (falla?.ingreso) setAsked({ ingreso: falla.ingreso, preguntar });
    return falla?.ingreso !== undefined;
  }, []);
  return (
    <Context value={otraVez}>
      {children}
      {asked && (
        <Suspense>
          <Identificacion
            access={access}
            ingreso={asked.ingreso}
            volver={() => {
              setAsked(undefined);
              asked.preguntar();
            }}
            cancelar={() => setAsked(undefined)}
          />
        </Suspense>
      )}
    </Context>
  );
}
