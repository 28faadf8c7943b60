import type { Entry } from './files';

/** What the event says that ended a deletion. */
export interface Borrado {
  /** When it was done. */
  en: string;
  /** The kind of the document, and how large it was; absent in receipts of before, and of what nobody remembers. */
  tipo: string | undefined;
  bytes: number | undefined;
  solicitante: string | undefined;
  aprobada: boolean;
}

/** What was erased, if this is the event of that. */
export function borradoDe(entry: Entry): Borrado | undefined {
  const { tipo, momento, datos } = hechoDe(entry);
  if (tipo !== 'eliminacion.completada' || typeof momento !== 'string' || Number.isNaN(Date.parse(momento))) return undefined;
  const { tipoDocumento, bytes, solicitante, aprobacion } = recordOf(datos);
  return { en: momento, tipo: textIn(tipoDocumento), bytes: /^\d{1,15}$/.test(String(bytes)) ? Number(bytes) : undefined, solicitante: textIn(solicitante), aprobada: aprobacion === 'APROBADA' };
}

/** What the event says by which a citizen authorised an entity to see documents, or ended that. */
export interface Autorizado {
  en: string;
  fin: boolean;
  nit: string;
  tramite: string;
  version: string;
  /** Of an authorisation: how many documents, and until when. */
  documentos: number;
  hasta: string | undefined;
}

/** What was authorised or ended, if this is the event of that. */
export function autorizadoDe(entry: Entry): Autorizado | undefined {
  const { tipo, momento, datos } = hechoDe(entry);
  const fin = tipo === 'autorizacion.terminada';
  if ((!fin && tipo !== 'autorizacion.otorgada') || typeof momento !== 'string' || Number.isNaN(Date.parse(momento))) return undefined;
  const { entidad, nit, tramite, version, documentos, hasta } = recordOf(datos);
  const until = textIn(hasta);
  return {
    en: momento,
    fin,
    nit: textIn(nit) ?? textIn(entidad) ?? '',
    tramite: textIn(tramite) ?? '',
    version: textIn(version) ?? '',
    documentos: (textIn(documentos) ?? '').split(' ').filter(Boolean).length,
    hasta: until !== undefined && !Number.isNaN(Date.parse(until)) ? until : undefined,
  };
}

/** Whose log an event says that it is in. */
export const operadorDe = (entry: Entry): string | undefined => textIn(hechoDe(entry).operadorId);

function hechoDe(entry: Entry): Record<string, unknown> {
  try {
    return recordOf(JSON.parse(entry.text));
  } catch {
    return {}; // who signed it may have written anything
  }
}

const recordOf = (value: unknown): Record<string, unknown> => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {});
const textIn = (value: unknown) => (typeof value === 'string' ? value : undefined);
