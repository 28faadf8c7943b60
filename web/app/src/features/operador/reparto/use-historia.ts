import { createStore, type Store } from '@carpeta-ciudadana/cliente';
import { useCarpetaClient } from '@carpeta-ciudadana/react';
import { useEffect, useSyncExternalStore } from 'react';
import type { RepartoQuery } from '../generado/graphql';
import { conLectura, VACIA, type Historia, type Muestra } from './historia';

type Reparto = NonNullable<RepartoQuery['reparto']>;

/** By the client, which is made for each sign-in: the next person finds nothing of what another one read. */
const historias = new WeakMap<object, Store<Historia>>();

function historiaDe(cliente: object): Store<Historia> {
  const kept = historias.get(cliente) ?? createStore(VACIA);
  historias.set(cliente, kept);
  return kept;
}

/**
 * What was read in the last hour: it outlives the page, and ends with the session. An answer is a reading when it is no
 * more `leyendo`, also one that tells the same as the answer before.
 */
export function useHistoria(reparto: Reparto | null | undefined, leyendo: boolean): readonly Muestra[] {
  const historia = historiaDe(useCarpetaClient());
  const { muestras } = useSyncExternalStore(historia.subscribe, historia.get);
  useEffect(() => {
    if (!reparto || leyendo) return;
    const { indice, desde, operadores, incompleto } = reparto;
    const espera = new Map(operadores.map(({ operadorId, enEspera }) => [operadorId, enEspera]));
    const relojes = { pagina: performance.now(), maquina: Date.now(), servidor: Date.parse(desde) };
    historia.set(conLectura(historia.get(), { indice, espera, completa: !incompleto }, relojes));
  }, [historia, reparto, leyendo]);
  return muestras;
}
