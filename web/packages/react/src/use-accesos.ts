import { useQuery } from '@apollo/client/react';
import { toFalla, type Falla } from '@carpeta-ciudadana/cliente';
import { addAcceso } from '@carpeta-ciudadana/cliente/apollo';
import { AccesosDocument, NuevosAccesosDocument, type MiradaDeCarpetaFragment } from '@carpeta-ciudadana/cliente/operaciones';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { useCarpetaClient, useSesion } from './provider.js';
import { useMas } from './use-mas.js';

export interface Accesos {
  /** The newest first. */
  accesos: MiradaDeCarpetaFragment[];
  cargando: boolean;
  hayMas: boolean;
  cargandoMas: boolean;
  /** Loads the next page; never rejects: `falla` says why it did not come. */
  cargarMas: () => Promise<void>;
  /** Loads the list again. */
  recargar: () => Promise<void>;
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

  const reload = useEffectEvent(() => refetch());
  useEffect(() => {
    if (id === undefined || carpetaId === undefined || terminada) return;
    const add = (acceso: MiradaDeCarpetaFragment) => addAcceso(apollo.cache, id, acceso);
    let meanwhile: MiradaDeCarpetaFragment[] | undefined; // told while a list is on its way, which may be older
    const loadAgain = async () => {
      const mine: MiradaDeCarpetaFragment[] = (meanwhile = []);
      await reload().catch(() => {}); // useQuery tells the failure
      mine.forEach(add);
      if (meanwhile === mine) meanwhile = undefined;
    };
    const subscription = apollo.subscribe({ query: NuevosAccesosDocument, variables: { carpetaId } }).subscribe(({ data: told }) => {
      if (!told) return;
      const { acceso } = told.accesosDeCarpeta;
      if (!acceso) return void loadAgain(); // it says "from here on": what was before is in the list
      meanwhile?.push(acceso);
      add(acceso);
    });
    return () => subscription.unsubscribe();
  }, [apollo, id, carpetaId, terminada]);

  const { cargandoMas, cargarMas, fallaDeMas } = useMas(async () => {
    if (lista?.pageInfo.hasNextPage) await fetchMore({ variables: { after: lista.pageInfo.endCursor } });
  });
  const falla = fallaDeMas ?? (error && toFalla(error));
  return {
    accesos: useMemo(() => (lista?.edges ?? []).map(({ node }) => node), [lista]),
    cargando: loading,
    hayMas: lista?.pageInfo.hasNextPage ?? false,
    cargandoMas,
    cargarMas,
    recargar: () => refetch().then(() => {}, () => {}), // useQuery tells the failure
    falla,
  };
}
