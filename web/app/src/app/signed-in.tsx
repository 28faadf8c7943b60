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
/** Whoever leaves is not kept waiting by a network that says nothing. In milliseconds. */
const LEAVES_WITHIN = 1_000;

const passed = () => new Promise<void>((resolve) => setTimeout(resolve, LEAVES_WITHIN));

/** The application of somebody who is signed in. One client for as long: leaving forgets all that it holds. */
export function SignedIn({ access, leave, porManifiesto = false }: { access: Access; leave: () => void; porManifiesto: boolean | undefined }) {
  const [cliente] = useState(() => createCarpetaClient({ token: access.token, porManifiesto }));
  useEffect(() => () => cliente.close(), [cliente]);
  usePrefetched(SOON);
  return (
    <CarpetaProvider cliente={cliente}>
      <Shell access={access} leave={() => void Promise.race([forgetFiles(), passed()]).catch(() => {}).finally(leave)} />
    </CarpetaProvider>
  );
}
