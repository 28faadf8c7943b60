// node touch.mjs BASE_URL — the citizen's application on a telephone: fingers, and a camera, against a running demo server.
// Ends with "1 passed, 0 failed" and exit code 0.
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { conNavegador, vigilar } from '../explorer/navegador.mjs';
import { Person } from './person.mjs';

if (!process.argv[2]) {
  console.error('usage: node touch.mjs BASE_URL');
  process.exit(2);
}
const origin = new URL(process.argv[2]);
const pictures = resolve(process.env.CAPTURAS ?? tmpdir());
const TELEPHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** In pixels: what WCAG 2.2 asks of everything (2.5.8), and what a thumb meets without looking (2.5.5). */
const [LEAST, THUMB] = [24, 44];
/** One pixel of a PNG. */
const PHOTO = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

await conNavegador(async (context) => {
  const faults = await vigilar(context, origin);
  const page = await context.newPage();
  const person = new Person(page, origin);
  try {
    await person.open('/app/', 'Mis documentos');
    await page.getByRole('row').first().waitFor();
    assert.ok(await page.evaluate(() => matchMedia('(pointer: coarse)').matches), 'no finger is expected');
    await fitsFingers(page, 'documentos');
    await scrolls(person, context);
    await choosesARow(page);
    await choosesARowByALongPress(page, context);
    await photographs(person);
    await goesEverywhere(person);
    assert.deepEqual(faults, { peticionesAjenas: [], violacionesCsp: [], errores: [] });
  } catch (error) {
    await page.screenshot({ path: join(pictures, 'telefono.png') });
    console.error(JSON.stringify(faults, null, 2));
    throw error;
  }
}, TELEPHONE);
console.log('1 passed, 0 failed');

/** Everything that can be touched is large enough. */
async function fitsFingers(page, screen) {
  const small = await page.evaluate(([least, thumb]) => {
    const touched = [...document.querySelectorAll('button, a[href], input:not([type=file]), select, summary, [role=row]')];
    const read = '.salto, .oculto, .casilla, [style*=clip]'; // only heard, or larger than it looks
    const shown = touched.filter((one) => one.checkVisibility() && !one.closest(read));
    return [
      ...shown.filter((one) => Math.min(one.getBoundingClientRect().height, one.getBoundingClientRect().width) < thumb),
      ...[...document.querySelectorAll('.casilla')].filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < least),
    ].map((one) => `${one.outerHTML.slice(0, 120)}: ${JSON.stringify(one.getBoundingClientRect())}`);
  }, [LEAST, THUMB]);
  assert.deepEqual(small, [], `${screen}: too small for a finger`);
}

/** A finger moves the page, and its end brings more. */
async function scrolls({ page }, context) {
  const loaded = async () => Number(/^[\d.]+/.exec(await page.locator('.pie-de-lista').textContent())[0].replaceAll('.', ''));
  const first = await loaded();
  const session = await context.newCDPSession(page);
  const { width, height } = page.viewportSize();
  do await swipesUp(session, width / 2, height - 120, height - 240);
  while ((await loaded()) === first);
  assert.ok(await page.evaluate(() => scrollY > 0), 'the page did not move');
}

/** Moves a finger over the glass. */
async function swipesUp(session, x, y, far) {
  const touch = (type, ...touchPoints) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', { x, y });
  for (let moved = 0; moved <= far; moved += 20) await touch('touchMove', { x, y: y - moved });
  await touch('touchEnd');
}

/** A tap beside the little box chooses the row, and opens nothing. */
async function choosesARow(page) {
  await page.goto(new URL('/app/?certificado=no', origin).href);
  const row = page.getByRole('row').first();
  await row.waitFor();
  const { x, y } = await row.locator('.casilla').boundingBox();
  await page.touchscreen.tap(x - 6, y - 6);
  await page.getByRole('button', { name: 'Mover 1 a la papelera' }).waitFor();
  await fitsFingers(page, 'un documento elegido');
  await page.getByRole('button', { name: 'Quitar la selección' }).tap();
  await page.getByRole('button', { name: 'Mover 1 a la papelera' }).waitFor({ state: 'detached' });
}

/** A finger that stays chooses the row, and opens nothing. */
async function choosesARowByALongPress(page, context) {
  const { x, y } = await page.getByRole('row').first().locator('.fila-titulo').boundingBox();
  const session = await context.newCDPSession(page);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x + 5, y: y + 5 }] });
  await page.getByRole('button', { name: 'Mover 1 a la papelera' }).waitFor();
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.getByRole('button', { name: 'Quitar la selección' }).tap();
  await page.getByRole('button', { name: 'Mover 1 a la papelera' }).waitFor({ state: 'detached' });
}

/** By the camera at the back; what it took is uploaded, and can be looked at. */
async function photographs(person) {
  const { page } = person;
  await taps(person, 'Documentos', 'Mis documentos');
  await page.getByRole('link', { name: 'Agregar', exact: true }).tap();
  await person.reads('Agregar documentos');
  const camera = page.getByRole('button', { name: 'Tomar una foto' });
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), camera.tap()]);
  const input = await chooser.element().evaluate((one) => ({ capture: one.getAttribute('capture'), accept: one.accept }));
  assert.deepEqual(input, { capture: 'environment', accept: 'image/*' });
  await chooser.setFiles({ name: 'image.png', mimeType: 'image/png', buffer: PHOTO });
  await page.getByLabel('Título', { exact: true }).fill('Foto de mi cédula');
  await fitsFingers(page, 'por subir');
  await person.isAccessible('por subir, en un teléfono');
  await page.getByRole('button', { name: 'Subir 1 archivo' }).tap();
  await person.sees('está en su carpeta');
  await taps(person, 'Documentos', 'Mis documentos');
  await person.row('Foto de mi cédula').tap();
  await person.reads('Foto de mi cédula');
  await page.getByRole('button', { name: 'Ver', exact: true }).tap();
  await page.waitForFunction(() => document.querySelector('img.vista')?.naturalWidth === 1);
  await fitsFingers(page, 'documento');
}

async function goesEverywhere(person) {
  const { page } = person;
  await opensMore(person);
  await page.getByRole('dialog', { name: 'Más' }).getByRole('link', { name: 'Papelera', exact: true }).tap();
  await person.reads('Papelera');
  await taps(person, 'Compartidos', 'Compartidos');
  await person.isAccessible('compartidos, en un teléfono');
  await fitsFingers(page, 'compartidos');
  await taps(person, 'Actividad', '¿Quién vio mis documentos?');
  await page.getByText(/^Lo que hizo usted/).first().tap();
  await page.getByRole('main').getByRole('link', { name: 'Foto de mi cédula' }).first().waitFor();
  await fitsFingers(page, 'actividad');
  await opensMore(person);
  await fitsFingers(page, 'más');
  await page.getByRole('link', { name: 'Verificar', exact: true }).tap();
  await person.reads(/./);
  await fitsFingers(page, 'verificar');
  await taps(person, 'Documentos', 'Mis documentos');
  await opensMore(person);
  await page.getByRole('button', { name: 'Salir' }).tap();
  await person.reads('Entre a su carpeta');
  await fitsFingers(page, 'entrada');
}

async function opensMore({ page }) {
  await page.getByRole('button', { name: 'Más', exact: true }).tap();
  await page.getByRole('dialog', { name: 'Más' }).waitFor();
}

async function taps(person, section, heading) {
  await person.page.getByRole('navigation').getByRole('link', { name: section, exact: true }).tap();
  await person.reads(heading);
}
