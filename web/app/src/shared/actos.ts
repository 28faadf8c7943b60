import type { MiradaDeCarpetaFragment } from '@carpeta-ciudadana/cliente/operaciones';

/** A look, of the folder's list or of one document's. */
export type Mirada = Omit<MiradaDeCarpetaFragment, ' $fragmentName'>;

/** A document that somebody looked at; without an id it is gone, without a title nothing of it is kept. */
export interface Visto {
  documentoId: string;
  id: string | undefined;
  titulo: string | undefined;
}

/** What somebody did at once: a line of the statement. */
export interface Acto {
  /** The look that says most about it. */
  mirada: Mirada;
  /** When it was, or the first of several times. */
  en: string;
  documentos: Visto[];
  /** How often it was done, one right after the other. */
  veces: number;
}

/** A day of the statement, the newest act first. */
export interface Dia {
  /** A moment of it. */
  en: string;
  ajenos: Acto[];
  /** What the person did: nobody has to read it. */
  propios: Acto[];
}

/** Looks that are further apart than this are told apart: a link lives for some minutes. */
const CERCA = 15 * 60_000;

const INGRESO = 'sesion.iniciada';
const USO = 'archivo.servido';

/** Whoever had a code. Looks by the same code from one address have the same act, and its owner is told how many they are. */
const POR_CODIGO = 'codigo';

/** What an owner does to look at their things. A sign-in is not among it: they have to see one that is not theirs. */
const PROPIOS = ['documento.visto', 'documento.descargado'];

/** Looks, the newest first, as a statement by days. */
export function diasDe(miradas: readonly Mirada[], hayMas: boolean): Dia[] {
  const dias: Dia[] = [];
  for (const acto of actosDe(miradas, hayMas)) {
    let dia = dias.at(-1);
    if (!dia || !mismoDia(dia.en, acto.en)) dias.push((dia = { en: acto.en, ajenos: [], propios: [] }));
    (esPropio(acto) ? dia.propios : dia.ajenos).push(acto);
  }
  return dias;
}

const esPropio = ({ mirada }: Acto) => mirada.propio && PROPIOS.includes(mirada.tipo);

/** Looks, the newest first, as acts. While more are to come, what may belong to one of them waits. */
export const actosDe = (miradas: readonly Mirada[], hayMas: boolean): Acto[] => repetidos(reunidos(miradas, hayMas));

function reunidos(miradas: readonly Mirada[], hayMas: boolean): Acto[] {
  const abiertos = new Map<string, Acto>();
  const actos: Acto[] = [];
  for (const mirada of miradas) {
    const visita = mirada.rol === POR_CODIGO;
    const clave = visita ? `${mirada.acto} ${mirada.tipo}` : mirada.acto;
    const abierto = abiertos.get(clave);
    if (abierto && (mirada.tipo === INGRESO || cerca(abierto.en, mirada.en)) && (!visita || mismoDia(abierto.en, mirada.en))) {
      if (visita) abierto.veces += 1;
      agregar(abierto, mirada);
      continue;
    }
    const acto: Acto = { mirada, en: mirada.en, documentos: [], veces: 1 };
    agregar(acto, mirada);
    abiertos.set(clave, acto);
    actos.push(acto);
  }
  const ultima = miradas.at(-1);
  // The use of a link says nothing about who had it: that is told by an older look, which may be on the next page.
  const incompleto = ({ mirada, en }: Acto, until: string) => mirada.tipo === USO && mirada.rol !== POR_CODIGO && cerca(en, until);
  const completos = hayMas && ultima ? actos.filter((acto) => !incompleto(acto, ultima.en)) : actos;
  return completos.sort((a, b) => Date.parse(b.en) - Date.parse(a.en));
}

/** An act takes one more look in, an older one. */
function agregar(acto: Acto, mirada: Mirada): void {
  acto.en = mirada.en;
  if (acto.mirada.tipo === USO) acto.mirada = mirada;
  const { documentoId, documento, titulo } = mirada;
  if (documentoId && !acto.documentos.some((visto) => visto.documentoId === documentoId)) {
    acto.documentos.push({ documentoId, id: documento?.id, titulo: documento?.titulo ?? titulo ?? undefined });
  }
}

/** The same, done again and again, is one line. */
function repetidos(actos: readonly Acto[]): Acto[] {
  const lineas: Acto[] = [];
  for (const acto of actos) {
    const anterior = lineas.at(-1);
    if (anterior && igual(anterior, acto) && cerca(anterior.en, acto.en) && mismoDia(anterior.en, acto.en)) {
      anterior.veces += 1;
      anterior.en = acto.en;
    } else lineas.push({ ...acto });
  }
  return lineas;
}

const DICE = ['tipo', 'rol', 'propio', 'operadorId', 'entidadId', 'proposito', 'baseLegal'] as const;

function igual(a: Acto, b: Acto): boolean {
  if (a.mirada.tipo === INGRESO || a.mirada.rol === POR_CODIGO) return false; // a sign-in is told by itself, visits were counted
  return DICE.every((campo) => a.mirada[campo] === b.mirada[campo]) && claves(a) === claves(b);
}

const claves = ({ documentos }: Acto) => documentos.map(({ documentoId }) => documentoId).sort().join();

const cerca = (a: string, b: string) => Math.abs(Date.parse(a) - Date.parse(b)) <= CERCA;

const mismoDia = (a: string, b: string) => new Date(a).toDateString() === new Date(b).toDateString();
