import type { FilaDeDocumentoFragment } from './generado/graphql.js';
import { texto } from './idioma.js';
import { SessionEnded } from './session.js';
import { isNetwork } from './transport/network.js';

/** What a person is told of a failure: what happened, and what to do. */
export interface Falla {
  /**
   * A code of docs/errores.md; RED for a lost network or a server that is away, SESION for a session that ended, and
   * CONFIGURACION where the application cannot be right: `url` is not the API, or `token` throws.
   */
  codigo: string;
  mensaje: string;
  recuperacion?: string;
  /** Which inputs are wrong. */
  campos?: { campo: string; mensaje: string }[];
  /** With INSUFFICIENT_AUTHENTICATION: how the person has to sign in. Then ask them once more, and send nothing before. */
  ingreso?: Ingreso;
  /** With DOCUMENTO_CAMBIADO: the document as somebody else made it meanwhile, to show beside what the person typed. */
  cambiado?: FilaDeDocumentoFragment;
  /** With RED and CONFIGURACION: the error itself, for the log of the application. */
  causa?: unknown;
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
    return { codigo: 'SESION', ...texto(['Su sesión terminó.', 'Inicie sesión de nuevo.'], ['Your session ended.', 'Sign in again.']) };
  }
  return isAway(error)
    ? {
        codigo: 'RED',
        ...texto(
          ['No fue posible comunicarse con el servidor.', 'Revise su conexión a internet e intente de nuevo.'],
          ['The server could not be reached.', 'Check your internet connection and try again.'],
        ),
        ...(error !== undefined && error !== null && { causa: error }),
      }
    : misconfigured(error);
}

/** The names of what the page itself ended: it was cancelled, or Apollo Client was stopped while it was under way. */
const ENDED = ['AbortError', 'Invariant Violation'];

/** Whether nothing is wrong with the application: nothing came, or a proxy answered for a server that is away or fails. */
function isAway(cause: unknown): boolean {
  if (cause === undefined || cause === null || isNetwork(cause)) return true;
  const { name, statusCode } = cause as { name?: string; statusCode?: number };
  return (name !== undefined && ENDED.includes(name)) || statusCode === 429 || (statusCode !== undefined && statusCode >= 500);
}

function misconfigured(causa: unknown): Falla {
  tellDeveloper(causa);
  const told = texto(
    ['La aplicación no logró usar el servidor.', 'Intente de nuevo; si se repite, avise a quien mantiene la aplicación.'],
    ['The application could not use the server.', 'Try again; if it happens again, tell whoever maintains the application.'],
  );
  return { codigo: 'CONFIGURACION', ...told, causa };
}

/** What bundlers put in its place; where there is none, nothing is known of development. */
declare const process: { env: { NODE_ENV?: string } };

const toldAlready = new Set<string>();

/** In development whoever builds the page reads once what is wrong: the person who sees it cannot mend it. */
function tellDeveloper(cause: unknown) {
  try {
    if (process.env.NODE_ENV === 'production' || toldAlready.has(String(cause))) return;
  } catch {
    return;
  }
  toldAlready.add(String(cause));
  console.error('@carpeta-ciudadana: CONFIGURACION. Look at `url` and `token` of the client.', cause);
}

function toldErrors(error: unknown): Told[] | undefined {
  if (Array.isArray(error)) return error as Told[];
  const { errors } = (error ?? {}) as { errors?: unknown };
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
