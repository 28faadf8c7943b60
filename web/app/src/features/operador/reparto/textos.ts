import type { EdadDeEliminacion } from '../generado/graphql';

/** The texts of how the work is divided, in both languages. */
const es = {
  titulo: 'Trabajo y reparto',
  intro: 'Cuánto trabajo espera y cómo se reparte. Se lee de nuevo cada 15 segundos; no nombra a nadie.',
  pausar: 'Pausar',
  seguir: 'Seguir en vivo',
  enPausa: 'En pausa: las cifras son las últimas que se leyeron.',
  espera: 'Órdenes que esperan turno',
  ordenes: 'Órdenes',
  operador: 'Operador',
  hechas: (desde: string) => `Eliminaciones completadas desde ${desde}`,
  completadas: 'Completadas',
  conPeso: (operador: string, peso: number) => `${operador} (peso ${peso})`,
  oMas: (n: string) => `${n} o más`,
  masEspera: (operador: string, momento: string) => `La que más espera es de ${operador}: desde ${momento}`,
  incompleto: 'Hay más operadores: se muestran los primeros 100 por nombre.',
  equidad: 'Equidad',
  indice: (indice: string) => `Índice de Jain: ${indice} de 1. Con 1, cada operador con trabajo en espera recibe lo que le toca por su peso.`,
  sinIndice: 'No hay qué comparar: hacen falta dos operadores con trabajo en espera, y algo completado.',
  ultimaHora: 'La última hora',
  seMira: (minutos: number) => `Se mira desde hace ${minutosEs(minutos)}.`,
  comoSeMira: 'Se lee mientras esta página está abierta y a la vista: donde no se leyó, la línea se corta.',
  esperaEnElTiempo: (tope: string) => `Espera en cada lectura, de 0 a ${tope}`,
  indiceEnElTiempo: 'Equidad en cada lectura, de 0 a 1',
  nombreDelIndice: 'Índice',
  linea: (nombre: string, ahora: string, menor: string, mayor: string) => `${nombre}: ${ahora} en la última lectura; mínimo ${menor}, máximo ${mayor}`,
  sinDato: 'sin dato',
  nadaEspero: 'Ninguna orden esperó en ninguna lectura.',
  losDemas: 'De los demás operadores ninguna orden esperó en ninguna lectura.',
  minutosAntes: (minutos: number) => (minutos === 60 ? 'una hora antes' : `${minutos} minutos antes`),
  ultimaLectura: 'última lectura',
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
  titulo: 'Work and shares',
  intro: 'How much work waits, and how it is divided. It is read again every 15 seconds; it names nobody.',
  pausar: 'Pause',
  seguir: 'Go on live',
  enPausa: 'Paused: the figures are the last that were read.',
  espera: 'Commands that wait for their turn',
  ordenes: 'Commands',
  operador: 'Operador',
  hechas: (desde) => `Deletions completed since ${desde}`,
  completadas: 'Completed',
  conPeso: (operador, peso) => `${operador} (weight ${peso})`,
  oMas: (n) => `${n} or more`,
  masEspera: (operador, momento) => `The one that waits longest is of ${operador}: since ${momento}`,
  incompleto: 'There are more operadores: these are the first 100 by name.',
  equidad: 'Fairness',
  indice: (indice) => `Jain's index: ${indice} of 1. At 1, each operador with work waiting gets its part by weight.`,
  sinIndice: 'There is nothing to compare: it needs two operadores with work waiting, and something completed.',
  ultimaHora: 'The last hour',
  seMira: (minutos) => `Watched for ${minutosEn(minutos)}.`,
  comoSeMira: 'It is read while this page is open and in sight: where nothing was read, the line is broken.',
  esperaEnElTiempo: (tope) => `Waiting at each reading, from 0 to ${tope}`,
  indiceEnElTiempo: 'Fairness at each reading, from 0 to 1',
  nombreDelIndice: 'Index',
  linea: (nombre, ahora, menor, mayor) => `${nombre}: ${ahora} at the last reading; least ${menor}, greatest ${mayor}`,
  sinDato: 'no figure',
  nadaEspero: 'No command waited at any reading.',
  losDemas: 'Of the other operadores no command waited at any reading.',
  minutosAntes: (minutos) => (minutos === 60 ? 'an hour before' : `${minutos} minutes before`),
  ultimaLectura: 'last reading',
  atraso: 'Deletions by state and age',
  atrasoDe: (operador) => `Deletions of ${operador} by state and age`,
  edad: 'Age',
  eliminaciones: 'Deletions',
  estado: (estado, total) => `${estado}: ${total}`,
  masAntigua: (momento) => `The oldest was asked for: ${momento}`,
  nada: 'No deletion is pending or failed.',
  edades: { MINUTO: 'Less than a minute', HORA: 'Less than an hour', DIA: 'Less than a day', SEMANA: 'Less than a week', MAYOR: 'A week or more' },
};

function minutosEs(n: number): string {
  if (n < 1) return 'menos de un minuto';
  if (n >= 60) return 'una hora o más';
  return n === 1 ? '1 minuto' : `${n} minutos`;
}

function minutosEn(n: number): string {
  if (n < 1) return 'less than a minute';
  if (n >= 60) return 'an hour or more';
  return n === 1 ? '1 minute' : `${n} minutes`;
}

export const textos = { es, en };
