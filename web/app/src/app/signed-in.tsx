import { createCarpetaClient } from '@carpeta-ciudadana/cliente/apollo';
import { CarpetaProvider } from '@carpeta-ciudadana/react';
import { useEffect, useState } from 'react';
import type { Access } from '../shared/session/access';
import { Shell } from './shell';

/** The application of somebody who is signed in. One client for as long: leaving forgets all that it holds. */
export function SignedIn({ access, leave }: { access: Access; leave: () => void }) {
  const [cliente] = useState(() => createCarpetaClient({ token: access.token }));
  useEffect(() => () => cliente.close(), [cliente]);
  return (
    <CarpetaProvider cliente={cliente}>
      <Shell access={access} leave={leave} />
    </CarpetaProvider>
  );
}
