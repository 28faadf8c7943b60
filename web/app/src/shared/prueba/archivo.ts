/** The three texts of a proof; every byte of them counts. */
export interface Partes {
  evento: string;
  prueba: string;
  llaves: string;
}

export const FORMATO = 'carpeta.constancia/v1';

/** A proof as one file, which /app/verificar and `carpeta auditoria verificar --constancia` read. */
export const archivoDe = ({ evento, prueba, llaves }: Partes): string => `${JSON.stringify({ formato: FORMATO, evento, prueba, llaves }, null, 2)}\n`;

const LONGEST = 80;

/** A name for such a file: what it is, the day, and what it is about, in letters that every disk takes. */
export function nombreDe(que: string, sobre: string, hoy = new Date()): string {
  const words = sobre.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const day = [hoy.getFullYear(), hoy.getMonth() + 1, hoy.getDate()].map((n) => String(n).padStart(2, '0'));
  const name = [que, ...day, ...words].join('-');
  return `${name.length > LONGEST ? name.slice(0, name.lastIndexOf('-', LONGEST)) : name}.json`;
}
