import { useSyncExternalStore } from 'react';
import { useTextos } from './i18n/i18n';
import type { Identidad } from './session/settings';

let actual: Identidad = {};
const listeners = new Set<() => void>();

const subscribe = (changed: () => void) => {
  listeners.add(changed);
  return () => void listeners.delete(changed);
};

/** Shows the application as the operador wants it: its name, its logo, and its two colours in the place of ours. */
export function mostrarIdentidad(identidad: Identidad = {}): void {
  actual = identidad;
  const { style } = document.documentElement;
  for (const [variable, colour] of [['--acento-claro', identidad.acentoClaro], ['--acento-oscuro', identidad.acentoOscuro]] as const) {
    if (colour) style.setProperty(variable, colour);
    else style.removeProperty(variable);
  }
  for (const changed of listeners) changed();
}

/** What the application is called, and its logo if it has one of its own. */
export function useIdentidad(): { nombre: string; logo: string | undefined } {
  const { nombre } = useTextos();
  const own = useSyncExternalStore(subscribe, () => actual);
  return { nombre: own.nombre ?? nombre, logo: own.logo };
}
