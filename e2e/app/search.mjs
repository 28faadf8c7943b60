// The words of a search: gone with the search, and of no effect on a screen that comes after it.
import assert from 'node:assert/strict';

/** Longer than the field waits for more words, in milliseconds. */
const LATER = 1_000;

export async function leavesASearch(person) {
  const { page } = person;
  const words = page.getByLabel('Buscar', { exact: true });
  await person.open('/app/?orden=titulo', 'Mis documentos');
  await person.finds('tributario');
  await page.getByRole('navigation').getByRole('link', { name: 'Documentos', exact: true }).click();
  await page.waitForFunction(() => location.search === '');
  await page.waitForFunction(() => document.querySelector('input[type=search]').value === '');
  await page.waitForTimeout(LATER);
  assert.equal(await page.evaluate(() => location.search), '', 'the words came back');

  await words.fill('cédula');
  await person.isAsked('texto', 'cédula'); // the field still searches
  await page.goBack();
  await page.waitForFunction(() => document.querySelector('input[type=search]').value === 'tributario');

  await isPulledBackByNothing(person, words);
}

/** The next screen is still on its way when the field would have sent its words. */
async function isPulledBackByNothing(person, words) {
  const { page } = person;
  await person.open('/app/', 'Mis documentos');
  let release;
  const released = new Promise((resolve) => (release = resolve));
  await page.route(/\/assets\/accesos-page-[^/]*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await words.fill('tributario');
  await page.getByRole('navigation').getByRole('link', { name: 'Actividad', exact: true }).click();
  await page.waitForTimeout(LATER);
  const pathname = await page.evaluate(() => location.pathname);
  release();
  assert.equal(pathname, '/app/actividad', 'a late search pulled the person back');
  await person.reads('¿Quién vio mis documentos?');
  await person.open('/app/', 'Mis documentos');
}
