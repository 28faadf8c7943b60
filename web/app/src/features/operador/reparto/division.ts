/** How an operador's indexes are divided, as `reparto` tells it. */
export interface Division {
  partes: number;
  antes: number | null;
  escribeDesde: string | null;
  terminableDesde: string | null;
}

/** What can be said of a division. */
export interface Frases {
  dividido: (partes: string, desde: string | null) => string;
  cambia: (antes: string, partes: string) => string;
  escribira: (desde: string) => string;
  escribe: (desde: string) => string;
  terminable: (desde: string) => string;
  termine: string;
}

/** Whether there is anything to tell: nearly nobody is divided, or ever was. */
export const seDice = ({ partes, antes }: Division) => partes > 1 || antes !== null;

/** The sentences about a division: what it is, what goes on, and what is to be done next. */
export function frasesDe({ partes, antes, escribeDesde, terminableDesde }: Division, frases: Frases, { ahora, numero, momento }: { ahora: Date; numero: (n: number) => string; momento: (iso: string) => string }): string[] {
  const yaPaso = (iso: string) => new Date(iso) <= ahora;
  if (antes === null) return [frases.dividido(numero(partes), escribeDesde && momento(escribeDesde))];
  const said = [frases.cambia(numero(antes), numero(partes))];
  if (escribeDesde) said.push((yaPaso(escribeDesde) ? frases.escribe : frases.escribira)(momento(escribeDesde)));
  if (terminableDesde) said.push(yaPaso(terminableDesde) ? frases.termine : frases.terminable(momento(terminableDesde)));
  return said;
}
