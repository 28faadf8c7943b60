// node copes.mjs BASE_URL TOKEN EMPTY — what people do who use a keyboard alone, hear the page, or have scans: with TOKEN,
// and with EMPTY, of somebody whose folder is empty. Ends with "1 passed, 0 failed" and exit code 0.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { conNavegador, vigilar } from '../explorer/navegador.mjs';
import { drops } from './drop.mjs';
import { asksAgain, fetchesAndStays, loses, readsALongOne, readsScans, sends } from './files.mjs';
import { usesTheKeyboardAlone } from './keyboard.mjs';
import { notesWhatIsSaid, Person } from './person.mjs';

const [, , base, token, empty] = process.argv;
if (!empty) {
  console.error('usage: node copes.mjs BASE_URL TOKEN EMPTY');
  process.exit(2);
}
const origin = new URL(base);
const pictures = resolve(process.env.CAPTURAS ?? tmpdir());
mkdirSync(pictures, { recursive: true });

async function test(context) {
  const faults = await vigilar(context, origin);
  await notesWhatIsSaid(context);
  const person = new Person(await context.newPage(), origin);
  const other = new Person(await context.newPage(), origin);
  try {
    await entersLate(person);
    await hears(person, other);
    await dropsAFile(person, context);
    await usesTheKeyboardAlone(person, enters);
    await readsScans(person);
    await readsALongOne(person);
    await fetchesAndStays(person);
    await asksAgain(person);
    await findsNothing(other);
    assert.deepEqual({ ...faults, errores: [] }, { peticionesAjenas: [], violacionesCsp: [], errores: [] });
  } catch (error) {
    await person.page.screenshot({ path: join(pictures, 'app-fallo.png') });
    await other.page.screenshot({ path: join(pictures, 'app-fallo-otra.png') });
    console.error(JSON.stringify(faults, null, 2));
    throw error;
  }
}

async function enters(person, path = '/app/', llave = token) {
  await person.open(path, 'Entre a su carpeta');
  await person.page.getByLabel('Código de acceso', { exact: true }).fill(llave);
  await person.press('Entrar');
  await person.reads('Mis documentos');
}

/** A server that is not reached, and then a list that is not: each says so, and is asked for again. */
async function entersLate(person) {
  const { page } = person;
  const none = (route) => route.abort('connectionreset');
  await page.route('**/config.json', none);
  await page.goto(new URL('/app/', origin).href);
  await person.sees('El servidor no responde. Revise su conexión a internet e intente de nuevo.');
  await person.isAccessible('el servidor no responde');
  await person.press('Intentar de nuevo');
  await person.sees('El servidor no responde. Revise su conexión a internet e intente de nuevo.');
  await page.unroute('**/config.json', none);
  await person.reads('Entre a su carpeta'); // the page asks again by itself
  const found = await loses(page, 'PaginaDeDocumentos');
  await enters(person);
  await person.isTold('No fue posible comunicarse con el servidor.', 'The server could not be reached.');
  await person.isAccessible('lista que no llega');
  await found();
  // The application asks again by itself when it hears of the server: then there is nothing to press any more.
  const pressed = await page.getByRole('button', { name: 'Intentar de nuevo', exact: true }).click({ timeout: 10_000 }).then(() => true, () => false);
  await page.getByRole('row').first().waitFor();
  if (pressed) await page.waitForFunction(() => document.activeElement !== document.body); // the button is gone
}

/** What happens on the page, and elsewhere, is told to those who hear it. */
async function hears(person, other) {
  await enters(other);
  await sends(other, [{ name: 'oida.txt', mimeType: 'text/plain', buffer: Buffer.from('oída') }]);
  await other.hears('oida.txt: está en su carpeta');
  await person.hears('Llegó un documento: oida');
  await person.finds('oida');
  await person.hears('1 en la lista');
  await person.finds('');
  await other.goes('Documentos', 'Mis documentos');
  await other.opens('oida');
  await other.press('Corregir');
  await other.page.getByLabel('Título', { exact: true }).fill('oida bien');
  await other.press('Guardar');
  await other.hears('Se guardó la corrección.');
  await other.movesToTheBin();
  await other.hears('El documento está en la papelera. Puede deshacerlo.');
  await other.erasesNow('oida bien');
  await person.hears('Un documento se borró.');
}

async function dropsAFile(person, context) {
  const { page } = person;
  const file = join(pictures, 'soltado.txt');
  await writeFile(file, 'Un archivo que se suelta.\n');
  await person.adds();
  await drops(page, context, [file]);
  await page.getByLabel('Título', { exact: true }).waitFor();
  assert.equal(await page.getByLabel('Título', { exact: true }).inputValue(), 'soltado');
  await person.press('Subir 1 archivo');
  await person.goes('Documentos', 'Mis documentos');
  await person.opens('soltado');
  await person.views();
  await person.sees('Un archivo que se suelta.');
}

/** A folder without documents, deletions or looks says so. */
async function findsNothing(person) {
  await enters(person, '/app/', empty);
  await person.isTold('Su carpeta está vacía', 'Your folder is empty');
  await person.isAccessible('carpeta vacía');
  await person.goes('Papelera', 'Papelera');
  await person.isTold('La papelera está vacía', 'The bin is empty');
  await person.isAccessible('sin eliminaciones');
}

await conNavegador(test);
console.log('1 passed, 0 failed');
