import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { diaEn } from '../../../shared/hoy';
import { huellaDe } from '../../../shared/jose';
import { startsWith, utf8 } from '../bytes';
import { comprobar } from '../comprobar';
import { lineUnder, readKeys, type Key } from '../keys';
import { esDia, leerCanonico, leerDeclaracion, leerTitular, type Declaracion, type Titular } from './declaracion';
import { leerIJson } from './ijson';
import { esLlave, leerLlave, verificarFirma } from './firma';
import { leerLista, rutaDe, type Estado } from './lista';
import { o, Rechazo } from './rechazo';
import { abrir, crc32, type Abierto } from './zip';

export type Resultado = 'EMISOR_DESCONOCIDO' | 'LLAVE_REVOCADA' | 'RETIRADO' | 'VENCIDO' | 'AUN_NO_VIGENTE' | 'SIN_ESTADO' | 'SIN_LISTA' | 'VALIDO';

/** Whom somebody trusts. It never comes from the file. */
export interface Confianza {
  zona: string;
  logs: Key[];
  entidades: Entidad[];
}

/** An issuer. */
interface Entidad {
  entidadId: string;
  nombre: string;
  llaves: LlaveEmisora[];
  /** Every document that it signed from then on has a sealed fact; undefined: nobody says so. */
  emisionDesde: Date | undefined;
}

interface LlaveEmisora {
  huella: string;
  revocadaDesde: Date | undefined;
}

/** What was found. */
export interface Informe {
  resultado: Resultado;
  declaracion: Declaracion;
  persona: Titular | undefined;
  emisor: string | undefined;
  firmadaEn: Date;
  /** As the log keeps it. */
  recibidaEn: Date | undefined;
  registro: string | undefined;
  /** When the status list was made; undefined without it. */
  sabidoEn: Date | undefined;
  estado: Estado | undefined;
  zona: string;
}

/** Reads a file of trust. An issuer, or a key, that is no such thing costs that row: the others stay. */
export function leerConfianza(text: string): Confianza {
  const { formato, hechaEn, zona, logs, entidades, ...mas } = leerIJson(text) as { formato: string; hechaEn: unknown; zona: string; logs: string[]; entidades?: unknown[] | null };
  if (formato !== 'carpeta.confianza/v1' || !momento(hechaEn) || !zona || Object.keys(mas).length > 0) throw new Error('another format');
  diaEn(zona, new Date(0)); // there is such a zone
  return { zona, logs: logs.length > 0 ? readKeys(utf8ToBytes(logs.join('\n'))) : [], entidades: (entidades ?? []).flatMap(leerEntidad) };
}

function leerEntidad(fila: unknown): Entidad[] {
  const { entidadId, nombre, llaves, emisionDesde, ...mas } = { ...(fila as Record<string, unknown>) };
  if (typeof entidadId !== 'string' || typeof nombre !== 'string' || !entidadId || !nombre || Object.keys(mas).length > 0) return [];
  const desde = momento(emisionDesde);
  return Array.isArray(llaves ?? []) && desde !== null ? [{ entidadId, nombre, llaves: ((llaves ?? []) as unknown[]).flatMap(leerEmisora), emisionDesde: desde }] : [];
}

const MOMENTO = /^\d{4}-\d\d-\d\dT([01]\d|2[0-3])(:[0-5]\d){2}(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

function leerEmisora(fila: unknown): LlaveEmisora[] {
  const { jwk, huella, revocadaDesde, ...mas } = { ...(fila as Record<string, unknown>) };
  if (!esLlave(jwk) || huellaDe(jwk) !== huella || Object.keys(mas).length > 0) return [];
  const desde = momento(revocadaDesde);
  return desde === null ? [] : [{ huella, revocadaDesde: desde }];
}

/** The moment that a row states, undefined if it states none, null if that is no moment. */
function momento(dicho: unknown): Date | undefined | null {
  if (dicho === undefined || dicho === null) return undefined;
  const date = new Date(typeof dicho === 'string' && MOMENTO.test(dicho) && esDia(dicho.slice(0, 10)) ? dicho : NaN);
  return Number.isNaN(+date) ? null : date;
}

/**
 * Says what a file is worth to somebody who trusts so: the port of the Go package `verificable`, on whose test vectors it
 * runs. Throws Rechazo: why the file proves nothing. `lista` gets the token of the status list, if it can be had.
 */
export async function verificar(file: Uint8Array, confianza: Confianza, ahora: Date, lista: (ruta: string) => Promise<Uint8Array | undefined>): Promise<Informe> {
  const abierto = abrir(file);
  const { declaracion, llave, firmadaEn, persona, estado } = await firmado(abierto);
  const emision = leerEmision(abierto, llave.huella, estado);
  if (bytesToHex(sha256(abierto.documento)) !== declaracion.hashDocumento) throw new Rechazo('DOCUMENTO_CAMBIADO');
  if (crc32(abierto.documento) !== abierto.crc) throw new Rechazo('ARCHIVO_DANADO');
  const informe: Informe = {
    resultado: 'EMISOR_DESCONOCIDO', declaracion, persona, firmadaEn, estado, zona: confianza.zona,
    emisor: undefined, recibidaEn: undefined, registro: undefined, sabidoEn: undefined,
  }; // prettier-ignore
  const suyas = confianza.entidades.filter(({ llaves }) => llaves.some(({ huella }) => huella === llave.huella));
  const emisor = suyas.find(({ entidadId }) => entidadId === emision?.entidadId) ?? suyas[0];
  if (!emisor) return informe;
  informe.emisor = emisor.nombre;
  if (!emision && emisor.emisionDesde && firmadaEn >= emisor.emisionDesde) throw new Rechazo('SIN_EMISION');
  let llaves = confianza.logs;
  if (emision) {
    const { origin } = probar(abierto, confianza);
    if (emision.entidadId !== emisor.entidadId) throw new Rechazo('EMISION');
    Object.assign(informe, { recibidaEn: emision.momento, registro: origin });
    llaves = llaves.filter((key) => origin.startsWith(`${key.origin}/`));
  }
  const retirado = await mirarLista(informe, llaves, ahora, estado && (await lista(rutaDe(estado.uri))));
  const revocada = emisor.llaves.find(({ huella }) => huella === llave.huella)?.revocadaDesde;
  informe.resultado = resultadoDe(informe, revocada, retirado, ahora);
  return informe;
}

/** Everything that needs no trust: the parts belong together. */
async function firmado({ partes }: Abierto) {
  const bytes = partes.get('declaracion.json')!;
  const declaracion = leerDeclaracion(bytes);
  const llave = leerLlave(partes.get('llave.json')!);
  const firmadaEn = await verificarFirma(new TextDecoder('utf-8', { ignoreBOM: true }).decode(partes.get('firma.jws')), llave, bytes);
  const titular = partes.get('titular.json');
  const persona = titular && leerTitular(titular, declaracion);
  const referencia = partes.get('estado.json');
  const estado = referencia && o('ESTADO', () => leerEstado(referencia));
  return { declaracion, llave, firmadaEn, persona, estado };
}

function leerEstado(bytes: Uint8Array): Estado {
  const { idx, uri, ...mas } = leerCanonico(bytes);
  const bien = typeof idx === 'number' && Number.isInteger(idx) && idx >= 0 && idx < 1 << 20 && typeof uri === 'string' && /^https?:\/\/.*\/estado\/(0|[1-9]\d{0,9})$/.test(uri);
  if (!bien || Object.keys(mas).length > 0) throw new Error('reference');
  return { idx, uri };
}

interface Emision {
  entidadId: unknown;
  momento: Date;
}

/** The sealed fact, which has to be of this statement, this key and this status. */
function leerEmision({ partes }: Abierto, huella: string, estado: Estado | undefined): Emision | undefined {
  const referencia = estado ? `${estado.uri}#${estado.idx}` : undefined;
  const bytes = partes.get('emision.txt');
  if (!bytes) {
    if (referencia) throw new Rechazo('ESTADO');
    return undefined;
  }
  const { tipo, recibida, datos } = o('EMISION', () => evento(bytes));
  const resumen = bytesToHex(sha256(concatBytes(partes.get('declaracion.json')!, utf8ToBytes('.'), partes.get('firma.jws')!)));
  if (tipo !== 'emision' || datos.resumen !== resumen || datos.huella !== huella) throw new Rechazo('EMISION');
  if ((datos.estado ?? undefined) !== referencia) throw new Rechazo('ESTADO');
  return { entidadId: datos.entidadId, momento: recibida };
}

const CABEZA = /^carpeta\.evento\/v1\nsal [A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=\n\n$/; // 32 bytes leave two bits of the last letter over: both are 0
const LARGO = 'carpeta.evento/v1\nsal '.length + 44 + 2;

function evento(bytes: Uint8Array) {
  const text = utf8(bytes);
  if (!CABEZA.test(text.slice(0, LARGO))) throw new Error('head');
  const { tipo, momento: dicho, datos } = leerIJson(text.slice(LARGO)) as { tipo?: string; momento?: unknown; datos?: Record<string, unknown> };
  const recibida = momento(dicho);
  if (!recibida || typeof datos !== 'object' || typeof datos.entidadId !== 'string' || typeof (datos.estado ?? '') !== 'string') throw new Error('event');
  return { tipo, recibida, datos };
}

/** The place of the event in a log of a host that is trusted: its key vouches for all of its logs. */
function probar({ partes }: Abierto, confianza: Confianza) {
  return o('PRUEBA', () => {
    const prueba = partes.get('prueba.txt')!;
    if (!startsWith(prueba, utf8ToBytes('c2sp.org/tlog-proof@v1\n'))) throw new Error('no proof');
    const origin = new TextDecoder().decode(prueba).split('\n\n')[1]?.split('\n')[0] ?? '';
    const lines = confianza.logs.filter((key) => origin.startsWith(`${key.origin}/`)).map((key) => lineUnder(key, origin));
    return comprobar([partes.get('emision.txt')!, prueba, utf8ToBytes(lines.join(''))]).checkpoint;
  });
}

/** A clock may be ahead by so much. */
const ADELANTO = 30_000;

async function mirarLista(i: Informe, llaves: Key[], ahora: Date, token: Uint8Array | undefined): Promise<boolean> {
  if (!token || !i.estado) return false;
  const { uri, emitida, expira, retirada } = await leerLista(token, llaves);
  const recibida = Math.floor(+(i.recibidaEn ?? 0) / 1000) * 1000;
  if (rutaDe(uri) !== rutaDe(i.estado.uri) || +emitida > +ahora + ADELANTO || ahora >= expira || +emitida < recibida) throw new Rechazo('LISTA');
  i.sabidoEn = emitida;
  return retirada(i.estado.idx);
}

/** What a file that is whole is worth. */
export function resultadoDe({ declaracion: { vigencia }, recibidaEn, sabidoEn, estado, zona }: Informe, revocada: Date | undefined, retirado: boolean, ahora: Date): Resultado {
  if (revocada && (!recibidaEn || recibidaEn >= revocada)) return 'LLAVE_REVOCADA';
  if (retirado) return 'RETIRADO';
  const dia = delCalendario(vigencia, zona, ahora);
  if (dia) return dia;
  if (!estado) return 'SIN_ESTADO';
  return sabidoEn ? 'VALIDO' : 'SIN_LISTA';
}

/** What the calendar makes of a paper: days are those of the issuers' zone, and both ends count. */
function delCalendario(vigencia: Declaracion['vigencia'], zona: string, ahora: Date): 'VENCIDO' | 'AUN_NO_VIGENTE' | undefined {
  const hoy = diaEn(zona, ahora);
  if (vigencia?.hasta && vigencia.hasta < hoy) return 'VENCIDO';
  if (vigencia?.desde && hoy < vigencia.desde) return 'AUN_NO_VIGENTE';
  return undefined;
}
