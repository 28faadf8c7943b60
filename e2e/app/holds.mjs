// node holds.mjs BASE_URL CONTROL ROWS — what a person does holds: with thousands of documents, of which ROWS are scrolled
// through, two tabs, a server that dies, networks that break, and every refusal. CONTROL is the test's own address: /token
// gives a token, /matar and /levantar are of the server.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { conNavegador, vigilar } from '../explorer/navegador.mjs';
import { entersWith } from './identity.mjs';
import { Person } from './person.mjs';
import { drops } from './drop.mjs';
import { fetches, hashOf, submits } from './files.mjs';

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
      await seesTheOtherTab(person, other);
    });
    await uploadsOverABadNetwork(person);
    await goesOnAfterAReload(person);
    await leavesNoFilesBehind(person);
    await waitsForAPart(person);
    await outlivesADefect(person);
    await outlivesTheServer(person, other);
    await keepsWhatWasTyped(person, context);
    await isToldWhyNot(person, context);
    await keepsWhatWasLoaded(person);
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
  await entersWith(person, await ask('/token'));
  await person.reads('Mis documentos');
  await person.page.getByRole('row').first().waitFor();
}

/** Rows without end are loaded, and few of them are in the document. */
async function scrolls({ page }, context) {
  const list = page.getByRole('grid', { name: 'Documentos de su carpeta' });
  const rows = list.getByRole('row');
  const loaded = async () => Number(/^[\d.]+/.exec(await page.locator('.pie-de-lista').textContent())[0].replaceAll('.', ''));
  let most = 0;
  for (const end = Date.now() + 600_000; (await loaded()) < Number(ROWS); ) {
    assert.ok(Date.now() < end, `${await loaded()} rows were loaded in ten minutes`);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    most = Math.max(most, await rows.count());
  }
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
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

/** What happens in one tab is seen in the other: a document that comes, one that changes, and one that goes. */
async function seesTheOtherTab(person, other) {
  await enters(person);
  await submits(other, [{ name: 'de_la_otra.txt', mimeType: 'text/plain', buffer: Buffer.from('otra') }]);
  await person.row('de la otra').waitFor();
  await person.row('de la otra').click();
  await person.reads('de la otra');
  await other.goes('Documentos', 'Mis documentos');
  await other.row('de la otra').click();
  await other.movesToTheBin();
  await person.sees('Está en la papelera. Puede recuperarlo.');
  await other.erasesNow('de la otra');
  await person.isTold('Este documento no está en su carpeta', 'This document is not in your folder');
}

/** Two lists, further than their first page: what happens in the carpeta meanwhile takes nothing of them away. */
async function keepsWhatWasLoaded(person) {
  const { page } = person;
  const { miCarpeta } = await api('{ miCarpeta { documentos(first: 100, filtro: { certificado: false }) { edges { node { id } } } } }');
  const ids = miCarpeta.documentos.edges.map(({ node }) => node.id);
  assert.equal(ids.length, 100);
  await deletes(ids.slice(0, 30), 0); // erased at once
  await person.goes('Papelera', 'Papelera');
  const more = page.getByRole('button', { name: 'Cargar más' });
  await grows(page.getByRole('region', { name: 'Borrados y pedidos' }), more, 30, () => deletes(ids.slice(30, 31), 0));

  await deletes(ids.slice(31, 91), 3_600);
  await enters(person); // the page is another one
  await person.goes('Papelera', 'Papelera');
  const bin = page.getByRole('list', { name: 'Papelera', exact: true });
  await bin.getByRole('listitem').nth(49).waitFor();
  assert.equal(await bin.getByRole('listitem').count(), 50);
  await grows(bin, more.first(), 60, () => deletes(ids.slice(91, 92), 3_600)); // what was erased has such a button too, below
}

/** A list that is loaded further has so many rows, and one more when something happened. */
async function grows(list, more, rows, happens) {
  await more.click();
  await list.getByRole('listitem').nth(rows - 1).waitFor();
  await happens();
  await list.getByRole('listitem').nth(rows).waitFor();
}

/** Deletes documents, as another device would; they can be taken back for so many seconds. */
async function deletes(ids, ventana) {
  const { eliminarDocumentos } = await api('mutation ($ids: [ID!]!, $ventana: Int!) { eliminarDocumentos(input: { documentoIds: $ids, ventana: $ventana }) { errores { ... on ErrorDeUsuario { codigo } } } }', { ids, ventana });
  assert.deepEqual(eliminarDocumentos.errores, []);
}

async function api(query, variables) {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${await ask('/token')}` };
  const answer = await fetch(new URL('/graphql', base), { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
  const { data, errors } = await answer.json();
  assert.equal(errors, undefined);
  return data;
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
  await submits(person, [file]);
  await person.sees('está en su carpeta');
  await page.unroute('**/objetos/**', cut);
  assert.ok(cuts > 5, `${cuts} requests with bytes`);
  await person.goes('Documentos', 'Mis documentos');
  await person.row('grande').click();
  await person.reads('grande');
  assert.equal(await fetches(person), hashOf(content));
}

/** Runs in the page: the browser's own chooser, which cannot be reached from here, gives a file of the page's own folder. */
async function chooses([name, size]) {
  const handle = await (await navigator.storage.getDirectory()).getFileHandle(name, { create: true });
  const file = await handle.createWritable();
  await file.write(new Uint8Array(size).map((_, i) => (i * i) % 251));
  await file.close();
  globalThis.showOpenFilePicker = async () => [handle];
}

/** Waits until the browser keeps so many handles of files. */
function keeps(page, wanted) {
  const counts = async (number) => {
    const name = 'carpeta-cargas';
    if (!(await indexedDB.databases()).some((base) => base.name === name)) return number === 0; // it is not for us to make it
    const ended = (request) => new Promise((resolve, reject) => Object.assign(request, { onsuccess: () => resolve(request.result), onerror: reject }));
    const base = await ended(indexedDB.open(name));
    const count = await ended(base.transaction('archivos').objectStore('archivos').count());
    base.close();
    return count === number;
  };
  return page.waitForFunction(counts, wanted);
}

/**
 * A reload in the middle of an upload: it goes on with the file that was chosen, which nobody chooses again, and sends
 * what is missing.
 */
async function goesOnAfterAReload(person) {
  const { page } = person;
  await person.adds();
  await page.evaluate(chooses, ['seguir.bin', 18 << 20]);
  let begun = 0;
  const afterTheFirst = (route) => {
    if (route.request().method() !== 'PUT' || begun++ === 0) return route.continue();
    return undefined; // it is never answered
  };
  await page.route('**/objetos/**', afterTheFirst);
  await person.press('Elegir archivos');
  await person.press('Subir 1 archivo');
  for (const end = Date.now() + 180_000; begun < 2; ) {
    assert.ok(Date.now() < end, 'no second part was begun');
    await page.waitForTimeout(100);
  }
  await keeps(page, 1);
  await enters(person); // the page is another one
  await page.unroute('**/objetos/**', afterTheFirst);
  let arrived = 0;
  const count = (response) => response.request().method() === 'PUT' && response.ok() && arrived++;
  page.on('response', count);
  await person.adds();
  await person.sees('Cargas sin terminar');
  await person.isAccessible('sin terminar');
  await person.press('Seguir subiendo seguir.bin');
  await person.sees('está en su carpeta');
  page.off('response', count);
  assert.equal(arrived, 2, 'of three parts one was there');
}

/** Who leaves in the middle of an upload leaves nothing of their files at this machine. */
async function leavesNoFilesBehind(person) {
  const { page } = person;
  const never = (route) => (route.request().method() === 'PUT' ? undefined : route.continue());
  await page.route('**/objetos/**', never);
  await page.evaluate(chooses, ['queda.bin', 1_000]);
  await person.press('Elegir archivos');
  await person.press('Subir 1 archivo');
  await keeps(page, 1);
  await person.press('Salir');
  await person.reads('Entre a su carpeta');
  await keeps(page, 0);
  await page.unroute('**/objetos/**', never);
}

/** A part of the application that does not come takes nothing away: it is asked for until it is there. */
async function waitsForAPart(person) {
  const { page } = person;
  const none = (route) => route.abort('connectionreset');
  await page.route('**/assets/accesos-page*', none);
  await enters(person);
  await person.page.getByRole('navigation').getByRole('link', { name: 'Actividad', exact: true }).click();
  await person.isTold('Esta parte de la página no llega', 'This part of the page does not come');
  await person.isAccessible('no llega');
  await person.goes('Documentos', 'Mis documentos');
  await person.page.getByRole('navigation').getByRole('link', { name: 'Actividad', exact: true }).click();
  await page.unroute('**/assets/accesos-page*', none);
  await person.reads('¿Quién vio mis documentos?');
  assert.deepEqual(await page.evaluate(withoutStyle), [], 'a style did not come with its part');
}

/** Addresses of the page's styles that are not there: their rules cannot be read. */
function withoutStyle() {
  const isThere = ({ sheet }) => {
    try {
      return sheet.cssRules.length > 0;
    } catch {
      return false;
    }
  };
  return [...document.querySelectorAll('link[rel=stylesheet]')].filter((link) => !isThere(link)).map(({ href }) => href);
}

/** A screen that fails by a defect says so, and takes nothing else away: what was typed elsewhere is there. */
async function outlivesADefect(person) {
  const { page } = person;
  const looks = page.getByRole('navigation').getByRole('link', { name: 'Actividad', exact: true });
  const mended = await breaks(page, 'accesos-page');
  await enters(person); // the page is another one
  await person.adds();
  await page.locator('input[type=file]').first().setInputFiles([{ name: 'a_medias.txt', mimeType: 'text/plain', buffer: Buffer.from('a medias') }]);
  const title = page.getByLabel('Título', { exact: true });
  await title.fill('Título a medias');
  await looks.click();
  await person.isTold('Algo falló en esta parte de la página. Lo que ya se guardó está a salvo', 'Something went wrong in this part of the page. What was saved is safe');
  await person.isAccessible('un defecto');
  await person.adds();
  assert.equal(await title.inputValue(), 'Título a medias');
  await mended();

  const uploadsMended = await breaks(page, 'carga-page'); // it is around other screens, too
  await enters(person);
  await page.getByRole('link', { name: 'Agregar', exact: true }).click();
  await person.sees('Algo falló en esta página. Lo que ya se guardó está a salvo. Recárguela para seguir.');
  await person.isAccessible('un defecto de todo');
  await uploadsMended();
  await person.press('Recargar la página');
  await person.reads('Entre a su carpeta');
  await enters(person);
  await looks.click();
  await person.reads('¿Quién vio mis documentos?');
}

/** From the next time that it is loaded on, a part of the application fails when it is drawn; the result mends it. */
async function breaks(page, part) {
  const address = `**/assets/${part}*.js`;
  const broken = async (route) => {
    const whole = await (await route.fetch()).text();
    const [, name] = /export\s*\{[^}]*\bas (\w+)\s*\}/.exec(whole);
    await route.fulfill({ contentType: 'text/javascript', body: `export const ${name} = () => { throw new Error('a defect'); };` });
  };
  await page.route(address, broken);
  return () => page.unroute(address, broken);
}

/** The server is killed; the page says so, and heals by itself. */
async function outlivesTheServer(person, other) {
  await person.goes('Documentos', 'Mis documentos');
  await ask('/matar');
  await person.isTold('Se perdió la conexión con el servidor', 'The connection to the server was lost');
  await person.isAccessible('reconectando');
  await ask('/levantar');
  await person.isConnected();
  await submits(other, [{ name: 'despues.txt', mimeType: 'text/plain', buffer: Buffer.from('después') }]);
  await person.row('despues').waitFor();
}

/** No network, and then a server that is not available for a while: what was typed is there, and is saved at last. */
async function keepsWhatWasTyped(person, context) {
  const { page } = person;
  await person.row('despues').click();
  await person.reads('despues');
  await person.press('Corregir');
  const title = page.getByLabel('Título', { exact: true });
  await title.fill('Después de todo');
  await context.setOffline(true);
  await person.isTold('Sin conexión a internet', 'No internet connection');
  await person.press('Guardar');
  await person.isTold('No fue posible comunicarse con el servidor.', 'The server could not be reached. Check your internet connection');
  assert.equal(await title.inputValue(), 'Después de todo');
  await context.setOffline(false);
  await person.isConnected();

  const refusals = [[503, 'UNAVAILABLE', 'El servicio no está disponible; intente más tarde.'], [429, 'RATE_LIMITED', 'Demasiadas solicitudes; intente más tarde.']];
  let asked = 0;
  const busy = (route) => {
    const [status, code, message] = refusals[asked++ % refusals.length];
    const body = JSON.stringify({ errors: [{ message, extensions: { code, reintentarEn: 1 } }] });
    return route.fulfill({ status, headers: { 'Retry-After': '1' }, contentType: 'application/graphql-response+json; charset=utf-8', body });
  };
  await page.route('**/graphql', busy);
  await person.press('Guardar');
  await person.isTold('El servicio no está disponible por ahora. La página sigue intentando sola', 'The service is not available at the moment. The page keeps trying by itself');
  assert.equal(await title.inputValue(), 'Después de todo');
  while (asked < 3) await page.waitForTimeout(100); // each of them, and again
  await page.unroute('**/graphql', busy);
  await person.reads('Después de todo'); // it was saved, and nobody pressed anything
  await person.isConnected();
}

/** What cannot be uploaded, and why. */
async function isToldWhyNot(person, context) {
  const { page } = person;
  const large = join(pictures, 'enorme.bin');
  await writeFile(large, Buffer.alloc(31 << 20));
  await person.adds();
  await person.sees('Cada archivo puede tener hasta 31,5 MB.'); // said before anything is chosen, and so refused without the server
  await page.locator('input[type=file]').first().setInputFiles([large]);
  await person.isTold('«enorme.bin»: es más grande de lo que se puede subir. Cada archivo puede tener hasta 31,5 MB. Comprímalo', '“enorme.bin”: larger than what can be uploaded. Each file can have up to 31.5 MB. Compress it');
  await person.isAccessible('rechazados');

  const folder = join(pictures, 'carpeta');
  await mkdir(folder, { recursive: true });
  await drops(page, context, [folder]);
  await person.isTold('No se puede subir una carpeta. Elija los archivos que están en ella.', 'A folder cannot be uploaded. Choose the files in it.');

  const little = Array.from({ length: 8 }, (_, i) => ({ name: `poco_${i}.txt`, mimeType: 'text/plain', buffer: Buffer.from(String(i)) }));
  await submits(person, little);
  await person.sees(/ya tiene \d+ documentos, de \d+ permitidos: elimine los que no necesite/); // the server said it, in the language of then
}

await conNavegador(test);
console.log('1 passed, 0 failed');
