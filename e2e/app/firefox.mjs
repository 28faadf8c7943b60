// node firefox.mjs — a short walk through the application in Debian's Firefox, on the demonstration at URL
// (tools/demo.sh): in, the list, an upload, a deletion to its end. puppeteer-core speaks WebDriver BiDi to a Firefox as
// it is; Playwright needs one of its own.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const puppeteer = createRequire(new URL('../../web/app/package.json', import.meta.url))('puppeteer-core');
const { URL: base, FIREFOX = '/usr/bin/firefox-esr' } = process.env;
if (!base) {
  console.error('usage: URL=… node firefox.mjs');
  process.exit(2);
}
/** Milliseconds; only keeps a broken walk from hanging. */
const PATIENCE = 180_000;
const TITLE = 'Carta de Firefox';

const folder = await mkdtemp(join(tmpdir(), 'firefox-'));
const browser = await puppeteer.launch({ browser: 'firefox', executablePath: FIREFOX, headless: true, timeout: PATIENCE, protocolTimeout: PATIENCE });
try {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  const faults = watch(page);
  await walk(page).catch(async (error) => {
    await page.screenshot({ path: join(tmpdir(), 'firefox-fallo.png') }).catch(() => {});
    console.error(`screenshot: ${join(tmpdir(), 'firefox-fallo.png')}; ${JSON.stringify(faults)}`);
    throw error;
  });
  assert.deepEqual(faults, { elsewhere: [], said: [] });
  console.log(`1 passed, 0 failed (${await browser.version()})`);
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}

/** Requests that leave the server, and what the page says in the console. */
function watch(page) {
  const faults = { elsewhere: [], said: [] };
  const { host } = new URL(base);
  page.on('request', (request) => {
    const { protocol, host: asked } = new URL(request.url());
    if (asked !== host && protocol !== 'data:' && protocol !== 'blob:') faults.elsewhere.push(request.url().slice(0, 200));
  });
  page.on('console', (message) => ['error', 'warn'].includes(message.type()) && faults.said.push(message.text()));
  page.on('pageerror', (error) => faults.said.push(String(error)));
  return faults;
}

async function walk(page) {
  await page.goto(new URL('/app/', base).href);
  await reads(page, 'Mis documentos');
  await press(page, 'Salir');
  await reads(page, 'Entre a su carpeta');
  await press(page, 'Entrar a la demostración');
  await reads(page, 'Mis documentos');
  await page.waitForSelector('[role=row] .fila-titulo');

  await uploads(page);
  await follow(page, 'Documentos');
  await row(page);
  await deletes(page);
}

async function uploads(page) {
  await follow(page, 'Subir');
  await reads(page, 'Subir documentos');
  const file = join(folder, 'carta_de_firefox.txt');
  await writeFile(file, 'Una carta, con ñ.\n');
  const input = await page.waitForSelector('input[type=file]', { hidden: true });
  await input.uploadFile(file);
  await sees(page, 'carta_de_firefox.txt');
  await fill(page, 'form input[required]', TITLE);
  await press(page, 'Subir 1 archivo');
  await sees(page, 'está en su carpeta');
}

/** To its end: the row says that it is being deleted, can be taken back, and goes. */
async function deletes(page) {
  await (await row(page)).click();
  await reads(page, TITLE);
  await press(page, 'Eliminar');
  await press(page, 'Eliminar', '[role=alertdialog] ');
  await sees(page, 'Deshacer');
  await follow(page, 'Eliminaciones');
  await reads(page, 'Eliminaciones');
  await page.waitForFunction((title) => [...document.querySelectorAll('li')].some((li) => li.textContent.includes(title) && li.textContent.includes('Eliminado')), {}, TITLE);
  await follow(page, 'Documentos');
  await page.waitForSelector('[role=row] .fila-titulo');
  const titles = await page.$$eval('[role=row] .fila-titulo', (rows) => rows.map((one) => one.textContent));
  assert.ok(!titles.includes(TITLE), 'the row is still there');
}

function reads(page, heading) {
  return page.waitForFunction((text) => document.querySelector('h1')?.textContent === text, {}, heading);
}

function sees(page, text) {
  return page.waitForFunction((wanted) => document.body.innerText.includes(wanted), {}, text);
}

async function row(page) {
  const found = await page.waitForFunction(
    (title) => [...document.querySelectorAll('[role=row]')].find((one) => one.querySelector('.fila-titulo')?.textContent === title),
    {},
    TITLE,
  );
  return found.asElement();
}

/** Presses a button by its name, once it is there. */
async function press(page, name, within = '') {
  const found = await page.waitForFunction(
    (selector, text) => [...document.querySelectorAll(selector)].find((one) => one.textContent.trim() === text && one.checkVisibility()),
    {},
    `${within}button`,
    name,
  );
  await found.asElement().click();
}

async function follow(page, section) {
  const found = await page.waitForFunction((text) => [...document.querySelectorAll('nav a')].find((one) => one.textContent === text), {}, section);
  await found.asElement().click();
}

async function fill(page, selector, text) {
  const input = await page.waitForSelector(selector);
  await input.click({ count: 3 });
  await input.type(text);
}
