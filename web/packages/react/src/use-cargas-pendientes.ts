import { toFalla, type Falla } from '@carpeta-ciudadana/cliente';
import { cargaApi, showPending } from '@carpeta-ciudadana/cliente/apollo';
import { CargasPendientesDocument, type CargaQueEsperaFragment, type CargasPendientesQuery } from '@carpeta-ciudadana/cliente/operaciones';
import { useCallback, useEffect, useEffectEvent } from 'react';
import { useCarpetaClient } from './provider.js';
import { useLista } from './use-lista.js';

export interface CargasPendientes {
  /** The newest first. The file of each has to be chosen again, and then goes on with what is missing. */
  pendientes: CargaQueEsperaFragment[];
  cargando: boolean;
  hayMas: boolean;
  cargandoMas: boolean;
  /** Loads the next page; never rejects: `falla` says why it did not come. */
  cargarMas: () => Promise<void>;
  /** Loads all that is there again; it also comes by itself. */
  recargar: () => Promise<void>;
  /** Ends one at the server, by the global id of its document; the failure if that cannot be. */
  abandonar: (documentoId: string) => Promise<Falla | undefined>;
  falla: Falla | undefined;
}

const deCargas = (data: CargasPendientesQuery) => data.miCarpeta?.cargas;

/** The uploads that were begun and not ended, on this device or another; what this page does to them is seen at once. */
export function useCargasPendientes({ porPagina = 20 }: { porPagina?: number } = {}): CargasPendientes {
  const { apollo } = useCarpetaClient();
  const { nodes = [], cargando, hayMas, cargandoMas, cargarMas, recargar, falla } = useLista({ query: CargasPendientesDocument, variables: { first: porPagina }, lista: deCargas });
  const reload = useEffectEvent(() => void recargar());
  useEffect(() => showPending(apollo, () => reload()), [apollo]);

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
  return { pendientes: nodes, cargando, hayMas, cargandoMas, cargarMas, recargar, abandonar, falla };
}
