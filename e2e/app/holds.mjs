// node holds.mjs BASE_URL CONTROL ROWS — what a person does holds: with thousands of documents, of which ROWS are scrolled
// through, two tabs, a server that dies, networks that break, and every refusal. CONTROL is the test's own address: /token
// gives a token, /matar and /levantar are of the server.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { conNavegador, vigilar } from '../explorer/navegador.mjs';
import { Person } from './person.mjs';

const [, , base, control, ROWS] = process.argv;
if (!ROWS) {
  console.error('usage: node holds.mjs BASE_URL CONTROL ROWS');
  process.exit(2);
}
const origin = new URL(base);
const pictures = resolve(process.env.CAPTURAS ?? tmpdir());
mkdirSync(pictures, { recursive: true });
const ask = async (path) => (await fetch(new URL(path, control), { method: 'POST' })).text();

const MOST_ROWS = 40;
const MOST_HEAP = 150e6;

async function test(context) {
  const faults = await vigilar(context, origin);
  context.on('console', (message) => message.type() === 'warning' && faults.errores.push(message.text()));
  const person = new Person(await context.newPage(), origin);
  const other = new Person(await context.newPage(), origin);
  try {
    await enters(person);
    await enters(other);
    await isStraightforward(faults, async () => {
      await scrolls(person, context);
      await usesTheKeyboardAlone(person);
      await seesTheOtherTab(person, other);
    });
    await uploadsOverABadNetwork(person);
    await outlivesTheServer(person, other);
    await keepsWhatWasTyped(person, context);
    await isToldWhyNot(person, context);
    assert.deepEqual({ ...faults, errores: [] }, { peticionesAjenas: [], violacionesCsp: [], errores: [] });
  } catch (error) {
    await person.page.screenshot({ path: join(pictures, 'app-fallo.png') });
    await other.page.screenshot({ path: join(pictures, 'app-fallo-otra.png') });
    console.error(JSON.stringify(faults, null, 2));
    throw error;
  }
}

/** Nothing is said in the console meanwhile. What the page itself gave up is none. */
async function isStraightforward(faults, work) {
  await work();
  assert.deepEqual(faults.errores.filter((one) => !one.endsWith('net::ERR_ABORTED')), []);
}

async function enters(person, path = '/app/') {
  await person.open(path, 'Entre a su carpeta');
  await person.page.getByLabel('Llave de acceso', { exact: true }).fill(await ask('/token'));
  await person.press('Entrar');
  await person.reads('Mis documentos');
  await person.page.getByRole('row').first().waitFor();
}

/** Rows without end are loaded, and few of them are in the document. */
async function scrolls({ page }, context) {
  const list = page.getByRole('grid', { name: 'Documentos de su carpeta' });
  const rows = list.getByRole('row');
  const loaded = async () => Number(/^\d+/.exec(await page.locator('.pie-de-lista').textContent())[0]);
  let most = 0;
  for (const end = Date.now() + 600_000; (await loaded()) < Number(ROWS); ) {
    assert.ok(Date.now() < end, `${await loaded()} rows were loaded in ten minutes`);
    await list.evaluate((grid) => grid.scrollTo(0, grid.scrollHeight));
    most = Math.max(most, await rows.count());
  }
  await list.evaluate((grid) => grid.scrollTo(0, grid.scrollHeight / 2));
  most = Math.max(most, await rows.count());
  assert.ok(most <= MOST_ROWS, `${most} rows are in the document`);
  const session = await context.newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize').value;
  assert.ok(heap < MOST_HEAP, `${heap} bytes of heap`);
  console.log(`${await loaded()} documents: at most ${most} rows in the document, ${Math.round(heap / 1e6)} MB of heap`);
}

/** Found, opened, deleted and taken back without a pointer. */
async function usesTheKeyboardAlone(person) {
  const { page } = person;
  const press = (key) => page.keyboard.press(key);
  await enters(person, '/app/?certificado=no');
  await page.getByRole('link', { name: 'Carpeta Ciudadana' }).focus();
  await tabTo(page, 'combobox', 'Certificación');
  await tabTo(page, 'row');
  const first = await page.evaluate(() => document.activeElement.dataset.key);
  await press('ArrowDown');
  await page.waitForFunction((before) => document.activeElement.role === 'row' && document.activeElement.dataset.key !== before, first);
  const title = await page.evaluate(() => document.activeElement.querySelector('.fila-titulo').textContent);
  await press('Enter');
  await person.reads(title);
  await tabTo(page, 'button', 'Eliminar');
  await press('Enter');
  const dialog = page.getByRole('alertdialog');
  await dialog.waitFor();
  await press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await tabTo(page, 'button', 'Corregir');
  await press('Enter');
  await tabTo(page, 'textbox', 'Título');
  await press('End');
  await page.keyboard.type(', a teclado');
  await press('Enter');
  await person.reads(`${title}, a teclado`);
}

/** Presses Tab until that has the focus: everything is in reach. */
async function tabTo(page, role, name) {
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('Tab');
    const is = await page.evaluate(
      ([wanted, label]) => {
        const { activeElement: one } = document;
        const roles = { BUTTON: 'button', SELECT: 'combobox', INPUT: 'textbox', A: 'link' };
        const text = one.labels?.[0]?.textContent ?? one.getAttribute('aria-label') ?? one.textContent;
        return (one.getAttribute('role') ?? roles[one.tagName]) === wanted && (label === undefined || text.trim() === label);
      },
      [role, name],
    );
    if (is) return;
  }
  throw new Error(`no ${role} ${name ?? ''} is in the reach of Tab`);
}

/** What happens in one tab is seen in the other: a document that comes, one that changes, and one that goes. */
async function seesTheOtherTab(person, other) {
  await enters(person);
  await sends(other, [{ name: 'de_la_otra.txt', mimeType: 'text/plain', buffer: Buffer.from('otra') }]);
  await person.row('de la otra').waitFor();
  await person.row('de la otra').click();
  await person.reads('de la otra');
  await other.goes('Documentos', 'Mis documentos');
  await other.row('de la otra').click();
  await other.press('Eliminar');
  await other.page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  await person.sees('Eliminándose');
  await person.sees('Este documento no está en su carpeta');
}

async function sends(person, files) {
  await person.goes('Subir', 'Subir documentos');
  await person.page.locator('input[type=file]').first().setInputFiles(files);
  await person.press(files.length === 1 ? 'Subir 1 archivo' : `Subir ${files.length} archivos`);
}

/** Cut five times, it arrives byte by byte as it was. */
async function uploadsOverABadNetwork(person) {
  const { page } = person;
  const content = randomBytes(20 << 20);
  let cuts = 0;
  const cut = (route) => (route.request().method() === 'PUT' && cuts++ < 5 ? route.abort('connectionreset') : route.continue());
  await page.route('**/objetos/**', cut);
  const file = join(pictures, 'grande.bin');
  await writeFile(file, content);
  await sends(person, [file]);
  await person.sees('está en su carpeta');
  await page.unroute('**/objetos/**', cut);
  assert.ok(cuts > 5, `${cuts} requests with bytes`);
  await person.goes('Documentos', 'Mis documentos');
  await person.row('grande').click();
  await person.reads('grande');
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Descargar', exact: true }).click()]);
  const hash = (bytes) => createHash('sha256').update(bytes).digest('hex');
  assert.equal(hash(await readFile(await download.path())), hash(content));
}

/** The server is killed; the page says so, and heals by itself. */
async function outlivesTheServer(person, other) {
  await person.goes('Documentos', 'Mis documentos');
  await ask('/matar');
  await person.sees('Se perdió la conexión con el servidor');
  await person.isAccessible('reconectando');
  await ask('/levantar');
  await isConnected(person);
  await sends(other, [{ name: 'despues.txt', mimeType: 'text/plain', buffer: Buffer.from('después') }]);
  await person.row('despues').waitFor();
}

function isConnected({ page }) {
  return page.getByRole('region', { name: 'Conexión' }).waitFor({ state: 'detached' });
}

/** No network, and then a server that takes no more for a while: what was typed is there, and is saved at last. */
async function keepsWhatWasTyped(person, context) {
  const { page } = person;
  await person.row('despues').click();
  await person.reads('despues');
  await person.press('Corregir');
  const title = page.getByLabel('Título', { exact: true });
  await title.fill('Después de todo');
  await context.setOffline(true);
  await person.sees('Sin conexión a internet');
  await person.press('Guardar');
  await person.sees('No fue posible comunicarse con el servidor.');
  assert.equal(await title.inputValue(), 'Después de todo');
  await context.setOffline(false);
  await isConnected(person);

  const refusal = { errors: [{ message: 'Demasiadas solicitudes; intente más tarde.', extensions: { code: 'RATE_LIMITED', reintentarEn: 'PT1S' } }] };
  const busy = (route) =>
    route.fulfill({ status: 429, headers: { 'Retry-After': '1' }, contentType: 'application/graphql-response+json; charset=utf-8', body: JSON.stringify(refusal) });
  await page.route('**/graphql', busy);
  await person.press('Guardar');
  await person.sees('Demasiadas solicitudes; intente más tarde.');
  await person.press('English');
  await person.sees('Too many requests; try again later.');
  await person.press('Español');
  assert.equal(await title.inputValue(), 'Después de todo');
  await page.unroute('**/graphql', busy);
  await person.press('Guardar');
  await person.reads('Después de todo');
}

/** What cannot be uploaded, and why. */
async function isToldWhyNot(person, context) {
  const { page } = person;
  const large = join(pictures, 'enorme.bin');
  await writeFile(large, Buffer.alloc(31 << 20));
  await sends(person, [large]);
  await person.sees('El archivo es más grande de lo que se puede subir');
  await person.isAccessible('rechazados');

  const folder = join(pictures, 'carpeta');
  await mkdir(folder, { recursive: true });
  await dropsAFolder(page, context, folder);
  await person.sees('No se puede subir una carpeta');

  const little = Array.from({ length: 8 }, (_, i) => ({ name: `poco_${i}.txt`, mimeType: 'text/plain', buffer: Buffer.from(String(i)) }));
  await sends(person, little);
  await person.sees(/ya tiene \d+ documentos, de \d+ permitidos/);
}

async function dropsAFolder(page, context, folder) {
  const { x, y, width, height } = await page.locator('.soltar').boundingBox();
  const session = await context.newCDPSession(page);
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop']) await session.send('Input.dispatchDragEvent', { type, x: x + width / 2, y: y + height / 2, data });
}

await conNavegador(test);
console.log('1 passed, 0 failed');
