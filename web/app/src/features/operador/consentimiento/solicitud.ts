import type { SolicitudPedidaFragment } from '../generado/graphql';

const DIA = 24 * 60 * 60 * 1000;

/** The most reminders of a request, as the server has it. */
const MAXIMO = 3;

/** What the server takes as an entity's own number of a request. */
const NUMERO = /^[A-Z0-9\-./]{1,40}$/;

export const sirveNumero = (numero: string) => NUMERO.test(numero);

/** A number of its own that an entity can keep or change: the day, and what tells the requests of a day apart. */
export const numeroPropuesto = (dia: string, azar: string = crypto.randomUUID()) => `S-${dia.replaceAll('-', '')}-${azar.slice(0, 6).toUpperCase()}`;

/** Whether a citizen can still answer it. */
export const estaAbierta = ({ estado }: Pick<SolicitudPedidaFragment, 'estado'>) => estado === 'PENDIENTE' || estado === 'PARCIAL';

/** Why an open request cannot be reminded of now: it was three times, or it is too early, until then. */
export function esperaDeRecordar({ recordatorios, recordadaEn, creadaEn }: Pick<SolicitudPedidaFragment, 'recordatorios' | 'recordadaEn' | 'creadaEn'>, ahora: number) {
  if (recordatorios >= MAXIMO) return { causa: 'tres' } as const;
  const desde = Date.parse(recordadaEn ?? creadaEn) + DIA;
  return ahora < desde ? ({ causa: 'pronto', desde: new Date(desde).toISOString() } as const) : undefined;
}

/** The members of a filter that somebody wrote: an empty one leaves nothing out. */
export function filtroDe<T extends Record<string, string>>(escrito: T): { [K in keyof T]?: T[K] } {
  const dichos = Object.entries(escrito).map(([nombre, valor]) => [nombre, valor.trim()] as const);
  return Object.fromEntries(dichos.filter(([, valor]) => valor !== '')) as { [K in keyof T]?: T[K] };
}
