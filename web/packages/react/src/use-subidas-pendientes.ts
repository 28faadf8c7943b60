import { attempt, type Resultado } from '@carpeta-ciudadana/cliente';
import { uploadApi } from '@carpeta-ciudadana/cliente/apollo';
import { showPending } from '@carpeta-ciudadana/cliente/interno';
import { CargasPendientesDocument, type CargaQueEsperaFragment, type CargasPendientesQuery } from '@carpeta-ciudadana/cliente/operaciones';
import { useCallback, useEffect } from 'react';
import type { EstadoDeLista, Omitible } from './estado.js';
import { useCarpetaClient } from './context.js';
import { useEvent } from './use-event.js';
import { useLista } from './use-lista.js';

export interface SubidasPendientes extends EstadoDeLista {
  /** The newest first. The file of each has to be chosen again, and then goes on with what is missing. */
  pendientes: CargaQueEsperaFragment[];
  /** Ends one at the server, by the global id of its document. */
  abandonar: (documentoId: string) => Promise<Resultado>;
}

const deCargas = (data: CargasPendientesQuery) => data.miCarpeta?.cargas;

/** The uploads that were begun and not ended, on this device or another; what this page does to them is seen at once. */
export function useSubidasPendientes({ porPagina = 20, omitir = false }: { porPagina?: number } & Omitible = {}): SubidasPendientes {
  const cliente = useCarpetaClient();
  const { filas = [], cargando, actualizando, hayMas, cargandoMas, cargarMas, recargar, falla } = useLista({ consulta: CargasPendientesDocument, variables: { first: porPagina }, lista: deCargas, omitir });
  const reload = useEvent(() => void recargar());
  useEffect(() => (omitir ? undefined : showPending(cliente.apollo, reload)), [cliente, omitir, reload]);

  const abandonar = useCallback(
    (documentoId: string) =>
      attempt(async () => {
        await uploadApi(cliente).cancel(documentoId);
        return undefined;
      }),
    [cliente],
  );
  return { pendientes: filas, cargando, actualizando, hayMas, cargandoMas, cargarMas, recargar, abandonar, falla };
}
