// Deletions: taken back, done, watched to the end, with their receipt.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { savedBy } from './saved.mjs';

/** Ten seconds may pass on a machine that is busy: then the document goes, and the next one is tried. */
const TRIES = 8;

/** In milliseconds, how long a slow hand presses: a row that can be chosen too is opened all the same. */
const SLOW_HAND = 1_000;

export async function takesADeletionBack(person) {
  const { page } = person;
  await person.open('/app/?certificado=no', 'Mis documentos');
  await page.getByRole('row').first().waitFor();
  for (let i = 0; i < TRIES; i++) {
    const row = page.getByRole('row').nth(1);
    const title = await row.locator('.fila-titulo').textContent();
    await row.click({ delay: SLOW_HAND });
    await person.reads(title);
    await person.press('Mover a la papelera');
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText(title).waitFor();
    if (i === 0) await person.isAccessible('confirmación');
    await dialog.getByText('Se borra en 30 días. Puede recuperarlo.').waitFor();
    await dialog.getByRole('button', { name: 'Mover a la papelera' }).click();
    const undo = page.getByRole('button', { name: `Deshacer: sacar «${title}» de la papelera` });
    const came = await undo.waitFor({ timeout: 30_000 }).then(() => undo.click({ timeout: 9_000 })).then(() => true, () => false);
    if (came && (await isBack(page))) return;
    await person.open('/app/?certificado=no', 'Mis documentos');
    await page.getByRole('row').nth(1).waitFor();
  }
  throw new Error(`no deletion was taken back in time, of ${TRIES}`);
}

/** The document can be deleted again, or was gone before the button was pressed. */
async function isBack(page) {
  const back = page.getByRole('button', { name: 'Mover a la papelera', exact: true });
  const late = page.getByText(/ya no se puede cancelar|no está en su carpeta/);
  await back.or(late).first().waitFor();
  return back.isVisible();
}

/** Two at once, and the receipt of one is saved, as one file. */
export async function deletesAndKeepsTheReceipt(person, folder) {
  const { page } = person;
  const [title] = await deletesTwo(person);
  const receipt = await savedBy(page, page.getByRole('button', { name: `Guardar la constancia de «${title}»` }).first(), 'constancia-');
  await writeFile(join(folder, 'constancia.json'), receipt);
  const kept = page.getByRole('group', { name: `Constancia de «${title}»` });
  assert.deepEqual(await savedBy(page, kept.getByRole('button', { name: 'Guardar otra vez' }), 'constancia-'), receipt);
}

/** The page tells their end by itself. */
async function deletesTwo(person) {
  const { page } = person;
  await person.open('/app/?certificado=no&orden=antiguos', 'Mis documentos');
  const rows = page.getByRole('row');
  await rows.nth(1).waitFor();
  const titles = [await rows.nth(0).locator('.fila-titulo').textContent(), await rows.nth(1).locator('.fila-titulo').textContent()];
  for (const i of [0, 1]) await rows.nth(i).getByRole('checkbox').check({ force: true }); // a styled label lies over it
  await person.movesToTheBin('Mover 2 a la papelera');
  await person.goes('Papelera', 'Papelera');
  await person.isAccessible('papelera');
  for (const title of titles) await person.erasesNow(title);
  const cards = titles.map((title) => page.getByRole('listitem').filter({ hasText: title }).filter({ hasText: 'Borrado' }).first());
  for (const card of cards) await card.waitFor();
  assert.equal(await page.getByRole('button', { name: /^Deshacer/ }).count(), 0, 'what is erased is offered to be taken back');
  await person.isAccessible('eliminaciones');
  return titles;
}

/** Of a certified document it is asked for; the request is seen, and taken back. */
export async function asksForACertifiedOne(person) {
  const { page } = person;
  await person.open('/app/?certificado=si', 'Mis documentos');
  const row = page.getByRole('row').first();
  const title = await row.locator('.fila-titulo').textContent();
  await row.click();
  await person.reads(title);
  await person.press('Pedir que se borre');
  await page.getByLabel('Por qué pide que se borre', { exact: true }).fill('Ya no lo necesito');
  await person.isAccessible('pedido');
  await page.getByRole('form', { name: 'Pedir que se borre' }).getByRole('button', { name: 'Pedir que se borre' }).click();
  await page.getByRole('link', { name: 'Ver en la papelera' }).click();
  await person.reads('Papelera');
  await person.sees('Otra persona debe aprobarlo');
  await person.press(`Retirar lo pedido sobre «${title}»`);
  await page.getByRole('listitem').filter({ hasText: title }).filter({ hasText: 'Sigue en su carpeta' }).waitFor();
}
