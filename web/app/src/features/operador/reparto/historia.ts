/** What one answer told: the index, and how much waits of each operador that it names. */
export interface Lectura {
  indice: number | null;
  espera: ReadonlyMap<string, number>;
  /** Whether nothing waits of those whom it does not name; false if there were more than it could name. */
  completa: boolean;
}

/** A reading, and when it came, in milliseconds since the first one. */
export interface Muestra extends Lectura {
  en: number;
}

/** What three clocks say, in milliseconds: those of the page, of the machine, and of the server. */
export interface Relojes {
  pagina: number;
  maquina: number;
  servidor: number;
}

/** What was read in the last hour, the newest last. */
export interface Historia {
  muestras: readonly Muestra[];
  /** When the newest came. */
  relojes: Relojes | undefined;
}

export const VACIA: Historia = { muestras: [], relojes: undefined };

export const MINUTO = 60_000;
const HORA = 60 * MINUTO;
/** Of so many milliseconds one reading is kept, the last: whoever comes and goes pushes no older one out. */
const CASILLA = 10_000;
const MUESTRAS = HORA / CASILLA;

const casilla = (en: number) => Math.floor(en / CASILLA);

/** The history with one reading more, and without what is older than an hour. */
export function conLectura({ muestras, relojes }: Historia, lectura: Lectura, ahora: Relojes): Historia {
  const ultima = muestras.at(-1);
  const en = ultima && relojes ? ultima.en + pasado(relojes, ahora) : 0;
  const antes = muestras.filter((one) => en - one.en < HORA && casilla(one.en) !== casilla(en));
  return { muestras: [...antes, { ...lectura, en }].slice(-MUESTRAS), relojes: ahora };
}

/**
 * How much time has passed, by the clock in the middle of three. One of them may be wrong: that of the page stands still
 * while the machine sleeps, somebody sets that of the machine, or a server with another clock has answered.
 */
function pasado(antes: Relojes, ahora: Relojes): number {
  const [, enMedio = 0] = [ahora.pagina - antes.pagina, ahora.maquina - antes.maquina, ahora.servidor - antes.servidor].sort((a, b) => a - b);
  return Math.max(enMedio, 0);
}

/** A number at a moment; null if there was none. */
export interface Punto {
  en: number;
  valor: number | null;
}

export const esperaDe = (muestras: readonly Muestra[], operadorId: string): Punto[] =>
  muestras.map(({ en, espera, completa }) => ({ en, valor: espera.get(operadorId) ?? (completa ? 0 : null) }));

export const indices = (muestras: readonly Muestra[]): Punto[] => muestras.map(({ en, indice }) => ({ en, valor: indice }));

export interface Resumen {
  ahora: number | null;
  menor: number;
  mayor: number;
}

/** What there is to say of numbers; undefined if there is none. */
export function resumen(puntos: readonly Punto[]): Resumen | undefined {
  const valores = puntos.flatMap(({ valor }) => valor ?? []);
  if (valores.length === 0) return undefined;
  return { ahora: puntos.at(-1)?.valor ?? null, menor: Math.min(...valores), mayor: Math.max(...valores) };
}

/** The widths that a chart may have, in minutes: it grows with what there is to show. */
const LAPSOS = [5, 15, 30, 60];

/** How many minutes a chart of these shows. */
export function lapsoDe(muestras: readonly Muestra[]): number {
  const lapso = ((muestras.at(-1)?.en ?? 0) - (muestras[0]?.en ?? 0)) / MINUTO;
  return LAPSOS.find((one) => lapso <= one) ?? 60;
}

/** Where nothing was read for longer than this, a line is broken: four readings did not come. */
const SIN_LEER = MINUTO;

/**
 * The path of a line through these, in a box of 100 by 100 whose right edge is the newest of them. A number without
 * neighbours is a dot.
 */
export function trazo(puntos: readonly Punto[], { minutos, tope }: { minutos: number; tope: number }): string {
  const hasta = puntos.at(-1)?.en ?? 0;
  let antes: number | undefined;
  const pasos = puntos.map(({ en, valor }) => {
    const junto = antes !== undefined && en - antes <= SIN_LEER;
    antes = valor === null ? undefined : en;
    if (valor === null) return '';
    const lugar = `${redondo(100 - (100 * (hasta - en)) / (minutos * MINUTO))} ${redondo(100 - (100 * valor) / tope)}`;
    return junto ? `L${lugar}` : `M${lugar}h.01`;
  });
  return pasos.join('');
}

const redondo = (n: number) => Number(n.toFixed(2));
