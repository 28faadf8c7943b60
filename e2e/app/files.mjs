// Files: scans and long ones are looked at; a download takes nothing away; what failed is asked for again.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { ES_FIREFOX } from '../explorer/navegador.mjs';
import { pages, SCANS } from './pdfs.mjs';
import { keptByFirefox } from './saved.mjs';

/** The hash that the page shows of such a file. */
export const hashOf = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** Begins to upload files. */
export async function submits(person, files) {
  const { page } = person;
  await person.adds();
  await page.locator('input[type=file]').first().setInputFiles(files);
  await person.press(files.length === 1 ? 'Subir 1 archivo' : `Subir ${files.length} archivos`);
}

/** Each of the files becomes a document of its name. */
export async function sends(person, files) {
  await submits(person, files);
  for (const { name } of files) await person.page.getByRole('listitem').filter({ hasText: name }).getByText('está en su carpeta').waitFor();
}

async function looksAt(person, title) {
  await person.goes('Documentos', 'Mis documentos');
  await person.opens(title);
  await person.views();
}

/** A scan is seen, in each of the ways in which scanners write it. */
export async function readsScans(person) {
  const files = Object.entries(SCANS).map(([name, buffer]) => ({ name: `escaneado ${name}.pdf`.replace('_', ' '), mimeType: 'application/pdf', buffer }));
  await sends(person, files);
  for (const { name } of files) {
    await looksAt(person, name.replace('.pdf', ''));
    await person.page.waitForFunction(hasAPicture, undefined, { polling: 500 });
  }
}

/** Runs in the page: the middle of the first sheet is not white. */
function hasAPicture() {
  const canvas = document.querySelector('.hoja canvas');
  if (!canvas?.width) return false;
  const [red] = canvas.getContext('2d').getImageData(canvas.width >> 1, canvas.height >> 1, 1, 1).data;
  const [, , , drawn] = canvas.getContext('2d').getImageData(2, 2, 1, 1).data; // the paper comes first
  return drawn > 0 && red < 200;
}

/** More pages than a telephone has room for: those that are far are wiped, and drawn again when somebody comes back. */
export async function readsALongOne(person) {
  const { page } = person;
  const LENGTH = 60;
  const MOST = 12;
  await sends(person, [{ name: 'expediente.pdf', mimeType: 'application/pdf', buffer: pages(LENGTH) }]);
  await page.bringToFront(); // behind another page it draws a picture in two seconds, and the walk takes four minutes more
  await looksAt(person, 'expediente');
  const sheet = (n) => page.locator('.hoja').nth(n);
  const isDrawn = (n) => page.waitForFunction((i) => document.querySelectorAll('.hoja canvas')[i]?.width > 0, n);
  for (let n = 0; n < LENGTH; n++) {
    await sheet(n).scrollIntoViewIfNeeded();
    await isDrawn(n);
  }
  const few = (most) => [...document.querySelectorAll('.hoja canvas')].filter(({ width }) => width > 0).length <= most;
  await page.waitForFunction(few, MOST);
  const high = (await sheet(0).boundingBox()).height;
  assert.ok(high > 300, `a page that was wiped has lost its place: it is ${high} high`);
  await sheet(0).scrollIntoViewIfNeeded();
  await isDrawn(0);
  await page.waitForFunction(hasAPicture, undefined, { polling: 500 });
}

/** What is saved has the hash that the page shows: it is returned. */
export async function fetches({ page }) {
  const shown = await page.locator('dt:has-text("Huella") + dd').textContent();
  const button = page.getByRole('button', { name: 'Descargar', exact: true });
  if (ES_FIREFOX) {
    await button.click();
    await keptByFirefox((bytes) => hashOf(bytes) === shown);
    return shown;
  }
  let download;
  do [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  while ((await download.failure()) !== null); // it may be one that was pressed for before
  assert.equal(hashOf(await readFile(await download.path())), shown);
  return shown;
}

/** Each paper of papers.mjs, and how it is seen that it is looked at. The document of a file has its name, without the ending. */
const PAPERS = {
  'Notaría 5/Escritura de la casa.pdf': ({ page }) => page.getByRole('img', { name: 'Página 1 de 2' }).waitFor(),
  'Señal de mi pantalla.png': ({ page }) => page.waitForFunction(() => document.querySelector('img.vista')?.naturalWidth > 0),
  'Licencia que firmé.txt': (person) => person.sees('Apache License'),
};

/** What was imported from that folder is there: to be looked at, and to be had again, byte by byte. */
export async function readsThePapers(person, folder) {
  for (const [path, isSeen] of Object.entries(PAPERS)) {
    await person.opens(parse(path).name);
    await person.views();
    await isSeen(person);
    assert.equal(await fetches(person), hashOf(await readFile(join(folder, path))), path);
    await person.goes('Documentos', 'Mis documentos');
  }
}

/** A download that is refused takes nothing away that somebody typed; and one while a file is sent asks nothing. */
export async function fetchesAndStays(person) {
  const { page } = person;
  const dialogs = [];
  const note = (dialog) => {
    dialogs.push(dialog.message());
    void dialog.accept();
  };
  page.on('dialog', note);
  const never = (route) => (route.request().method() === 'PUT' ? undefined : route.continue());
  await page.route('**/objetos/**', never);
  await person.adds();
  await page.locator('input[type=file]').first().setInputFiles([{ name: 'a medias.txt', mimeType: 'text/plain', buffer: Buffer.from('a medias') }]);
  await person.press('Subir 1 archivo');
  await person.sees('subiendo');
  await person.goes('Documentos', 'Mis documentos');
  await person.opens('expediente');
  await person.press('Corregir');
  const title = page.getByLabel('Título', { exact: true });
  await title.fill('Lo que se estaba escribiendo');

  const mended = await changes(page, 'EnlacesDeDocumento', (text) => text.replace(/("urlDescarga":"[^"]+)"/, '$1x"')); // no link of the server's
  const answered = page.waitForResponse((answer) => asksFor(answer.request(), 'EnlacesDeDocumento'));
  await person.press('Descargar');
  await answered;
  await mended();
  await fetches(person); // by then the first one has taken the page away, or has not
  assert.equal(await title.inputValue(), 'Lo que se estaba escribiendo');
  assert.deepEqual(dialogs, []);
  page.off('dialog', note);
  await page.unroute('**/objetos/**', never);
  await person.adds();
  await page.getByRole('listitem').filter({ hasText: 'a medias.txt' }).getByText('está en su carpeta').waitFor(); // it goes on by itself
}

/** What the network lost is asked for again by a press, on each screen. */
export async function asksAgain(person) {
  const { page } = person;
  const again = page.getByRole('button', { name: 'Intentar de nuevo', exact: true });
  const LOST = ['No fue posible comunicarse con el servidor.', 'The server could not be reached.'];
  await sends(person, [{ name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('Lo que dice la nota') }]);
  await person.goes('Documentos', 'Mis documentos');
  let found = await loses(page, 'Documento');
  await person.opens('nota', /^Documento$/);
  await person.isTold(...LOST);
  await person.isAccessible('documento que no llega');
  await found();
  found = await loses(page, 'EnlacesDeDocumento'); // a wide screen asks for it at once
  await presses(again);
  await person.reads('nota');

  await person.views();
  await person.isTold(...LOST);
  await found();
  await presses(again);
  await person.sees('Lo que dice la nota');

  found = await loses(page, 'CargasPendientes');
  await person.adds();
  await page.getByRole('region', { name: 'Cargas sin terminar' }).getByText(LOST[0]).waitFor();
  await person.isAccessible('cargas que no llegan');
  await found();
  await presses(again);
  await again.waitFor({ state: 'detached' });
}

/** Presses a button that asks again. The page asks by itself too: then the button is gone, and there is nothing to press. */
async function presses(again) {
  await again.click({ timeout: 20_000 }).catch(async (error) => {
    if ((await again.count()) > 0) throw error;
  });
}

const asksFor = (request, operation) => request.postData()?.includes(`"operationName":"${operation}"`) ?? false;

/** The network loses an operation from now on, until the result is called. */
export async function loses(page, operation) {
  const lost = (route) => (asksFor(route.request(), operation) ? route.abort('connectionreset') : route.continue());
  await page.route('**/graphql', lost);
  return () => page.unroute('**/graphql', lost);
}

/** The answers to an operation are others from now on, until the result is called. */
async function changes(page, operation, change) {
  const changed = async (route) => {
    if (!asksFor(route.request(), operation)) return route.continue();
    const answer = await route.fetch();
    return route.fulfill({ response: answer, body: change(await answer.text()) });
  };
  await page.route('**/graphql', changed);
  return () => page.unroute('**/graphql', changed);
}
