// node shares.mjs BASE_URL CONTROL — a citizen on a telephone answers what a company asks, reads of its look, and ends it.
// CONTROL is the test's own address: /token gives a token, /pedir has the company ask, /abrir has it look.
// Ends with "1 passed, 0 failed" and exit code 0. CAPTURAS=FOLDER keeps screenshots of success too.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { conNavegador, vigilar } from '../explorer/navegador.mjs';
import { entersWith } from './identity.mjs';
import { Person } from './person.mjs';

const [, , base, control] = process.argv;
if (!control) {
  console.error('usage: node shares.mjs BASE_URL CONTROL');
  process.exit(2);
}
const origin = new URL(base);
const pictures = resolve(process.env.CAPTURAS ?? tmpdir());
mkdirSync(pictures, { recursive: true });
const ask = async (path, body = '') => {
  const answer = await fetch(new URL(path, control), { method: 'POST', body });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return answer.text();
};

const TELEPHONE = { viewport: { width: 390, height: 844 } };
const COMPANY = 'Transportes Andes (NIT 900123456-8)';

async function test(context) {
  const faults = await vigilar(context, origin);
  const owner = new Person(await context.newPage(), origin);
  const { page } = owner;
  const picture = (name) => page.screenshot({ path: join(pictures, `shares-${name}.png`), fullPage: true });
  try {
    await owner.open('/app/', 'Entre a su carpeta');
    await entersWith(owner, await ask('/token'));
    await owner.reads('Mis documentos');
    assert.match(await ask('/pedir', 'A-1'), /"solicitud":\{/);
    await owner.sees(`${COMPANY} le pide 3 documentos: Contratación laboral.`); // without reloading
    await picture('aviso');
    await owner.isAccessible('aviso de una solicitud');
    await answers(owner, picture);
    assert.match(await ask('/abrir'), /Diploma de grado/);
    await page.getByRole('link', { name: 'Ver Compartidos' }).click();
    await owner.reads('Compartidos');
    await owner.sees(/1 mirada, la última: /);
    await owner.isAccessible('compartidos');
    await picture('compartidos');
    await owner.goes('Actividad', '¿Quién vio mis documentos?');
    await owner.sees(/Transportes Andes abrió/);
    await owner.sees(/Contratación laboral/);
    await owner.goes('Compartidos', 'Compartidos');
    await owner.press('Terminar: Transportes Andes no verá más sus documentos');
    await owner.sees('1 que ya terminó');
    assert.match(await ask('/abrir'), /AUTORIZACION_TERMINADA/);
    await page.getByText('1 que ya terminó').click();
    await owner.press('Pedir que borren lo que guardan');
    await owner.sees(/usted pidió que borren lo que guardan/);
    await owner.isAccessible('terminadas');
    await picture('terminadas');
    assert.deepEqual({ ...faults, errores: faults.errores }, { peticionesAjenas: [], violacionesCsp: [], errores: [] });
  } catch (error) {
    await picture('falla');
    console.error(await page.evaluate(() => document.body.innerText).catch(String));
    console.error(JSON.stringify(faults, null, 2));
    throw error;
  }
}

/** Two documents and one that is not given: five presses from the first screen on. */
async function answers(owner, picture) {
  const { page } = owner;
  await page.getByRole('link', { name: 'Responder', exact: true }).click();
  await owner.reads('Contratación laboral');
  await page.getByRole('heading', { level: 2, name: 'Diploma' }).waitFor();
  await owner.sees('Debe haberlo certificado una entidad.');
  await owner.isAccessible('un requisito');
  await picture('requisito');
  await owner.press('Usar este: Diploma de grado');
  await page.getByRole('heading', { level: 2, name: 'Cédula' }).waitFor();
  await owner.press('Usar este: Mi cédula');
  await page.getByRole('heading', { level: 2, name: 'Certificado de notas' }).waitFor();
  await owner.press('No lo entrego');
  await page.getByRole('heading', { level: 2, name: `${COMPANY} podrá ver estos 2 documentos durante 30 días.` }).waitFor();
  await owner.isAccessible('el resumen');
  await picture('resumen');
  await owner.press('Autorizar');
  await owner.sees(`${COMPANY} puede ver lo que eligió hasta el`);
}

await conNavegador((context) => test(context), TELEPHONE);
console.log('1 passed, 0 failed');
