import type { Ingreso } from '@carpeta-ciudadana/cliente';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTextos, useTextosDe } from '../i18n/i18n';
import { Boton } from '../ui/boton';
import { Dialogo } from '../ui/dialogo';
import { Aviso } from '../ui/estado';
import type { Access } from './access';
import { motivoOf } from './not-signed-in';
import { PastedToken } from './pasted-token';
import { textos } from './textos';

interface VolverProps {
  access: Access;
  titulo: string;
  texto: string;
  ingreso?: Ingreso;
  /** The same person signed in again. */
  volver: () => void;
  /** They do not want to; absent: they have to. */
  cancelar?: () => void;
  /** The buttons of those who do not. */
  children: ReactNode;
}

/** A dialog in which a person signs in again, over a page that stays as it is. */
export function Volver({ access, titulo, texto, ingreso = {}, volver, cancelar, children }: VolverProps) {
  const { sesion } = useTextos();
  const { otraPersona, alLado, noEntro } = useTextosDe(textos).sesion;
  const [problema, setProblema] = useState<string>();
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => void (shown.current = false);
  }, []);
  const back = (same: boolean) => (same ? volver() : setProblema(otraPersona));

  const signIn = async (again: (ingreso: Ingreso) => Promise<boolean>) => {
    setProblema(undefined);
    try {
      const same = await again(ingreso);
      if (shown.current) back(same); // or the person turned away while the window was open
    } catch (cause) {
      if ((cause as Error | null)?.name === 'AbortError') return; // another window was opened
      setProblema(noEntro[motivoOf(cause)]);
    }
  };

  return (
    <Dialogo
      titulo={titulo}
      cancelar={cancelar}
      botones={
        <>
          {children}
          {access.kind !== 'token' && (
            <Boton clase="principal" onPress={() => void signIn(access.again)}>
              {access.kind === 'demo' ? sesion.demo : sesion.entrar}
            </Boton>
          )}
        </>
      }
    >
      <p>{texto}</p>
      {problema !== undefined && <Aviso falla={{ mensaje: problema }} />}
      {access.kind === 'token' && <PastedToken enterWith={(token) => back(access.replace(token))} />}
      {access.kind === 'oidc' && <p>{alLado}</p>}
    </Dialogo>
  );
}
