import { useQuery } from '@apollo/client/react';
import { toFalla, type Falla } from '@carpeta-ciudadana/cliente';
import { cargaApi } from '@carpeta-ciudadana/cliente/apollo';
import { CargasPendientesDocument, type CargaQueEsperaFragment } from '@carpeta-ciudadana/cliente/operaciones';
import { useCallback, useMemo } from 'react';
import { useCarpetaClient } from './provider.js';
import { useMas } from './use-mas.js';

export interface CargasPendientes {
  /** The newest first. The file of each has to be chosen again, and then goes on with what is missing. */
  pendientes: CargaQueEsperaFragment[];
  cargando: boolean;
  hayMas: boolean;
  cargandoMas: boolean;
  /** Loads the next page; never rejects: `falla` says why it did not come. */
  cargarMas: () => Promise<void>;
  /** Ends one at the server, by the global id of its document; the failure if that cannot be. */
  abandonar: (documentoId: string) => Promise<Falla | undefined>;
  falla: Falla | undefined;
}

/** The uploads that were begun and not ended, on this device or another; what this page does to them is seen at once. */
export function useCargasPendientes({ porPagina = 20 }: { porPagina?: number } = {}): CargasPendientes {
  const { apollo } = useCarpetaClient();
  const { data, loading, error, fetchMore } = useQuery(CargasPendientesDocument, { variables: { first: porPagina }, fetchPolicy: 'cache-and-network' });
  const lista = data?.miCarpeta?.cargas;

  const abandonar = useCallback(
    (documentoId: string) =>
      cargaApi(apollo)
        .cancel(documentoId)
        .then(
          () => undefined,
          (cause: unknown) => toFalla(cause),
        ),
    [apollo],
  );

  const { cargandoMas, cargarMas, fallaDeMas } = useMas(async () => {
    if (lista?.pageInfo.hasNextPage) await fetchMore({ variables: { after: lista.pageInfo.endCursor ?? null } });
  });
  return {
    pendientes: useMemo(() => (lista?.edges ?? []).map(({ node }) => node), [lista]),
    cargando: loading,
    hayMas: lista?.pageInfo.hasNextPage ?? false,
    cargandoMas,
    cargarMas,
    abandonar,
    falla: fallaDeMas ?? (error && toFalla(error)),
  };
}
