import type { Falla } from '@carpeta-ciudadana/cliente';
import type { FiltroEventosAuditoria } from '../generado/graphql';
import { GRAVEDADES, RESULTADOS, SERVICIOS, TIPOS } from './nombres';

/** How long ago, as the API takes it. */
export const RELATIVOS = ['15m', '1h', '24h', '7d', '30d'] as const;

/** An end of the time that is asked for: open, so long ago, or a moment. */
export interface Extremo {
  forma: '' | (typeof RELATIVOS)[number] | 'fecha';
  /** As <input type="datetime-local"> has it, in the time of this machine. */
  fecha: string;
}

/** What a person asks the trail, as the form has it. The empty text is "any". */
export interface Pedido {
  operadorId: string;
  correlationId: string;
  tipo: keyof typeof TIPOS | '';
  servicio: keyof typeof SERVICIOS | '';
  outcome: keyof typeof RESULTADOS | '';
  severity: keyof typeof GRAVEDADES | '';
  desde: Extremo;
  hasta: Extremo;
}

export const SIN_LIMITE: Extremo = { forma: '', fecha: '' };

export const PRIMERO: Pedido = { operadorId: '', correlationId: '', tipo: '', servicio: '', outcome: '', severity: '', desde: { forma: '24h', fecha: '' }, hasta: SIN_LIMITE };

/** The form says beside each of these what is wrong with it. */
export const PARTES = Object.keys(PRIMERO);

/** Names of the parts of a form that are wrong. */
export type Faltas = Partial<Record<keyof Pedido, string>>;

/** A moment that was chosen has to be one. */
export const faltaLaFecha = ({ forma, fecha }: Extremo) => forma === 'fecha' && Number.isNaN(Date.parse(fecha));

function instanteDe({ forma, fecha }: Extremo): string | undefined {
  if (forma === '') return undefined;
  return forma === 'fecha' ? new Date(fecha).toISOString() : forma;
}

/** For GraphQL. What is not asked for is left out. */
export function filtroDe({ operadorId, correlationId, desde, hasta, ...exactos }: Pedido): FiltroEventosAuditoria {
  const filtro = { operadorId: operadorId.trim(), correlationId: correlationId.trim(), ...exactos, desde: instanteDe(desde), hasta: instanteDe(hasta) };
  return Object.fromEntries(Object.entries(filtro).filter(([, value]) => value)) as FiltroEventosAuditoria;
}

/** For the REST face: the seven filters of S-STORAGE-010 as it names them, and whose trail in the path. */
export function direccionDe({ operadorId, correlationId, tipo, servicio, outcome, severity, desde, hasta }: Pedido): string {
  const whose = operadorId.trim();
  const parameters = {
    correlation_id: correlationId.trim(),
    event_type: tipo && TIPOS[tipo],
    service: servicio && SERVICIOS[servicio],
    outcome: outcome && RESULTADOS[outcome],
    severity: severity && GRAVEDADES[severity],
    since: instanteDe(desde),
    until: instanteDe(hasta),
  };
  const query = new URLSearchParams(Object.entries(parameters).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  return `/api/v1/${whose && `operadores/${encodeURIComponent(whose)}/`}audit/events?${query.toString()}`;
}

/** What the server finds wrong with a filter, by the part of the form, in the words of the page where it has some; `otra` stands for all others. */
export function faltasDe(campos: Falla['campos'] = [], dichas: Faltas, otra?: string): Faltas {
  const named = campos.map(({ campo, mensaje }) => ({ parte: campo.replace(/^filtro\./, '') as keyof Pedido, mensaje }));
  return Object.fromEntries(named.map(({ parte, mensaje }) => [parte, dichas[parte] ?? otra ?? mensaje]));
}
