import { NetworkStatus } from '@apollo/client';
import { toFalla } from '@carpeta-ciudadana/cliente';
import { useState } from 'react';
import type { EstadoDeConsulta } from './estado.js';

interface Asked<E> {
  error?: E;
  loading: boolean;
  networkStatus: NetworkStatus;
}

/** Why a question failed. It stays while that is asked again, as often as it may be: a page would blink otherwise. */
export function useError<E>({ error, loading, networkStatus }: Asked<E>): E | undefined {
  const [last, setLast] = useState(error);
  const asksAgain = loading && networkStatus !== NetworkStatus.setVariables; // that is another question
  if (!asksAgain && last !== error) setLast(error);
  return asksAgain ? last : error;
}

/** What a hook says of its one question; `isThere` when it has something to show. */
export function useEstado(result: Asked<unknown> & { refetch: () => Promise<unknown> }, isThere: boolean): EstadoDeConsulta {
  const error = useError(result);
  const nothing = () => {};
  return {
    cargando: result.loading && !isThere,
    actualizando: result.loading && isThere,
    falla: error ? toFalla(error) : undefined,
    recargar: () => result.refetch().then(nothing, nothing),
  };
}
