import { forgetHandles } from '@carpeta-ciudadana/cliente';
import { createCarpetaClient, type CarpetaClient } from '@carpeta-ciudadana/cliente/apollo';
import { TiposDeDocumentoDocument } from '@carpeta-ciudadana/cliente/operaciones';
import { CarpetaProvider } from '@carpeta-ciudadana/react';
import { useEffect, useRef, useState } from 'react';
import { lenguaPedida, useLanguage } from '../shared/i18n/i18n';
import type { Access } from '../shared/session/access';
import { OtraVezProvider } from '../shared/session/otra-vez';
import { Shell } from './shell';

/** Whoever leaves is not kept waiting by a browser that does not answer. In milliseconds. */
const LEAVES_WITHIN = 1_000;

const passed = () => new Promise<void>((resolve) => setTimeout(resolve, LEAVES_WITHIN));

/**
 * The application of somebody who is signed in. One client for as long: leaving forgets all that it holds, and which files
 * they chose, which is nobody else's affair at this machine.
 */
export function SignedIn({ access, leave, porManifiesto = false }: { access: Access; leave: () => void; porManifiesto: boolean | undefined }) {
  const [cliente] = useState(() => createCarpetaClient({ token: access.token, persistedOperations: porManifiesto, idioma: lenguaPedida }));
  useEffect(() => () => cliente.close(), [cliente]);
  useNombresEnLaLengua(cliente);
  return (
    <CarpetaProvider cliente={cliente}>
      <OtraVezProvider access={access}>
        <Shell access={access} leave={() => void Promise.race([forgetHandles(), passed()]).catch(() => {}).finally(leave)} />
      </OtraVezProvider>
    </CarpetaProvider>
  );
}

/** The names of kinds come from the server: in another language they are asked for again, and every row that has one follows. */
function useNombresEnLaLengua({ apollo }: CarpetaClient) {
  const { lengua } = useLanguage();
  const asked = useRef(lengua);
  useEffect(() => {
    if (asked.current === lengua) return;
    asked.current = lengua;
    apollo.query({ query: TiposDeDocumentoDocument, fetchPolicy: 'network-only' }).catch(() => {}); // the old names say it too
  }, [apollo, lengua]);
}
