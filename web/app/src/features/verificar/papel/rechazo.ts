/** Which part of a file is wrong, as the Go package `verificable` names it. */
export type Codigo =
  | 'NO_ES_VERIFICABLE'
  | 'VERSION'
  | 'ARCHIVO_DANADO'
  | 'FALTA_PARTE'
  | 'SOBRA_PARTE'
  | 'DECLARACION'
  | 'LLAVE'
  | 'FIRMA'
  | 'TITULAR'
  | 'DOCUMENTO_CAMBIADO'
  | 'EMISION'
  | 'PRUEBA'
  | 'ESTADO'
  | 'SIN_EMISION'
  | 'LISTA';

/** The file proves nothing. */
export class Rechazo extends Error {
  override name = 'Rechazo';
  constructor(readonly codigo: Codigo) {
    super(codigo);
  }
}

/** Runs a reader; whatever it throws refuses the file for that reason. */
export function o<T>(codigo: Codigo, leer: () => T): T {
  try {
    return leer();
  } catch {
    throw new Rechazo(codigo);
  }
}
