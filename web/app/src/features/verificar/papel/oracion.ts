import oraciones from '../../../../../../verificable/oraciones.json';
import type { Lengua } from '../../../shared/i18n/i18n';
import type { Codigo } from './rechazo';
import type { Informe, Resultado } from './verificable';

/** Of each result and each refusal there is a sentence in both languages, or this does not compile. */
const FRASES: Record<Lengua, { finales: Record<Resultado, string>; rechazos: Record<Codigo, string> } & Record<'certifico' | 'conNumero' | 'persona' | 'deCedula' | 'sinNombre' | 'bytes', string>> = oraciones;
const LOCALES: Record<Lengua, string> = { es: 'es-CO', en: 'en-GB' };

/** Fills a sentence in: the value of `dia` takes the place of {dia}. */
const con = (oracion: string, valores: Readonly<Record<string, string>>) => oracion.replace(/\{(\w+)\}/g, (todo, nombre: string) => valores[nombre] ?? todo);

/** What was found, in a sentence. */
export function oracion(i: Informe, lengua: Lengua): string {
  const l = FRASES[lengua];
  const enZona = (fecha: Date, timeZone = i.zona) => new Intl.DateTimeFormat(LOCALES[lengua], { day: 'numeric', month: 'long', year: 'numeric', timeZone }).format(fecha);
  const deTexto = (dia: string | undefined) => enZona(new Date(`${dia}T00:00:00Z`), 'UTC');
  if (i.resultado === 'EMISOR_DESCONOCIDO') return l.finales.EMISOR_DESCONOCIDO;
  const { numero, titulo, v, ciudadanoId, fechaEmision, vigencia } = i.declaracion;
  const fecha = i.sabidoEn ?? i.recibidaEn;
  const dia = i.resultado === 'VENCIDO' ? deTexto(vigencia?.hasta) : i.resultado === 'AUN_NO_VIGENTE' ? deTexto(vigencia?.desde) : fecha ? enZona(fecha) : '';
  const para = i.persona ? con(l.persona, { nombre: i.persona.nombre, id: i.persona.ciudadanoId }) : v === 1 ? con(l.deCedula, { id: ciudadanoId ?? '' }) : l.sinNombre;
  const emitida = fechaEmision ? deTexto(fechaEmision) : enZona(i.firmadaEn);
  const certifico = con(l.certifico, { emisor: i.emisor ?? '', titulo, numero: numero ? con(l.conNumero, { numero }) : '', para, dia: emitida });
  return sinControles(certifico) + l.bytes + con(l.finales[i.resultado], { dia });
}

/** Control characters, and what turns a text around, written as in JSON: names are of whoever made the file. */
const sinControles = (text: string) => text.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

export const rechazo = (codigo: Codigo, lengua: Lengua): string => FRASES[lengua].rechazos[codigo];
