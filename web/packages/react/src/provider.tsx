import { ApolloProvider } from '@apollo/client/react';
import type { CarpetaClient } from '@carpeta-ciudadana/cliente/apollo';
import { useSyncExternalStore, type ReactNode } from 'react';
import { Context } from './context.js';
import { useNovedades } from './use-novedades.js';

interface Props {
  cliente: CarpetaClient;
  /** False follows nothing: for those who have no folder, such as the staff of an operador. `useNovedades` still does. */
  novedades?: boolean;
  children: ReactNode;
}

/**
 * Gives the client to the hooks of this package, and to Apollo's own, and follows the news of the folder for all of them.
 * For another person everything within begins anew: what a component keeps of one of them is not shown to the next.
 */
export function CarpetaProvider({ cliente, novedades = true, children }: Props) {
  const { turn } = cliente;
  const person = useSyncExternalStore(turn.subscribe, turn.get, turn.get);
  return (
    <Context.Provider key={person} value={cliente}>
      <ApolloProvider client={cliente.apollo}>
        {novedades && <Novedades />}
        {children}
      </ApolloProvider>
    </Context.Provider>
  );
}

function Novedades() {
  useNovedades();
  return null;
}
