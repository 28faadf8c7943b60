import { useQuery } from '@apollo/client/react';
import { toFalla, type Falla } from '@carpeta-ciudadana/cliente';
import { addAcceso } from '@carpeta-ciudadana/cliente/apollo';
import { AccesosDocument, NuevosAccesosDocument, type MiradaDeCarpetaFragment } from '@carpeta-ciudadana/cliente/operaciones';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { useCarpetaClient, useSesion } from './provider.js';

export interface Accesos {
  /** The newest first. */
  accesos: MiradaDeCarpetaFragment[];
  cargando: boolean;
  hayMas: boolean;
  cargarMas: () => Promise<void>;
  falla: Falla | undefined;
}

/** Who looked at the citizen's folder; a look of now is on top a second later. */
export function useAccesos({ porPagina = 20 }: { porPagina?: number } = {}): Accesos {
  const { apollo } = useCarpetaClient();
  const { terminada } = useSesion();
  const { data, loading, error, fetchMore, refetch } = useQuery(AccesosDocument, { variables: { first: porPagina } });
  const carpeta = data?.miCarpeta;
  const lista = carpeta?.accesos;
  const { id, carpetaId } = carpeta ?? {};

  const reload = useEffectEvent(() => void refetch());
  useEffect(() => {
    if (id === undefined || carpetaId === undefined || terminada) return;
    let first = true; // it says "from here on", and the list is of just now
    const subscription = apollo.subscribe({ query: NuevosAccesosDocument, variables: { carpetaId } }).subscribe(({ data: told }) => {
      if (!told) return;
      const { acceso } = told.accesosDeCarpeta;
      if (acceso) addAcceso(apollo.cache, id, acceso);
      else if (!first) reload();
      first = false;
    });
    return () => subscription.unsubscribe();
  }, [apollo, id, carpetaId, terminada]);

  return {
    accesos: useMemo(() => (lista?.edges ?? []).map(({ node }) => node), [lista]),
    cargando: loading,
    hayMas: lista?.pageInfo.hasNextPage ?? false,
    cargarMas: async () => {
      if (lista?.pageInfo.hasNextPage) await fetchMore({ variables: { after: lista.pageInfo.endCursor } });
    },
    falla: error && toFalla(error),
  };
}
