import { createCarpetaClient } from '@carpeta-ciudadana/cliente/apollo';
import { CarpetaProvider } from '@carpeta-ciudadana/react';
import { useEffect, useState } from 'react';
import type { Access } from '../shared/session/access';
import { usePrefetched } from '../shared/ui/later';
import { Shell } from './shell';

/** Which files a person chose is nobody else's affair at this machine. */
const olvidar = { load: () => import('../features/carga/olvidar') };
const forgetFiles = async () => (await olvidar.load()).olvidarArchivos();
const SOON = [olvidar];

/** The application of somebody who is signed in. One client for as long: leaving forgets all that it holds. */
export function SignedIn({ access, leave }: { access: Access; leave: () => void }) {
  const [cliente] = useState(() => createCarpetaClient({ token: access.token }));
  useEffect(() => () => cliente.close(), [cliente]);
  usePrefetched(SOON);
  return (
    <CarpetaProvider cliente={cliente}>
      <Shell access={access} leave={() => void forgetFiles().catch(() => {}).finally(leave)} />
    </CarpetaProvider>
  );
}
