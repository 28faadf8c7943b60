// Documents: found, uploaded, corrected, looked at, fetched.
import assert from 'node:assert/strict';
import { fetches } from './files.mjs';

export async function searchesAndOrders(person) {
  const { page } = person;
  await person.goes('Documentos', 'Mis documentos');
  await page.getByLabel('Orden', { exact: true }).selectOption({ label: 'Título' });
  await page.waitForFunction(() => {
    const titles = [...document.querySelectorAll('[role=row] .fila-titulo')].map((one) => one.textContent);
    return titles.length > 3 && titles.every((title, i) => i === 0 || titles[i - 1].localeCompare(title, 'es', { sensitivity: 'base', ignorePunctuation: true }) <= 0);
  });
  await page.getByLabel('Tipo', { exact: true }).selectOption({ label: 'Factura' });
  await page.waitForFunction(() => [...document.querySelectorAll('[role=row] .fila-sub + .fila-lado')].every((one) => one.textContent === 'Factura'));
  await person.finds('zzz ninguno');
  await person.sees('No hay ningún documento así');
  await person.isAccessible('ningún documento');
  await person.open('/app/', 'Mis documentos');
}

/** A text and a picture; returns the title of the text. */
export async function uploads(person) {
  const { page } = person;
  await person.adds();
  await person.isAccessible('subir');
  await page.locator('input[type=file]').first().setInputFiles([
    { name: 'carta_de_prueba.txt', mimeType: 'text/plain', buffer: Buffer.from('Una carta que nadie escribió, con ñ.\n') },
    { name: 'vacio.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
  ]);
  await person.isTold('«vacio.txt» está vacío y no se puede subir. Elija un archivo con contenido.', '“vacio.txt” is empty and cannot be uploaded. Choose a file with content.');
  const title = page.getByLabel('Título', { exact: true });
  assert.equal(await title.inputValue(), 'carta de prueba');
  await title.fill('Carta de prueba de la aplicación');
  await page.getByLabel('Tipo', { exact: true }).selectOption({ label: 'Contrato' });
  await person.isAccessible('por subir');
  await person.press('Subir 1 archivo');
  await person.goes('Documentos', 'Mis documentos'); // it goes on meanwhile
  await person.row('Carta de prueba de la aplicación').waitFor();
  await person.adds();
  await person.sees('está en su carpeta');
  await person.isAccessible('subidos');
  await person.goes('Documentos', 'Mis documentos');
  return 'Carta de prueba de la aplicación';
}

export async function correctsViewsAndFetches(person, title) {
  const { page } = person;
  await person.opens(title);
  await person.views();
  await person.sees('Una carta que nadie escribió, con ñ.');
  await person.isAccessible('documento');
  await person.press('Corregir');
  await page.getByLabel('Título', { exact: true }).fill(`${title}, corregida`);
  await person.isAccessible('corrección');
  await person.press('Guardar');
  await person.reads(`${title}, corregida`);
  await fetches(person);
}

export async function looksAtAPdf(person, picture) {
  const { page } = person;
  await person.goes('Documentos', 'Mis documentos');
  await person.finds('formula');
  await person.opens('Fórmula médica', /^Fórmula médica/);
  await person.views();
  await page.getByRole('img', { name: /^Página 1 de/ }).waitFor();
  await page.waitForFunction(() => document.querySelector('.hoja .oculto')?.textContent.trim().length > 0); // it was drawn before
  const colours = await page.evaluate(() => {
    const canvas = document.querySelector('.hoja canvas');
    return new Set(new Uint32Array(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size;
  });
  assert.ok(colours > 2, 'the page of the PDF is empty');
  await person.isAccessible('PDF');
  await picture('documento');
}
