import { expect, it } from 'vitest';
import type { TipoDeDocumento } from '@carpeta-ciudadana/react';
import { readFileSync } from 'node:fs';
import { tipoDe } from '../src/features/carga/tipo-de';
import { enPalabras } from '../src/shared/eliminar/queda';

/** Those that come with the server. */
const tipos: TipoDeDocumento[] = JSON.parse(readFileSync(new URL('../../../internal/documento/tipo/tipos.json', import.meta.url), 'utf8')).map(
  (tipo: TipoDeDocumento) => ({ ...tipo, activo: true }),
);

it.each([
  ['Cédula_de_mamá.pdf', 'CEDULA_CIUDADANIA'],
  ['scan CC 2024.jpg', 'CEDULA_CIUDADANIA'],
  ['acceso.pdf', 'OTRO'],
  ['ACTA DE GRADO - UdeA.pdf', 'ACTA_DE_GRADO'],
  ['fórmula médica.png', 'FORMULA_MEDICA'],
  ['historia clínica 2024.pdf', 'HISTORIA_CLINICA'],
  ['contrato-arriendo-2025.docx', 'CONTRATO_ARRIENDO'],
  ['contrato.docx', 'CONTRATO'],
  ['recibo del agua.pdf', 'SERVICIO_PUBLICO'],
  ['certificado de tradición y libertad apto.pdf', 'TRADICION_LIBERTAD'],
  ['Certificado laboral ACME.pdf', 'CERTIFICADO_LABORAL'],
  ['certificado.pdf', 'CERTIFICADO'],
  ['cédula de extranjería.pdf', 'CEDULA_EXTRANJERIA'],
  ['RUT.pdf', 'RUT'],
  ['ruta.pdf', 'OTRO'],
  ['IMG_2041.jpg', 'OTRO'],
])('the name of a file proposes a kind: %s', (name, tipo) => {
  expect(tipoDe(name, tipos)).toBe(tipo);
});

it('a kind that is out of use is not proposed', () => {
  const [rut] = tipos.filter(({ codigo }) => codigo === 'RUT');
  expect(tipoDe('RUT.pdf', [{ ...rut!, activo: false }])).toBe('OTRO');
});

it.each([
  [30 * 86_400, 'es', '30 días'],
  [29 * 86_400 + 5, 'es', '30 días'],
  [86_400, 'es', '1 día'],
  [7_200, 'en', '2 hours'],
  [10, 'es', '10 segundos'],
])('a time is said in words, rounded up: %d seconds, %s', (seconds, lengua, words) => {
  expect(enPalabras(seconds, lengua)).toBe(words);
});
