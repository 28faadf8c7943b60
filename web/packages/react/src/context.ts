import type { CarpetaClient } from '@carpeta-ciudadana/cliente/apollo';
import { createContext, useContext, useSyncExternalStore } from 'react';

export const Context = createContext<CarpetaClient | null>(null);

export function useCarpetaClient(): CarpetaClient {
  const cliente = useContext(Context);
  if (!cliente) throw new Error('This hook needs a <CarpetaProvider> around it.');
  return cliente;
}

/**
 * Whether the server has asked to wait (RATE_LIMITED, UNAVAILABLE): what was asked for is sent again by itself, for
 * some minutes, and the page may say so.
 */
export function useOcupado(): boolean {
  const { busy } = useCarpetaClient();
  return useSyncExternalStore(busy.subscribe, busy.get, busy.get);
}

/** Whether the person has to sign in again, and what to call when that is done. */
export function useSesion(): { terminada: boolean; reanudar: () => void } {
  const { session } = useCarpetaClient();
  return { terminada: useSyncExternalStore(session.ended.subscribe, session.ended.get, session.ended.get), reanudar: session.resume };
}
