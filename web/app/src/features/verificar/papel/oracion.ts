import type { Lengua } from '../../../shared/i18n/i18n';
import type { Codigo } from './rechazo';
import type { Informe, Resultado } from './verificable';

/** The sentences of the Go package `verificable`, word for word: the test vectors hold both to it. */
interface Frases {
  locale: string;
  certifico: (emisor: string, titulo: string, numero: string, para: string, dia: string) => string;
  conNumero: (numero: string) => string;
  persona: (nombre: string, id: string) => string;
  deCedula: (id: string) => string;
  sinNombre: string;
  bytes: string;
  finales: Record<Resultado, (dia: string) => string>;
  rechazos: Record<Codigo, string>;
}

/** What was found, in a sentence. */
export function oracion(i: Informe, lengua: Lengua): string {
  const l = FRASES[lengua];
  const enZona = (fecha: Date, timeZone = i.zona) => new Intl.DateTimeFormat(l.locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone }).format(fecha);
  const deTexto = (dia: string | undefined) => enZona(new Date(`${dia}T00:00:00Z`), 'UTC');
  if (i.resultado === 'EMISOR_DESCONOCIDO') return l.finales.EMISOR_DESCONOCIDO('');
  const { numero, titulo, v, ciudadanoId, fechaEmision, vigencia } = i.declaracion;
  const fecha = i.sabidoEn ?? i.recibidaEn;
  const dia = i.resultado === 'VENCIDO' ? deTexto(vigencia?.hasta) : i.resultado === 'AUN_NO_VIGENTE' ? deTexto(vigencia?.desde) : fecha ? enZona(fecha) : '';
  const para = i.persona ? l.persona(i.persona.nombre, i.persona.ciudadanoId) : v === 1 ? l.deCedula(ciudadanoId ?? '') : l.sinNombre;
  const emitida = fechaEmision ? deTexto(fechaEmision) : enZona(i.firmadaEn);
  return sinControles(l.certifico(i.emisor ?? '', titulo, numero ? l.conNumero(numero) : '', para, emitida)) + l.bytes + l.finales[i.resultado](dia);
}

/** Control characters, and what turns a text around, written as in JSON: names are of whoever made the file. */
const sinControles = (text: string) => text.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

export const rechazo = (codigo: Codigo, lengua: Lengua): string => FRASES[lengua].rechazos[codigo];

const FRASES: Record<Lengua, Frases> = {
  es: {
    locale: 'es-CO',
    certifico: (emisor, titulo, numero, para, dia) => `${emisor} certificó «${titulo}»${numero} para ${para} el ${dia}. `,
    conNumero: (numero) => `, número ${numero},`,
    persona: (nombre, id) => `${nombre}, con identificación ${id},`,
    deCedula: (id) => `la persona con identificación ${id}`,
    sinNombre: 'una persona que este archivo no nombra',
    bytes: 'El documento es exactamente el que se certificó. ',
    finales: {
      EMISOR_DESCONOCIDO: () => 'No se sabe quién certificó este documento: lo firmó alguien que no está entre las entidades de su lista. No confíe en él mientras no lo verifique en el servicio donde se hizo.',
      LLAVE_REVOCADA: () => 'No es válido: la entidad ya no responde por la firma con que se hizo. Pida otro a quien se lo dio.',
      RETIRADO: (dia) => `No es válido: al ${dia} la entidad ya lo había retirado o reemplazado por otro.`,
      VENCIDO: (dia) => `No es válido: venció el ${dia}.`,
      AUN_NO_VIGENTE: (dia) => `Todavía no es válido: lo será desde el ${dia}.`,
      SIN_ESTADO: () => 'Está firmado y entero. No se sabe si la entidad lo retiró: este archivo no dice dónde se consulta, pregúntele a ella.',
      SIN_LISTA: (dia) => `Está firmado y entero, y un registro guarda que se recibió el ${dia}. No se sabe si la entidad lo retiró después: consulte su lista de estado.`,
      VALIDO: (dia) => `Válido al ${dia}.`,
    },
    rechazos: {
      NO_ES_VERIFICABLE: 'Este no es un documento verificable. Elija el archivo que termina en «.verificable.zip».',
      ARCHIVO_DANADO: 'El archivo está cortado o lo cambiaron. Cópielo de nuevo, o pida otro a quien se lo dio.',
      FALTA_PARTE: 'A este archivo le falta una parte. Pida otro a quien se lo dio.',
      SOBRA_PARTE: 'Este archivo tiene algo que no es suyo: alguien lo cambió. No lo abra; pida otro a quien se lo dio.',
      DECLARACION: 'No es auténtico: lo que dice la entidad no tiene la forma en que se firma. Pida otro a quien se lo dio.',
      LLAVE: 'No es auténtico: la parte que dice quién firmó está dañada. Pida otro a quien se lo dio.',
      FIRMA: 'No es auténtico: la firma no corresponde a lo que dice. Pida otro a quien se lo dio.',
      TITULAR: 'No es auténtico: la persona que nombra no es aquella para quien se certificó. Pida otro a quien se lo dio.',
      DOCUMENTO_CAMBIADO: 'No es auténtico: el documento no es el que se certificó. Alguien lo cambió. Pida otro a quien se lo dio.',
      EMISION: 'No es auténtico: el registro de la entrega es de otro documento. Pida otro a quien se lo dio.',
      PRUEBA: 'No es auténtico: ningún registro en el que usted confía guarda esta entrega. Pida otro a quien se lo dio.',
      ESTADO: 'No es auténtico: la parte que dice dónde se consulta su estado cambió. Pida otro a quien se lo dio.',
      LISTA: 'La lista de estado no sirve para este documento: venció, está cortada o es otra. Bájela de nuevo.',
    },
  },
  en: {
    locale: 'en-GB',
    certifico: (emisor, titulo, numero, para, dia) => `${emisor} certified “${titulo}”${numero} for ${para} on ${dia}. `,
    conNumero: (numero) => `, number ${numero},`,
    persona: (nombre, id) => `${nombre}, with identification ${id},`,
    deCedula: (id) => `the person with identification ${id}`,
    sinNombre: 'a person whom this file does not name',
    bytes: 'The document is exactly the one that was certified. ',
    finales: {
      EMISOR_DESCONOCIDO: () => 'It is not known who certified this document: whoever signed it is not among the entities of your list. Do not trust it until you have verified it at the service where it was made.',
      LLAVE_REVOCADA: () => 'It is not valid: the entity no longer answers for the signature that it was made with. Ask whoever gave it to you for another one.',
      RETIRADO: (dia) => `It is not valid: on ${dia} the entity had revoked it, or replaced it by another one.`,
      VENCIDO: (dia) => `It is not valid: it expired on ${dia}.`,
      AUN_NO_VIGENTE: (dia) => `It is not valid yet: it will be from ${dia} on.`,
      SIN_ESTADO: () => 'It is signed and whole. It is not known whether the entity took it back: this file does not say where to look, ask the entity.',
      SIN_LISTA: (dia) => `It is signed and whole, and a log holds that it was received on ${dia}. It is not known whether the entity took it back later: consult its status list.`,
      VALIDO: (dia) => `Valid on ${dia}.`,
    },
    rechazos: {
      NO_ES_VERIFICABLE: 'This is no verifiable document. Choose the file that ends in “.verificable.zip”.',
      ARCHIVO_DANADO: 'The file is cut, or was changed. Copy it again, or ask whoever gave it to you for another one.',
      FALTA_PARTE: 'A part of this file is missing. Ask whoever gave it to you for another one.',
      SOBRA_PARTE: 'This file has something in it that is not its own: somebody changed it. Do not open it; ask whoever gave it to you for another one.',
      DECLARACION: 'It is not genuine: what the entity says is not in the form that is signed. Ask whoever gave it to you for another one.',
      LLAVE: 'It is not genuine: the part that says who signed is damaged. Ask whoever gave it to you for another one.',
      FIRMA: 'It is not genuine: the signature is not of what it says. Ask whoever gave it to you for another one.',
      TITULAR: 'It is not genuine: the person it names is not the one for whom it was certified. Ask whoever gave it to you for another one.',
      DOCUMENTO_CAMBIADO: 'It is not genuine: the document is not the one that was certified. Somebody changed it. Ask whoever gave it to you for another one.',
      EMISION: 'It is not genuine: the record of the delivery is of another document. Ask whoever gave it to you for another one.',
      PRUEBA: 'It is not genuine: no log that you trust holds this delivery. Ask whoever gave it to you for another one.',
      ESTADO: 'It is not genuine: the part that says where its status is kept was changed. Ask whoever gave it to you for another one.',
      LISTA: 'The status list is of no use for this document: it expired, is cut, or is another one. Fetch it again.',
    },
  },
};
