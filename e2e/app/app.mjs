// node app.mjs BASE_URL FOREIGN_KEYS — the citizen's application in a real browser, against a running demo server.
// Ends with "1 passed, 0 failed" and exit code 0. CAPTURAS=FOLDER keeps screenshots of success too.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { conNavegador, vigilar } from '../explorer/navegador.mjs';
import { asksForACertifiedOne, deletesAndKeepsTheReceipt, takesADeletionBack } from './deletions.mjs';
import { correctsViewsAndFetches, looksAtAPdf, searchesAndOrders, uploads } from './documents.mjs';
import { Person } from './person.mjs';
import { leavesASearch } from './search.mjs';
import { verifiesAReceipt } from './verificar.mjs';

if (!process.argv[3]) {
  console.error('usage: node app.mjs BASE_URL FOREIGN_KEYS');
  process.exit(2);
}
const origin = new URL(process.argv[2]);
const pictures = resolve(process.env.CAPTURAS ?? tmpdir());
mkdirSync(pictures, { recursive: true });

async function test(context) {
  const faults = await vigilar(context, origin);
  context.on('console', (message) => message.type() === 'warning' && faults.errores.push(message.text()));
  const page = await context.newPage();
  const person = new Person(page, origin);
  const picture = (name) => page.screenshot({ path: join(pictures, `app-${name}.png`) });
  try {
    await opensSignedIn(person);
    await readsTheWholeList(person);
    await keepsNoToken(person, context);
    await changesTheLanguage(person);
    await showsItsComponents(person);
    await leavesAndComesBack(person);
    await picture('documentos');
    await searchesAndOrders(person);
    await leavesASearch(person);
    const title = await uploads(person);
    await correctsViewsAndFetches(person, title);
    await looksAtAPdf(person, picture);
    await takesADeletionBack(person);
    await asksForACertifiedOne(person);
    await deletesAndKeepsTheReceipt(person, pictures);
    await picture('eliminaciones');
    await verifiesAReceipt(person, { context, receipt: join(pictures, 'constancia.json'), foreignKeys: process.argv[3] });
    await comesBack(person);
    await seesWhoLooked(person);
    // What the page itself gave up is none: a download is a navigation that ends as a file. Without a network nobody says who signed.
    faults.errores = faults.errores.filter((one) => !/net::ERR_(ABORTED|INTERNET_DISCONNECTED)$/.test(one));
    assert.deepEqual(faults, { peticionesAjenas: [], violacionesCsp: [], errores: [] });
  } catch (error) {
    await picture('fallo');
    console.error(`screenshot: ${join(pictures, 'app-fallo.png')}`);
    console.error(JSON.stringify(faults, null, 2));
    throw error;
  }
}

async function opensSignedIn(person) {
  const answer = await person.open('/app/', 'Mis documentos');
  const policy = answer.headers()['content-security-policy'] ?? '';
  assert.match(policy, /^default-src 'none'; script-src 'self';/);
  assert.doesNotMatch(policy, /unsafe/);
  assert.equal(await person.page.getAttribute('html', 'lang'), 'es');
  await person.sees('Demostración');
}

/** Page by page to the end, by the button and by the list's own loading. */
async function readsTheWholeList(person) {
  const { page } = person;
  const rows = page.getByRole('grid', { name: 'Documentos de su carpeta' }).getByRole('row');
  await rows.first().waitFor();
  await person.isAccessible('documentos');
  const total = Number(/^\d+/.exec(await page.getByText(/documentos en su carpeta$/).textContent())[0]);
  assert.ok(total > 40, `${total} documents are too few for this test`);
  const more = page.getByRole('button', { name: 'Cargar más' });
  const all = page.getByText(`${total} en la lista`, { exact: true });
  // A press while a page is on its way does nothing, and the list may load the last one by itself.
  while (!(await all.isVisible())) await more.click({ timeout: 1_000 }).catch(() => {});
  assert.ok((await rows.count()) < total, 'every row is in the document: the list is not virtual');
  await page.keyboard.press('Tab');
}

async function keepsNoToken(person, context) {
  const kept = await person.page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
  assert.equal(kept, '[{},{},""]');
  assert.deepEqual(await context.cookies(), []);
}

async function changesTheLanguage(person) {
  await person.press('English');
  await person.reads('My documents');
  assert.equal(await person.page.getAttribute('html', 'lang'), 'en');
  await person.open('/app/nothing/here', 'There is no such page');
  await person.press('Español');
  await person.reads('Esta página no existe');
  await person.isAccessible('no existe');
}

/** The page for those who build screens: every component, in its states. */
async function showsItsComponents(person) {
  await person.open('/app/_componentes', 'Componentes');
  await person.isAccessible('componentes');
  for (const dialog of ['Abrir una pregunta', 'Abrir una hoja lateral']) {
    await person.press(dialog);
    await person.isAccessible(dialog);
    await person.page.keyboard.press('Escape');
  }
  await person.open('/app/nothing/here', 'Esta página no existe');
}

async function leavesAndComesBack(person) {
  await person.press('Salir');
  await person.reads('Entre a su carpeta');
  await person.isAccessible('entrada');
  await comesBack(person, 'Esta página no existe');
  await person.goes('Documentos', 'Mis documentos');
  await person.page.getByRole('row').first().waitFor();
}

async function comesBack(person, heading = 'Mis documentos') {
  await person.press('Entrar a la demostración');
  await person.reads(heading);
}

/** Who looked is told to the citizen: others at once, what this test did when they open it; and a sign-in can be disowned. */
async function seesWhoLooked(person) {
  await person.goes('Actividad', '¿Quién vio mis documentos?');
  await person.sees('Universidad de Antioquia vio en una lista');
  await person.page.getByText(/^Lo que hizo usted/).first().click();
  await person.sees('Usted vio');
  await person.isAccessible('accesos');
  await person.page.getByRole('button', { name: /^No fui yo/ }).first().click();
  await person.sees('Se cerrarán todas sus sesiones');
  await person.isAccessible('no-fui-yo');
  await person.press('Cerrar las demás sesiones');
  await person.sees('Sus demás sesiones se cerraron');
}

await conNavegador(test);
console.log('1 passed, 0 failed');
