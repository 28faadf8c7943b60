import { expect, it } from 'vitest';
import { tipoDe } from '../src/features/carga/tipo-de';
import { enPalabras } from '../src/shared/eliminar/queda';

it.each([
  ['Cédula_de_mamá.pdf', 'CEDULA_CIUDADANIA'],
  ['scan CC 2024.jpg', 'CEDULA_CIUDADANIA'],
  ['acceso.pdf', 'OTRO'],
  ['ACTA DE GRADO - UdeA.pdf', 'ACTA_DE_GRADO'],
  ['fórmula médica.png', 'HISTORIA_CLINICA'],
  ['contrato-arriendo-2025.docx', 'CONTRATO'],
  ['recibo del agua.pdf', 'FACTURA'],
  ['RUT.pdf', 'CERTIFICADO'],
  ['ruta.pdf', 'OTRO'],
  ['IMG_2041.jpg', 'OTRO'],
])('the name of a file proposes a kind: %s', (name, tipo) => {
  expect(tipoDe(name)).toBe(tipo);
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
