import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { equal } from '../bytes';
import { Rechazo } from './rechazo';

const TIPO_MEDIO = 'application/vnd.carpeta-ciudadana.documento+zip';
/** The first entry names the version; version 1 names none. */
const VERSION = `${TIPO_MEDIO};version=`;
/** SHA-256 of the page for people, whose bytes belong to version 2. */
const LEAME = '39731dd892ee75089fa0cc01d7f090f655d98b1ac0a02f9850c4ca841ad26c80';
const CARPETA = 'documento/';
const MAX_PARTE = 64 << 10;
const MAX_NOMBRE = 200;

/** The entries in their order; the document is behind them. */
const PARTES = ['mimetype', 'LEAME.html', 'declaracion.json', 'firma.jws', 'llave.json', 'emision.txt', 'prueba.txt', 'estado.json', 'titular.json'] as const;
export type Parte = (typeof PARTES)[number];

/** A file of which every byte was accounted for, but those of the document. */
export interface Abierto {
  partes: Map<Parte, Uint8Array>;
  nombre: string;
  documento: Uint8Array;
  crc: number;
}

interface Entrada {
  nombre: Uint8Array;
  contenido: Uint8Array;
  crc: number;
  tamano: number;
}

/** Whether a file means to be a ZIP. */
export const esZip = (file: Uint8Array): boolean => equal(file.subarray(0, 4), Uint8Array.of(0x50, 0x4b, 3, 4));

/** Reads a file from its beginning, and compares it with the one form that its content has, byte for byte. */
export function abrir(file: Uint8Array): Abierto {
  const partes = new Map<Parte, Uint8Array>();
  const entradas: Entrada[] = [];
  for (let at = 0; ; ) {
    const entrada = cabecera(file, at);
    const nombre = utf8(entrada.nombre);
    esperada(partes, nombre);
    at += LOCAL + entrada.nombre.length;
    if (nombre.startsWith(CARPETA)) {
      faltan(partes);
      entradas.push(entrada);
      const [antes, despues] = marco(entradas);
      if (at !== antes.length || file.length - at - entrada.tamano !== despues.length) throw new Rechazo('ARCHIVO_DANADO');
      const fin = at + entrada.tamano;
      if (!equal(file.subarray(0, at), antes) || !equal(file.subarray(fin), despues)) throw new Rechazo('ARCHIVO_DANADO');
      return { partes, nombre: nombre.slice(CARPETA.length), documento: file.subarray(at, fin), crc: entrada.crc };
    }
    if (entrada.tamano > MAX_PARTE) throw new Rechazo('ARCHIVO_DANADO');
    const contenido = file.subarray(at, at + entrada.tamano);
    at += entrada.tamano;
    partes.set(nombre as Parte, contenido);
    fija(partes, nombre as Parte);
    entradas.push({ ...entrada, contenido, crc: crc32(contenido) });
  }
}

const LOCAL = 30;

function cabecera(file: Uint8Array, at: number): Entrada {
  if (at === 0 && !esZip(file)) throw new Rechazo('NO_ES_VERIFICABLE');
  if (at + LOCAL > file.length) throw new Rechazo('ARCHIVO_DANADO');
  const view = new DataView(file.buffer, file.byteOffset + at);
  const firma = view.getUint32(0, true);
  if (firma === 0x02014b50) throw new Rechazo('FALTA_PARTE');
  if (firma !== 0x04034b50) throw new Rechazo('ARCHIVO_DANADO');
  const largo = view.getUint16(26, true);
  if (largo > CARPETA.length + MAX_NOMBRE) throw new Rechazo('SOBRA_PARTE');
  const tamano = view.getUint32(22, true);
  const fuera = at + LOCAL + largo + tamano > file.length;
  if (view.getUint16(8, true) !== 0 || view.getUint16(28, true) !== 0 || fuera) throw new Rechazo('ARCHIVO_DANADO');
  return { nombre: file.subarray(at + LOCAL, at + LOCAL + largo), contenido: new Uint8Array(), crc: view.getUint32(14, true), tamano };
}

/** Refuses an entry that has no place behind those that were read. */
function esperada(partes: Map<Parte, Uint8Array>, nombre: string) {
  if (nombre.startsWith(CARPETA)) {
    const propio = nombre.slice(CARPETA.length);
    if (propio === '' || propio === '.' || propio === '..' || AJENO.test(propio)) throw new Rechazo('SOBRA_PARTE');
    return;
  }
  const i = PARTES.indexOf(nombre as Parte);
  if (partes.size === 0 && nombre !== 'mimetype') throw new Rechazo('NO_ES_VERIFICABLE');
  if (i < 0 || partes.has(nombre as Parte)) throw new Rechazo('SOBRA_PARTE');
  if (PARTES.slice(i + 1).some((despues) => partes.has(despues))) throw new Rechazo('ARCHIVO_DANADO');
}

/** What some system refuses in a name, or what shows another name than there is. */
const AJENO = /[\u0000-\u001f\u007f-\u009f/\\:*?"<>|\ufffd\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** Refuses a part whose bytes a version fixes, and a version that is not known: another one may have other parts. */
function fija(partes: Map<Parte, Uint8Array>, nombre: Parte) {
  const tipo = utf8(partes.get('mimetype')!);
  if (nombre === 'mimetype' && tipo !== TIPO_MEDIO && tipo !== `${VERSION}2`) throw new Rechazo(tipo.startsWith(VERSION) ? 'VERSION' : 'NO_ES_VERIFICABLE');
  if (nombre === 'LEAME.html' && (tipo === TIPO_MEDIO || bytesToHex(sha256(partes.get(nombre)!)) !== LEAME)) throw new Rechazo('SOBRA_PARTE');
}

function faltan(partes: Map<Parte, Uint8Array>) {
  const deUno = utf8(partes.get('mimetype')!) === TIPO_MEDIO;
  const faltaUna = (['declaracion.json', 'firma.jws', 'llave.json'] as const).some((nombre) => !partes.has(nombre));
  if (faltaUna || (!deUno && !partes.has('LEAME.html'))) throw new Rechazo('FALTA_PARTE');
  if (partes.has('emision.txt') !== partes.has('prueba.txt')) throw new Rechazo('FALTA_PARTE');
}

const utf8 = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** Everything but the content of the last entry: what stands before it, and what behind. */
function marco(entradas: Entrada[]): [Uint8Array, Uint8Array] {
  const antes: Uint8Array[] = [];
  const despues: Uint8Array[] = [];
  let inicio = 0;
  for (const { nombre, contenido, crc, tamano } of entradas) {
    const comun = [...u16(20), ...u16(1 << 11), ...u16(0), ...u16(0), ...u16(33), ...u32(crc), ...u32(tamano), ...u32(tamano), ...u16(nombre.length), ...u16(0)];
    antes.push(Uint8Array.of(...u32(0x04034b50), ...comun), nombre, contenido);
    despues.push(Uint8Array.of(...u32(0x02014b50), ...u16(20), ...comun, ...Array<number>(10).fill(0), ...u32(inicio)), nombre);
    inicio += LOCAL + nombre.length + tamano;
  }
  const directorio = concatBytes(...despues);
  const n = entradas.length;
  return [
    concatBytes(...antes),
    concatBytes(directorio, Uint8Array.of(...u32(0x06054b50), ...u32(0), ...u16(n), ...u16(n), ...u32(directorio.length), ...u32(inicio), ...u16(0))),
  ];
}

const u16 = (n: number) => [n & 255, (n >> 8) & 255];
const u32 = (n: number) => [...u16(n & 0xffff), ...u16(n >>> 16)];

const TABLA = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n;
});

/** CRC-32 of IEEE, as ZIP has it. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = TABLA[(crc ^ byte) & 255]! ^ (crc >>> 8);
  return ~crc >>> 0;
}

