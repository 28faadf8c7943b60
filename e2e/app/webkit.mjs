// node webkit.mjs BASE_URL — a short walk through the application in Debian's WebKit, on a demonstration:
// in, the list, the other language, an upload, a document, a deletion that is taken back and one to its end; and a diploma
// that somebody opens by a code.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until, withWebKit } from './webdriver.mjs';

const base = process.argv[2];
if (!base) {
  console.error('usage: node webkit.mjs BASE_URL');
  process.exit(2);
}
const TITLE = 'Carta de WebKit';
const TEXT = 'Una carta, con ñ.';
/** Ten seconds may pass on a machine that is busy: then the document goes, and another one is tried. */
const TRIES = 5;

const version = await withWebKit(async (page, folder) => {
  try {
    await walk(page);
    assert.deepEqual(await faults(page), []);
    await opensADiploma(page, folder);
  } catch (error) {
    const picture = join(process.env.CAPTURAS ?? tmpdir(), 'webkit-fallo.png');
    await page.picture().then((png) => writeFile(picture, png), () => {});
    console.error(`screenshot: ${picture}; ${JSON.stringify(await faults(page).catch(String))}`);
    throw error;
  }
});
console.log(`1 passed, 0 failed (${version})`);

async function walk(page) {
  await opens(page);
  await page.clicks('button', 'Salir');
  await page.reads('Entre a su carpeta');
  await page.clicks('button', 'Entrar a la demostración');
  await page.reads('Mis documentos');
  await page.finds('[role=row] .fila-titulo');
  await page.clicks('button', 'English');
  await page.reads('My documents');
  await page.clicks('button', 'Español');
  await page.reads('Mis documentos');
  await uploads(page);
  await looks(page);
  await takesBack(page);
  await deletes(page);
}

/** Classic WebDriver tells nothing of the console: what is said in it is kept by the page, from its first moment on. */
async function opens(page) {
  await page.goto(new URL('/app/', base).href);
  await page.waits('the page', (origin) => {
    if (location.origin !== origin) return false;
    globalThis.faltas = [];
    for (const kind of ['error', 'warn']) console[kind] = (...said) => globalThis.faltas.push(said.join(' '));
    for (const kind of ['error', 'unhandledrejection', 'securitypolicyviolation']) {
      addEventListener(kind, (event) => globalThis.faltas.push(`${kind}: ${event.message ?? event.reason ?? event.blockedURI}`));
    }
    return true;
  }, new URL(base).origin);
  await page.reads('Mis documentos');
  await page.finds('[role=row] .fila-titulo');
}

/** What was said in the console, and requests that left the server. */
function faults(page) {
  return page.run(() => {
    const elsewhere = performance.getEntriesByType('resource').filter(({ name }) => !name.startsWith(location.origin) && !/^(data|blob):/.test(name));
    return [...globalThis.faltas, ...elsewhere.map(({ name }) => name)];
  });
}

async function uploads(page) {
  const folder = await mkdtemp(join(tmpdir(), 'webkit-'));
  const file = join(folder, 'carta_de_webkit.txt');
  await writeFile(file, `${TEXT}\n`);
  await page.clicks('.cabeza a', 'Agregar');
  await page.reads('Agregar documentos');
  await page.types('input[type=file]', file);
  await page.sees('carta_de_webkit.txt');
  await page.clears('form input[required]');
  await page.types('form input[required]', TITLE);
  await page.clicks('button', 'Subir 1 archivo');
  await page.sees('está en su carpeta');
  await rm(folder, { recursive: true });
}

/** Its page: what it is, and what is in it. */
async function looks(page) {
  await page.clicks('nav a', 'Documentos');
  await page.clicks('[role=row] .fila-titulo', TITLE);
  await page.reads(TITLE);
  await page.run(() => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Ver')?.click()); // a wide screen shows it at once
  await page.sees(TEXT);
}

/** WebKit shows nothing of a PDF in a sandbox: the page of a code says that it is saved, and it is. */
async function opensADiploma(page, folder) {
  await page.clicks('nav a', 'Documentos');
  await page.clicks('[role=row] .fila-titulo', 'Diploma de grado');
  await page.reads('Diploma de grado');
  await page.clicks('button', 'Mostrar a alguien');
  await page.clicks('[role=dialog] label', 'Los datos y el archivo');
  await page.clicks('[role=dialog] button', 'Crear el código');
  const address = await page.waits('the address', () => document.querySelector('.direccion')?.textContent);
  await page.goto(address);
  await page.sees('Este navegador no muestra aquí los archivos PDF');
  await page.clicks('a', 'Descargar el archivo (1,9 kB)');
  const saved = await until(() => readFile(join(folder, 'diploma.pdf'), 'latin1').catch(() => ''), 'the file');
  assert.match(saved, /^%PDF-/);
}

/** From the page of a document. */
async function asksToDelete(page) {
  await page.clicks('main button', 'Mover a la papelera');
  await page.clicks('[role=alertdialog] button', 'Mover a la papelera');
}

async function takesBack(page) {
  for (let i = 0; i < TRIES; i++) {
    await page.clicks('nav a', 'Documentos');
    const title = await page.waits('a document', notCertified, TITLE);
    await page.clicks('[role=row] .fila-titulo', title);
    await page.reads(title);
    await asksToDelete(page);
    const end = (await page.waits('its button', pressesUndo, title)) === 'late' ? 'late' : await page.waits('its end', isBack);
    if (end === 'back') return;
  }
  throw new Error(`no deletion was taken back in time, of ${TRIES}`);
}

/** Runs in the page: presses the button once it is there. The document may be gone before. */
function pressesUndo(title) {
  const button = document.querySelector(`.emergente [aria-label="Deshacer: sacar «${title}» de la papelera"]`);
  button?.click();
  return button ? 'pressed' : document.body.innerText.includes('no está en su carpeta') && 'late';
}

/** Runs in the page: it can be deleted again, or it was too late. */
function isBack() {
  if (/ya no se puede cancelar|no está en su carpeta/.test(document.body.innerText)) return 'late';
  return [...document.querySelectorAll('main button')].some((one) => one.textContent.trim() === 'Mover a la papelera') && 'back';
}

/** Runs in the page: the title of a document that can be deleted, and that the walk needs no more. */
function notCertified(needed) {
  const rows = [...document.querySelectorAll('[role=row]')].filter((row) => row.querySelector('.fila-sub')?.textContent.includes('Lo subió usted'));
  const titles = rows.map((row) => row.querySelector('.fila-titulo')?.textContent);
  return titles.find((title) => title && title !== needed) ?? null;
}

/** To its end: the history says so, and the row is gone. */
async function deletes(page) {
  await page.clicks('nav a', 'Documentos');
  await page.clicks('[role=row] .fila-titulo', TITLE);
  await page.reads(TITLE);
  await asksToDelete(page);
  await page.finds('.emergente button', `Deshacer: sacar «${TITLE}» de la papelera`);
  await page.clicks('nav a', 'Papelera');
  await page.reads('Papelera');
  await page.clicks('main li button', `Borrar ya «${TITLE}»`);
  await page.clicks('[role=alertdialog] button', 'Borrar para siempre');
  await page.waits('its end', (title) => [...document.querySelectorAll('li')].some((li) => li.textContent.includes(title) && li.textContent.includes('Borrado')), TITLE);
  await page.clicks('nav a', 'Documentos');
  await page.finds('[role=row] .fila-titulo');
  const gone = (title) => [...document.querySelectorAll('.fila-titulo')].every((one) => one.textContent !== title);
  await page.waits('the row is gone', gone, TITLE);
}
