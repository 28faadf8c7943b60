import type { FilaDeDocumentoFragment } from './generado/graphql.js';
import { SessionEnded } from './session.js';

/** What a person is told of a failure: what happened, and what to do. */
export interface Falla {
  /** A code of docs/errores.md; RED for a lost network, SESION for one that ended. */
  codigo: string;
  mensaje: string;
  recuperacion?: string;
  /** Which inputs are wrong. */
  campos?: { campo: string; mensaje: string }[];
  /** With INSUFFICIENT_AUTHENTICATION: how the person has to sign in. Then ask them once more, and send nothing before. */
  ingreso?: Ingreso;
  /** With DOCUMENTO_CAMBIADO: the document as somebody else made it meanwhile, to show beside what the person typed. */
  cambiado?: FilaDeDocumentoFragment;
}

/** A sign-in: at one of these levels, not longer ago than so many seconds (RFC 9470). */
export interface Ingreso {
  acrValues?: string[];
  maxAge?: number;
}

interface Told {
  message: string;
  extensions?: { code?: string; recuperacion?: string; campos?: { campo: string; mensaje: string }[] } & Ingreso;
}

/** Turns whatever an operation failed with into what a person is told. */
export function toFalla(error: unknown): Falla {
  const refused = (error as { falla?: Falla } | null | undefined)?.falla; // of a Refusal
  if (refused) return refused;
  const told = toldErrors(error)?.[0];
  if (told) return fromServer(told);
  if (error instanceof SessionEnded || (error as Error | null)?.name === 'SessionEnded') {
    return { codigo: 'SESION', mensaje: 'Su sesión terminó.', recuperacion: 'Inicie sesión de nuevo.' };
  }
  return {
    codigo: 'RED',
    mensaje: 'No fue posible comunicarse con el servidor.',
    recuperacion: 'Revise su conexión a internet e intente de nuevo.',
  };
}

function toldErrors(error: unknown): Told[] | undefined {
  if (Array.isArray(error)) return error as Told[];
  const errors = (error as { errors?: unknown } | null)?.errors;
  return Array.isArray(errors) ? (errors as Told[]) : undefined;
}

function fromServer({ message, extensions = {} }: Told): Falla {
  const { code = 'INTERNAL', recuperacion, campos, acrValues, maxAge } = extensions;
  const ingreso = { ...(acrValues && { acrValues }), ...(maxAge !== undefined && { maxAge }) };
  return {
    codigo: code,
    mensaje: message,
    ...(recuperacion && { recuperacion }),
    ...(campos && { campos }),
    ...(code === INSUFFICIENT && { ingreso }),
  };
}

/** The code of what needs another sign-in. A new token without one changes nothing. */
export const INSUFFICIENT = 'INSUFFICIENT_AUTHENTICATION';
