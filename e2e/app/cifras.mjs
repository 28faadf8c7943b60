// node cifras.mjs BASE_URL ROWS HASHED — the figures of the application in a real browser: of a folder of ROWS documents,
// whose owner's token is in TOKEN, and of a file of HASHED MiB that is hashed. Prints one object of JSON; what the
// members are says tools/bench/browser.go, which runs this.
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { conNavegador, vigilar } from '../explorer/navegador.mjs';
import { Person } from './person.mjs';

const [, , base, rows, hashed] = process.argv;
const token = process.env.TOKEN;
if (!hashed || !token) {
  console.error('usage: TOKEN=… node cifras.mjs BASE_URL ROWS HASHED');
  process.exit(2);
}
const origin = new URL(base);
const figures = {};
/** Of the page's process: what others do on the machine is not in it. In seconds. */
const PROCESSOR = 'ProcessTime';

await conNavegador(async (context) => {
  const faults = await vigilar(context, origin);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await Promise.all(['Performance', 'Network', 'HeapProfiler'].map((domain) => session.send(`${domain}.enable`)));
  await page.addInitScript(watchThePage);
  const person = new Person(page, origin);
  await firstLoad(person, session);
  await scrollsToTheEnd(person, session);
  await deletes(person);
  await hashes(person);
  figures.outsideRequests = faults.peticionesAjenas.length;
});
console.log(JSON.stringify(figures));

/** Runs in the page: keeps when frames came, when an interaction was painted, and when a document was told to be gone. */
function watchThePage() {
  const kept = { frames: [], interactions: [], gone: 0 };
  globalThis.kept = kept;
  let last;
  const frame = (now) => {
    if (last !== undefined) kept.frames.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) if (interactionId) kept.interactions.push(duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
  globalThis.WebSocket = class extends WebSocket {
    constructor(...args) {
      super(...args);
      this.addEventListener('message', ({ data }) => {
        if (!kept.gone && /"(SE_FUE|COMPLETADA)"/.test(data)) kept.gone = performance.now();
      });
    }
  };
}

/** What was drawn since it was asked last. */
async function framesOf(page) {
  const frames = await page.evaluate(() => globalThis.kept.frames.splice(0));
  return { count: frames.length, long: frames.filter((ms) => ms > 33.4).length, longest: Math.round(Math.max(0, ...frames)) };
}

/** What the first screen costs, from an empty browser to its first row; and nothing of it comes from elsewhere. */
async function firstLoad(person, session) {
  const { page } = person;
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  const begun = performance.now();
  await person.open('/app/', 'Entre a su carpeta');
  const form = performance.now() - begun;
  await page.getByLabel('Llave de acceso', { exact: true }).fill(token);
  const pressed = performance.now();
  await person.press('Entrar');
  await page.getByRole('row').first().waitFor();
  figures.firstRowMs = Math.round(form + performance.now() - pressed);
  figures.firstLoadBytes = bytes;
}

/**
 * Every document is loaded by scrolling; then a person's scrolling is looked at, frame by frame, and one that throws the
 * whole list past.
 */
async function scrollsToTheEnd({ page }, session) {
  const list = page.getByRole('grid', { name: 'Documentos de su carpeta' });
  const loaded = async () => Number(/^\d+/.exec(await page.locator('.pie-de-lista').textContent())[0]);
  const metric = async (wanted) => (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === wanted).value;
  const tasks = await metric(PROCESSOR);
  const begun = performance.now();
  const marks = [];
  let most = 0;
  for (let have = await loaded(); have < Number(rows); have = await loaded()) {
    if (performance.now() - begun > 900_000) throw new Error(`${have} rows were loaded in 15 minutes`);
    await list.evaluate((grid) => grid.scrollTo(0, grid.scrollHeight));
    most = Math.max(most, await list.getByRole('row').count());
    marks.push({ have, at: await metric(PROCESSOR) });
  }
  figures.loadAllMs = Math.round(performance.now() - begun);
  figures.loadAllCpuMs = Math.round(1000 * ((await metric(PROCESSOR)) - tasks));
  figures.lateToEarly = lateToEarly(marks);
  const scrolled = async (step, times) => {
    await framesOf(page);
    const before = await metric(PROCESSOR);
    await list.evaluate(
      async (grid, [pixels, frames]) => {
        let top = grid.scrollTop; // kept here: the browser rounds it
        for (let i = 0; i < frames; i++) {
          grid.scrollTo(0, (top -= pixels));
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
      },
      [step, times],
    );
    return { ...(await framesOf(page)), cpuMs: Math.round(1000 * ((await metric(PROCESSOR)) - before)) };
  };
  figures.scroll = await scrolled(100, 300);
  figures.fling = await scrolled((await list.evaluate((grid) => grid.scrollTop)) / 300, 300);
  figures.mostRows = Math.max(most, await list.getByRole('row').count());
  await session.send('HeapProfiler.collectGarbage');
  figures.heapBytes = await metric('JSHeapUsedSize');
}

/** How much more the last quarter of the rows cost than the second one: without what starts the page. */
function lateToEarly(marks) {
  const at = (share) => marks.find(({ have }) => have >= share * Number(rows)) ?? marks.at(-1);
  const cost = (from, to) => (at(to).at - at(from).at) / Math.max(1, at(to).have - at(from).have);
  return Number((cost(0.75, 1) / cost(0.25, 0.5)).toFixed(2));
}

/** From the press to the row that says so; and from the word that it is gone to the row that is not there. */
async function deletes(person) {
  const { page } = person;
  await person.open('/app/', 'Entre a su carpeta');
  await page.getByLabel('Llave de acceso', { exact: true }).fill(token);
  await person.press('Entrar');
  await page.getByLabel('Certificación', { exact: true }).selectOption({ label: 'No certificados' });
  const row = page.getByRole('row').first();
  await row.waitFor();
  await page.waitForURL(/certificado=no/);
  const title = await row.locator('.fila-titulo').textContent();
  await row.getByRole('checkbox').check({ force: true }); // a styled label lies over it
  await person.press('Eliminar 1 documento');
  const key = await row.getAttribute('data-key');
  const times = page.evaluate(
    (id) =>
      new Promise((resolve) => {
        const rowOf = () => document.querySelector(`[role=row][data-key="${CSS.escape(id)}"]`);
        const times = {};
        document.addEventListener('click', () => (times.pressed = performance.now()), { capture: true, once: true });
        new MutationObserver((_, observer) => {
          if (times.pressed && !times.shown && rowOf()?.textContent.includes('Eliminándose')) times.shown = performance.now();
          if (!times.shown || rowOf()) return;
          observer.disconnect();
          resolve({ shown: times.shown - times.pressed, left: performance.now() - globalThis.kept.gone });
        }).observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
    key,
  );
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  const { shown, left } = await times;
  Object.assign(figures, { deleteShownMs: Math.round(shown), goneMs: Math.round(left), deleted: title });
  const interactions = await page.evaluate(() => globalThis.kept.interactions);
  figures.interactionMs = Math.round(Math.max(0, ...interactions));
}

/** The page draws on while a file is hashed. */
async function hashes(person) {
  const { page } = person;
  const folder = await mkdtemp(join(tmpdir(), 'cifras-'));
  const file = join(folder, 'enorme.bin');
  const handle = await open(file, 'w');
  await handle.truncate(Number(hashed) << 20); // a file with a hole: the disk need not hold it
  await handle.close();
  try {
    await person.goes('Subir', 'Subir documentos');
    await page.locator('input[type=file]').first().setInputFiles(file);
    await person.press('Subir 1 archivo');
    await page.getByRole('progressbar').waitFor();
    await framesOf(page);
    const begun = performance.now();
    await person.sees(/más grande de lo que se puede subir|subiendo|no se pudo subir/);
    figures.hashMs = Math.round(performance.now() - begun);
    figures.hashing = await framesOf(page);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
