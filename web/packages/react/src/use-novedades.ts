import type { Conexion, Falla } from '@carpeta-ciudadana/cliente';
import { newsOf, type Novedad } from '@carpeta-ciudadana/cliente/apollo';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Omitible } from './estado.js';
import { useCarpetaClient, useSesion } from './context.js';
import { useEvent } from './use-event.js';
import { useMiCarpeta } from './use-mi-carpeta.js';

export interface Novedades {
  /** reposo: nothing is followed. reconectando: it was lost, or never there. terminada: sign in again. */
  conexion: Conexion;
  /** Why no more news come, so that what is shown grows old; undefined while they do. Offer `reintentar`. */
  falla: Falla | undefined;
  /** Follows them again. */
  reintentar: () => void;
}

/**
 * The news of the folder, which keep every list, total and row of the page right, also when something happens in another
 * tab or on another device. `CarpetaProvider` follows them; more callers cost nothing. `alLlegar` hears each one,
 * to announce it for example, from the moment at which its component is drawn: the RECARGAR with which they begin may
 * have come before, and what a component loads when it is drawn is newer than that.
 */
export function useNovedades(alLlegar?: (novedad: Novedad) => void, { omitir = false }: Omitible = {}): Novedades {
  const { apollo, follower } = useCarpetaClient();
  const { terminada } = useSesion();
  const { carpeta, falla: sinCarpeta, recargar } = useMiCarpeta({ omitir });
  const { id, carpetaId } = carpeta ?? {};
  const news = useMemo(() => (id !== undefined && carpetaId !== undefined ? newsOf(apollo, { id, carpetaId }) : undefined), [apollo, id, carpetaId]);
  const tell = useEvent((novedad: Novedad) => alLlegar?.(novedad));

  useEffect(() => {
    if (!news || omitir || terminada) return;
    const stops = [news.listen(tell), news.follow()];
    return () => stops.forEach((stop) => stop());
  }, [news, omitir, terminada, tell]);

  const { state } = follower;
  const ended = useSyncExternalStore(news?.falla.subscribe ?? nothing, () => news?.falla.get(), () => undefined);
  return {
    conexion: useSyncExternalStore(state.subscribe, state.get, state.get),
    falla: ended ?? sinCarpeta,
    reintentar: () => (news ? news.followAgain() : void recargar()),
  };
}

const nothing = () => () => {};
