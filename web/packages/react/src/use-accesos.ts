import { toFalla, type Falla } from '@carpeta-ciudadana/cliente';
import { addAcceso } from '@carpeta-ciudadana/cliente/interno';
import { AccesosDocument, NuevosAccesosDocument, type AccesosQuery, type MiradaDeCarpetaFragment } from '@carpeta-ciudadana/cliente/operaciones';
import { useEffect, useState } from 'react';
import { useCarpetaClient, useSesion } from './context.js';
import type { EstadoDeLista, Omitible } from './estado.js';
import { useEvent } from './use-event.js';
import { useLista } from './use-lista.js';

/** `falla` also says why no more looks of now come; `recargar` follows them again. */
export interface Accesos extends EstadoDeLista {
  /** The newest first. */
  accesos: MiradaDeCarpetaFragment[];
}

const deAccesos = (data: AccesosQuery) => data.miCarpeta?.accesos;

/** Who looked at the citizen's folder; a look of now is on top a second later. */
export function useAccesos({ porPagina = 20, omitir = false }: { porPagina?: number } & Omitible = {}): Accesos {
  const { apollo } = useCarpetaClient();
  const { terminada } = useSesion();
  const { datos, filas = [], ...lista } = useLista({ consulta: AccesosDocument, variables: { first: porPagina }, lista: deAccesos, omitir });
  const { id, carpetaId } = datos?.miCarpeta ?? {};
  const [ended, setEnded] = useState<Falla>(); // the looks of now

  const reload = useEvent(() => lista.recargar());
  useEffect(() => {
    if (id === undefined || carpetaId === undefined || omitir || terminada || ended) return;
    const add = (acceso: MiradaDeCarpetaFragment) => addAcceso(apollo.cache, id, acceso);
    let meanwhile: MiradaDeCarpetaFragment[] | undefined; // told while a list is on its way, which may be older
    const loadAgain = async () => {
      const mine: MiradaDeCarpetaFragment[] = (meanwhile = []);
      await reload();
      mine.forEach(add);
      if (meanwhile === mine) meanwhile = undefined;
    };
    const subscription = apollo.subscribe({ query: NuevosAccesosDocument, variables: { carpetaId } }).subscribe(({ data: told, error }) => {
      const falla = error && toFalla(error);
      if (falla && falla.codigo !== 'SESION') setEnded(falla); // that one is told by useSesion, and goes on by itself
      if (!told) return;
      const { acceso } = told.accesosDeCarpeta;
      if (!acceso) return void loadAgain(); // it says "from here on": what was before is in the list
      meanwhile?.push(acceso);
      add(acceso);
    });
    return () => subscription.unsubscribe();
  }, [apollo, id, carpetaId, omitir, terminada, ended, reload]);

  const recargar = () => {
    setEnded(undefined);
    return lista.recargar();
  };
  return { accesos: filas, ...lista, recargar, falla: lista.falla ?? ended };
}
