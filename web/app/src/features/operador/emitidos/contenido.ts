import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { aBase64url, base64url, canonico } from '../../../shared/jose';

/** What an entity states of a paper in version 2 (docs/api.md). */
export interface Declarado {
  fechaEmision: string;
  numero?: string | undefined;
  vigencia?: { desde?: string | undefined; hasta?: string | undefined } | undefined;
  titular: { nombre: string; sal: string };
}

interface Papel {
  ciudadanoId: string;
  hashDocumento: string;
  codigoTipo: string;
  titulo: string;
  declaracion: Declarado;
  reemplazaA: string;
}

/** What is signed of a delivery that replaces another one. */
export function deReemplazo({ ciudadanoId, hashDocumento, codigoTipo, titulo, declaracion, reemplazaA }: Papel): string {
  const { fechaEmision, numero, vigencia, titular } = declaracion;
  const { nombre, sal } = titular;
  const sello = aBase64url(hmac(sha256, base64url(sal), utf8ToBytes(canonico({ ciudadanoId, nombre }))));
  return canonico({ fechaEmision, hashDocumento, numero, reemplazaA, tipoDocumento: codigoTipo, titular: sello, titulo, v: 2, vigencia });
}

/** What is signed to take a delivery back. */
export const deRevocacion = (entregaId: string, motivo: string): string => canonico({ motivo, revoca: entregaId, v: 2 });

/** A text as it is signed and stored. */
export const texto = (escrito: string): string => escrito.normalize('NFC').trim();

/** Hides the holder in what is signed; a new one for each paper. */
export const sal = (): string => aBase64url(crypto.getRandomValues(new Uint8Array(16)));
