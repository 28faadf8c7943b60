import { createContext, useContext } from 'react';

/** Who works at this console, and what for. */
export interface Puesto {
  roles: readonly string[];
  /** For which entity, in the role entidad. */
  entidad?: string | undefined;
  /** What they may do for it: emision, solicitud, consulta. */
  permisos: readonly string[];
  /** They try a demonstration. */
  demo?: boolean;
  /** What they came for, as the API takes it. The clients read it with each request: it is one object, and changes. */
  finalidad: Record<string, string>;
  /** Says it anew. */
  decir: (finalidad: Record<string, string>) => void;
  /** Whose work an auditor looks at, on each screen that asks; '' for nobody's yet. */
  operador: string;
  elegir: (operador: string) => void;
}

const Context = createContext<Puesto | null>(null);

export const PuestoProvider = Context.Provider;

export function usePuesto(): Puesto {
  const puesto = useContext(Context);
  if (!puesto) throw new Error('This needs a <PuestoProvider> around it.');
  return puesto;
}

/** Whose deletions this person looks at: an operador its own, which needs no name; an auditor those of the one chosen. */
export function useDeQuien(): { elige: boolean; falta: boolean; operadorId: string | null } {
  const { roles, operador } = usePuesto();
  const elige = roles.includes('auditor');
  const suyas = roles.includes('operador');
  return { elige, falta: elige && !suyas && operador === '', operadorId: elige && operador !== '' ? operador : null };
}
