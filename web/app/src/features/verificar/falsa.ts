/** What of the files is wrong. */
export type Parte =
  | 'constancia'
  | 'otraCosa'
  | 'evento'
  | 'prueba'
  | 'crecimiento'
  | 'llaves'
  | 'firma'
  | 'fecha'
  | 'lugar'
  | 'historia'
  | 'faltaEvento'
  | 'faltaPrueba'
  | 'faltanLlaves'
  | 'demasiados';

/** The files prove nothing: a part of them is wrong or missing, or they do not belong together. */
export class Falsa extends Error {
  override name = 'Falsa';
  constructor(readonly parte: Parte) {
    super(parte);
  }
}
