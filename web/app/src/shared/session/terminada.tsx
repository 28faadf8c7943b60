import { useCarpetaClient, useSesion } from '@carpeta-ciudadana/react';
import { useTextos, useTextosDe } from '../i18n/i18n';
import { Boton } from '../ui/boton';
import type { Access } from './access';
import { textos } from './textos';
import { Volver } from './volver';

/** Over the page of somebody whose session ended: the page stays as it is, and goes on when they are back. */
export function Terminada({ access, leave }: { access: Access; leave: () => void }) {
  const { sesion } = useTextos();
  const { terminada, terminadaTexto } = useTextosDe(textos).sesion;
  const goOn = useGoOn();
  return (
    <Volver access={access} titulo={terminada} texto={terminadaTexto} volver={goOn}>
      <Boton onPress={leave}>{sesion.salir}</Boton>
    </Volver>
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
