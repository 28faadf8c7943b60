import { useCarpetaClient, useSesion } from '@carpeta-ciudadana/react';
import { useState } from 'react';
import { Dialog, Heading } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useTextos, useTextosDe } from '../i18n/i18n';
import { Boton } from '../ui/boton';
import { Aviso } from '../ui/estado';
import type { Access } from './access';
import { motivoOf } from './not-signed-in';
import { PastedToken } from './pasted-token';
import { textos } from './textos';

/** Over the page of somebody whose session ended: the page stays as it is, and goes on when they are back. */
export function Terminada({ access, leave }: { access: Access; leave: () => void }) {
  const { sesion } = useTextos();
  const { terminada, terminadaTexto, otraPersona, alLado, noEntro } = useTextosDe(textos).sesion;
  const goOn = useGoOn();
  const [problema, setProblema] = useState<string>();
  const back = (same: boolean) => (same ? goOn() : setProblema(otraPersona));

  const beside = async (again: () => Promise<boolean>) => {
    setProblema(undefined);
    try {
      back(await again());
    } catch (cause) {
      if ((cause as Error | null)?.name === 'AbortError') return; // another window was opened
      setProblema(noEntro[motivoOf(cause)]);
    }
  };

  return (
    <ModalOverlay isOpen className="velo">
      <Modal className="dialogo">
        <Dialog role="alertdialog">
          <Heading slot="title">{terminada}</Heading>
          <p>{terminadaTexto}</p>
          {problema !== undefined && <Aviso falla={{ mensaje: problema }} />}
          {access.kind === 'token' && <PastedToken enterWith={(token) => back(access.replace(token))} />}
          {access.kind === 'oidc' && <p>{alLado}</p>}
          <div className="botones">
            {access.kind === 'demo' && (
              <Boton clase="principal" onPress={goOn}>
                {sesion.demo}
              </Boton>
            )}
            {access.kind === 'oidc' && (
              <Boton clase="principal" onPress={() => void beside(access.again)}>
                {sesion.entrar}
              </Boton>
            )}
            <Boton onPress={leave}>{sesion.salir}</Boton>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** What could not be loaded meanwhile is loaded; lists follow the news, which begin by loading them again. */
function useGoOn() {
  const { apollo } = useCarpetaClient();
  const { reanudar } = useSesion();
  return () => {
    reanudar();
    // Lists of documents are loaded by the kit, with all their rows. Each screen tells its own failure.
    apollo.refetchQueries({ include: 'active', onQueryUpdated: ({ queryName }) => queryName !== 'PaginaDeDocumentos' }).catch(() => {});
  };
}
