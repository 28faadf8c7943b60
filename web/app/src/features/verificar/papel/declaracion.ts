import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { aBase64url, base64url, canonico } from '../../../shared/jose';
import { equal, utf8 } from '../bytes';
import { o } from './rechazo';

/** What an issuer says of a document (docs/verificable.md). Version 1 names the citizen; version 2 binds the person. */
export interface Declaracion {
  v: 1 | 2;
  ciudadanoId?: string;
  hashDocumento: string;
  tipoDocumento: string;
  titulo: string;
  fechaEmision?: string;
  titular?: string;
  numero?: string;
  reemplazaA?: string;
  vigencia?: { desde?: string; hasta?: string };
}

/** The person whom a file discloses. */
export interface Titular {
  ciudadanoId: string;
  nombre: string;
  sal: string;
}

const UNO = { ciudadanoId: 'texto', hashDocumento: 'texto', tipoDocumento: 'texto', titulo: 'texto' } as const;
const DOS = ['fechaEmision', 'hashDocumento', 'numero', 'reemplazaA', 'tipoDocumento', 'titular', 'titulo', 'v', 'vigencia'];
const FORZOSOS = ['fechaEmision', 'hashDocumento', 'tipoDocumento', 'titular', 'titulo'];

/** JSON in its canonical form (RFC 8785), of members that are texts and small numbers: what is written again is what was read. */
export function leerCanonico(bytes: Uint8Array): Record<string, unknown> {
  const value = JSON.parse(utf8(bytes)) as unknown;
  if (!esObjeto(value) || !equal(utf8ToBytes(canonico(value)), bytes)) throw new Error('not canonical');
  return value;
}

const esObjeto = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

export const leerDeclaracion = (bytes: Uint8Array): Declaracion => o('DECLARACION', () => leida(leerCanonico(bytes)));

function leida(j: Record<string, unknown>): Declaracion {
  const { v, vigencia, ...textos } = j;
  const version = v === undefined ? 1 : v;
  const nombres = version === 1 ? Object.keys(UNO) : DOS;
  const vacio = Object.values(textos).some((texto) => typeof texto !== 'string' || texto === '');
  const faltan = (version === 1 ? nombres : FORZOSOS).some((nombre) => !Object.hasOwn(j, nombre));
  if (vacio || faltan || (version !== 2 && v !== undefined) || Object.keys(j).some((nombre) => !nombres.includes(nombre))) throw new Error('members');
  const d = { ...j, v: version } as Declaracion;
  if (!/^[0-9a-f]{64}$/.test(d.hashDocumento)) throw new Error('hashDocumento');
  if (version === 1) return d;
  if (!esDia(d.fechaEmision) || !/^[\w-]{42}[AEIMQUYcgkosw048]$/.test(d.titular ?? '') || !esVigencia(vigencia)) throw new Error('version 2');
  return d;
}

function esVigencia(vigencia: unknown): boolean {
  if (vigencia === undefined) return true;
  if (!esObjeto(vigencia)) return false;
  const { desde, hasta, ...mas } = vigencia;
  if (Object.keys(vigencia).length === 0 || Object.keys(mas).length > 0) return false;
  return [desde, hasta].every((dia) => dia === undefined || esDia(dia)) && !(typeof desde === 'string' && typeof hasta === 'string' && desde > hasta);
}

export function esDia(dia: unknown): boolean {
  if (typeof dia !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(dia) || dia < '0001') return false;
  const fecha = new Date(`${dia}T00:00:00Z`);
  return !Number.isNaN(fecha.getTime()) && fecha.toISOString().startsWith(dia);
}

/** The person, if it is the one whom the statement binds. */
export function leerTitular(bytes: Uint8Array, d: Declaracion): Titular {
  return o('TITULAR', () => {
    const { ciudadanoId, nombre, sal, ...mas } = leerCanonico(bytes);
    if (typeof ciudadanoId !== 'string' || typeof nombre !== 'string' || typeof sal !== 'string' || Object.keys(mas).length > 0 || !ciudadanoId || !nombre) throw new Error('members');
    const bytesDeSal = base64url(sal);
    if (bytesDeSal.length < 16 || bytesDeSal.length > 64) throw new Error('salt');
    const sello = hmac(sha256, bytesDeSal, utf8ToBytes(canonico({ ciudadanoId, nombre })));
    if (d.v !== 2 || aBase64url(sello) !== d.titular) throw new Error('another person');
    return { ciudadanoId, nombre, sal };
  });
}
