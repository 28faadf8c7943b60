import { createContext, useContext } from 'react';

/** Who works at this console, and what for. */
export interface Puesto {
  roles: readonly string[];
  /** What they came for, as the API takes it. */
  finalidad: Record<string, string>;
}

const Context = createContext<Puesto | null>(null);

export const PuestoProvider = Context.Provider;

export function usePuesto(): Puesto {
  const puesto = useContext(Context);
  if (!puesto) throw new Error('This needs a <PuestoProvider> around it.');
  return puesto;
}
