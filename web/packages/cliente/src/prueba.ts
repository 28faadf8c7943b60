import { texto } from './idioma.js';
import { SessionEnded, type Session } from './session.js';
import { pause } from './subida/patience.js';
import { Refusal } from './subida/refusal.js';

/** The texts of a proof; every byte of them counts. */
export interface Partes {
  evento: string;
  prueba: string;
  llaves: string;
  /** What a citizen read when they authorised something; its SHA-256 is in the event. */
  finalidad?: string | undefined;
}

/** What the API answers who asks for a proof. */
export interface Pedida {
  evento: string;
  sello?: Pick<Partes, 'prueba' | 'llaves'> | null;
  finalidad?: string | undefined;
  sinSello?: string | null;
}

export const FORMATO = 'carpeta.constancia/v1';

/** A proof as one file, which /app/verificar and `carpeta auditoria verificar --constancia` read. */
export const archivoDe = ({ evento, prueba, llaves, finalidad }: Partes): string =>
  `${JSON.stringify({ formato: FORMATO, evento, prueba, llaves, finalidad }, null, 2)}\n`; // what is undefined is left out

const LONGEST = 80;

/** A name for such a file: what it is, the day, and what it is about, in letters that every disk takes. */
export function nombreDe(que: string, sobre: string, hoy = new Date()): string {
  const words = sobre.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const day = [hoy.getFullYear(), hoy.getMonth() + 1, hoy.getDate()].map((n) => String(n).padStart(2, '0'));
  const name = [que, ...day, ...words].join('-');
  return `${name.length > LONGEST ? name.slice(0, name.lastIndexOf('-', LONGEST)) : name}.json`;
}

/** A seal is on its way for some seconds. */
const TRIES = 30;
const PAUSE = 2_000;

/** Asks for a proof until the server has sealed it, or its person leaves. Rejects with a Refusal where it is not sealed. */
export async function sellada(pedir: () => Promise<Pedida | null | undefined>, nombre: string, { onLeave }: Pick<Session, 'onLeave'>): Promise<File> {
  const leaves = new AbortController();
  const stop = onLeave(() => leaves.abort(new SessionEnded()));
  try {
    for (let i = 0; i < TRIES; i++) {
      const pedida = await pedir();
      if (!pedida) throw gone();
      if (pedida.sello) return new File([archivoDe({ evento: pedida.evento, ...pedida.sello, finalidad: pedida.finalidad })], nombre, { type: 'application/json' });
      if (pedida.sinSello !== 'SIN_SELLAR') throw unsealed();
      await pause(PAUSE, leaves.signal);
    }
    throw late();
  } finally {
    stop();
  }
}

/** What somebody asks for is not there, or not theirs. */
export const gone = () => new Refusal({ codigo: 'NOT_FOUND', ...texto(['Esto no está disponible.', 'Vuelva a la lista.'], ['This is not available.', 'Go back to the list.']) });

const unsealed = () =>
  new Refusal({
    codigo: 'SIN_SELLO',
    ...texto(
      ['No hay sello: el servidor no sella, o su registro está en revisión.', 'Pregunte a quien lo opera.'],
      ['There is no seal: the server seals nothing, or its log is being looked after.', 'Ask whoever runs it.'],
    ),
  });

const late = () =>
  new Refusal({
    codigo: 'SIN_SELLAR',
    ...texto(['El sello tarda más de lo normal.', 'Intente de nuevo en unos minutos.'], ['The seal takes longer than usual.', 'Try again in some minutes.']),
  });
