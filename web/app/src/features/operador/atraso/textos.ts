import type { EdadDeEliminacion } from '../generado/graphql';

/** The texts of the pending work, in both languages. */
const es = {
  titulo: 'Trabajo pendiente',
  intro: 'Cuántas eliminaciones están pendientes o fallaron. Se lee de nuevo cada 15 segundos; no nombra a nadie.',
  pausar: 'Pausar',
  seguir: 'Seguir en vivo',
  enPausa: 'En pausa: las cifras son las últimas que se leyeron.',
  oMas: (n: string) => `${n} o más`,
  atraso: 'Eliminaciones por estado y edad',
  atrasoDe: (operador: string) => `Eliminaciones de ${operador} por estado y edad`,
  edad: 'Edad',
  eliminaciones: 'Eliminaciones',
  estado: (estado: string, total: string) => `${estado}: ${total}`,
  masAntigua: (momento: string) => `La más antigua se pidió: ${momento}`,
  nada: 'Ninguna eliminación está pendiente ni fallida.',
  edades: { MINUTO: 'Menos de un minuto', HORA: 'Menos de una hora', DIA: 'Menos de un día', SEMANA: 'Menos de una semana', MAYOR: 'Una semana o más' } satisfies Record<EdadDeEliminacion, string>,
};

const en: typeof es = {
  titulo: 'Pending work',
  intro: 'How many deletions are pending or failed. It is read again every 15 seconds; it names nobody.',
  pausar: 'Pause',
  seguir: 'Go on live',
  enPausa: 'Paused: the figures are the last that were read.',
  oMas: (n) => `${n} or more`,
  atraso: 'Deletions by state and age',
  atrasoDe: (operador) => `Deletions of ${operador} by state and age`,
  edad: 'Age',
  eliminaciones: 'Deletions',
  estado: (estado, total) => `${estado}: ${total}`,
  masAntigua: (momento) => `The oldest was asked for: ${momento}`,
  nada: 'No deletion is pending or failed.',
  edades: { MINUTO: 'Less than a minute', HORA: 'Less than an hour', DIA: 'Less than a day', SEMANA: 'Less than a week', MAYOR: 'A week or more' },
};

export const textos = { es, en };
