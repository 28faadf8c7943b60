// node capturas.mjs FOLDER — the pictures of the application that the README and docs/ show, of the demonstration at URL
// (tools/demo.sh). They are made anew, and not compared: every one of them has a date in it.
import assert from 'node:assert/strict';
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { conNavegador } from '../explorer/navegador.mjs';
import { Person } from './person.mjs';

const [, , folder] = process.argv;
const { URL: base } = process.env;
if (!folder || !base) {
  console.error('usage: URL=… node capturas.mjs FOLDER');
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
/** Whoever clones the project gets every picture. */
const LARGEST = 150_000;

await conNavegador(async (context) => {
  const page = await context.newPage();
  await page.setViewportSize({ width: 1240, height: 700 });
  const person = new Person(page, new URL(base));
  const picture = async (name) => {
    const path = join(folder, `${name}.png`);
    await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
    assert.ok(statSync(path).size <= LARGEST, `${path} has ${statSync(path).size} bytes, of at most ${LARGEST}`);
  };

  await person.open('/app/', 'Mis documentos');
  await page.getByRole('row').nth(5).waitFor();
  await picture('documentos');

  await person.adds();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.locator('input[type=file]').first().setInputFiles({ name: 'carta_al_banco.txt', mimeType: 'text/plain', buffer: Buffer.from('Señores') });
  await page.getByLabel('Título', { exact: true }).waitFor();
  await picture('subir-telefono');

  await page.setViewportSize({ width: 1240, height: 700 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await deletes(person);
  await picture('eliminar-oscuro');
});

/** A document is being deleted, and can be taken back. */
async function deletes(person) {
  const { page } = person;
  await person.open('/app/?certificado=no', 'Mis documentos');
  await page.getByRole('row').nth(5).waitFor();
  await page.getByRole('row').nth(1).getByRole('checkbox').check({ force: true }); // a styled label lies over it
  await person.movesToTheBin('Mover 1 a la papelera');
  await page.getByRole('region', { name: 'Lo que puede deshacer' }).waitFor();
}
