// node diploma.mjs BASE_URL — somebody without an account opens the diploma of a demonstration, a real PDF, by a code: the
// page says what a press does, and the browser's own viewer shows the paper. Where a browser has no viewer, the page says
// that the file is saved, and it is. Ends with "1 passed, 0 failed" and exit code 0.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { conNavegador } from '../explorer/navegador.mjs';
import { Person } from './person.mjs';

const base = process.argv[2];
if (!base) {
  console.error('usage: node diploma.mjs BASE_URL');
  process.exit(2);
}
const pictures = resolve(process.env.CAPTURAS ?? tmpdir());
const TITLE = 'Diploma de grado';

/** Makes a code that shows the file too, and returns its address. */
async function makesACode(owner) {
  await owner.open('/app/', 'Mis documentos');
  await owner.opens(TITLE);
  await owner.press('Mostrar a alguien');
  await owner.page.getByLabel('Los datos y el archivo').check();
  await owner.press('Crear el código');
  return owner.page.locator('.direccion').textContent();
}

async function looks(context, address) {
  const stranger = await context.newPage();
  await stranger.goto(address);
  await stranger.getByRole('heading', { level: 1, name: /^Válido al / }).waitFor();
  return stranger;
}

/** The viewer has drawn: text makes many edges of white and dark, and a viewer without a paper has few. */
async function showsAPaper(page) {
  let edges = 0;
  for (let tries = 60; tries > 0 && edges < 1000; tries--) {
    await page.waitForTimeout(500);
    const png = await page.screenshot({ path: join(pictures, 'diploma.png') });
    edges = await edgesOf(page.context(), png);
  }
  assert.ok(edges >= 1000, `${edges} edges of white and dark: the paper is not there`);
}

async function edgesOf(context, png) {
  const page = await context.newPage();
  try {
    return await page.evaluate(async (data) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
      const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
      canvas.drawImage(image, 0, 0);
      const { data: points } = canvas.getImageData(0, 0, image.width, image.height);
      let found = 0;
      for (let i = 4; i < points.length; i += 4) if (points[i - 4] > 250 && points[i] < 200) found++;
      return found;
    }, png.toString('base64'));
  } finally {
    await page.close();
  }
}

await conNavegador(async (context) => {
  const owner = new Person(await context.newPage(), new URL(base));
  const address = await makesACode(owner);
  const stranger = await looks(context, address);
  const [file] = await Promise.all([context.waitForEvent('page'), stranger.getByRole('link', { name: /^Ver el archivo/ }).click()]);
  await showsAPaper(file);
  await file.close();

  // As a browser without a viewer: on telephones with Android there is none.
  await context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'pdfViewerEnabled', { get: () => false }));
  const another = await looks(context, address);
  await another.getByText('Este navegador no muestra aquí los archivos PDF').waitFor();
  const [download] = await Promise.all([another.waitForEvent('download'), another.getByRole('link', { name: /^Descargar el archivo/ }).click()]);
  assert.equal(download.suggestedFilename(), 'diploma.pdf');
  assert.match(await readFile(await download.path(), 'latin1'), /^%PDF-/);
}, { ignoreDefaultArgs: ['--disable-extensions', '--disable-component-extensions-with-background-pages'] }); // the viewer is one
console.log('1 passed, 0 failed');
