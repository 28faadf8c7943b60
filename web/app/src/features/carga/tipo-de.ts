import type { TipoDocumento } from '@carpeta-ciudadana/cliente/operaciones';

/** Words that begin a word of a file's name, without accents. The first kind of which one is there is proposed. */
const WORDS: readonly (readonly [TipoDocumento, readonly string[]])[] = [
  ['CEDULA_CIUDADANIA', ['cedula', 'cc', 'identidad']],
  ['ACTA_DE_GRADO', ['acta de grado', 'acta grado']],
  ['DIPLOMA', ['diploma', 'titulo profesional', 'bachiller']],
  ['REGISTRO_CIVIL', ['registro civil', 'nacimiento', 'matrimonio', 'defuncion']],
  ['HISTORIA_CLINICA', ['historia clinica', 'historia medica', 'formula', 'examen', 'laboratorio', 'vacuna', 'incapacidad', 'epicrisis']],
  ['ESCRITURA', ['escritura', 'hipoteca', 'tradicion']],
  ['CONTRATO', ['contrato', 'arriendo', 'arrendamiento', 'poliza']],
  ['FACTURA', ['factura', 'recibo', 'cuenta de cobro', 'invoice']],
  ['CERTIFICADO', ['certificado', 'certificacion', 'constancia', 'paz y salvo', 'rut', 'declaracion']],
];

const plain = (text: string) => text.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase().replace(/[^a-z0-9]+/g, ' ');

/** The kind that the name of a file says; the person can choose another. */
export function tipoDe(name: string): TipoDocumento {
  const words = ` ${plain(name)} `;
  const whole = (one: string) => words.includes(one.length <= 3 ? ` ${one} ` : ` ${one}`);
  return WORDS.find(([, all]) => all.some(whole))?.[0] ?? 'OTRO';
}
