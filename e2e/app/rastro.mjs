// An auditor at the trail: asks wrongly, and is told; finds, by each filter; goes on page by page; exports; takes a proof.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Events that a page has. */
const PAGE = 50;

export async function audits(person, { operador, events, pictures }) {
  await isToldWhatIsWrong(person, operador);
  await readsPageByPage(person, events);
  await exports(person, events);
  await narrows(person);
  await takesAProof(person, pictures);
}

const search = (person) => person.press('Buscar en el rastro');

async function isToldWhatIsWrong(person, operador) {
  const { page } = person;
  await person.isAccessible('rastro');
  await search(person);
  await person.sees('Nombre un operador, o escriba una correlación.');
  await page.getByRole('alert').waitFor();
  await person.isAccessible('rastro sin operador');
  await page.getByLabel('Desde', { exact: true }).selectOption({ label: 'Fecha y hora…' });
  await search(person);
  await person.sees('Escriba la fecha y la hora completas.');
  await page.getByLabel('Operador cuyo rastro se lee').fill(operador);
  await page.getByLabel('Fecha y hora desde').fill('2100-01-01T00:00:00');
  await search(person);
  await person.sees('Elija un momento que ya pasó.');
  await person.isAccessible('rastro del futuro');
}

/** By the keyboard alone. */
async function readsPageByPage(person, events) {
  const { page } = person;
  await page.getByLabel('Tipo de evento', { exact: true }).selectOption({ label: 'documento.editado' }); // to read is an event too
  const theDayBefore = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 19); // in any zone
  await page.getByLabel('Fecha y hora desde').fill(theDayBefore);
  await page.getByLabel('Correlación', { exact: true }).focus();
  await page.keyboard.press('Enter');
  const more = page.getByRole('button', { name: 'Cargar más eventos' });
  for (let shown = PAGE; shown < events; shown += PAGE) {
    await person.sees(`${shown} eventos en la lista, puede haber más`);
    await more.focus();
    await page.keyboard.press('Enter');
  }
  const found = page.getByRole('region', { name: 'Eventos hallados' });
  await found.getByText(`${events} eventos en la lista`, { exact: true }).waitFor();
  await more.waitFor({ state: 'detached' });
  assert.equal(await found.getByRole('listitem').count(), events);
}

async function exports(person, events) {
  const { page } = person;
  for (const [button, lines] of [['Exportar CSV (hojas de cálculo)', events + 1], ['Exportar JSON Lines', events]]) {
    const [download] = await Promise.all([page.waitForEvent('download'), person.press(button)]);
    const text = await readFile(await download.path(), 'utf8');
    assert.equal(text.trimEnd().split(/\r?\n/).length, lines, button);
    await person.sees('El archivo está en sus descargas.');
  }
}

async function narrows(person) {
  const { page } = person;
  const choose = (label, option) => page.getByLabel(label, { exact: true }).selectOption(option);
  const found = page.getByRole('region', { name: 'Eventos hallados' });
  await choose('Hasta', { label: 'Hace 30 días' });
  await choose('Desde', { label: 'Hace 24 horas' });
  await search(person);
  await person.sees('Elija un momento que no sea anterior al comienzo.');
  await choose('Hasta', { label: 'Sin límite' });
  await choose('Resultado', { label: 'Se negó (denied)' });
  await search(person);
  await person.sees('Ningún evento es así');
  await choose('Tipo de evento', { label: 'politica.negada' });
  await choose('Gravedad', { label: 'Urgente (critical)' });
  await choose('Parte del programa', { label: 'api' });
  await search(person);
  await found.getByText('1 evento en la lista', { exact: true }).waitFor();
  await page.getByRole('button', { name: /^Lo relacionado con el evento/ }).click();
  await found.getByText('Son 5 en total.').waitFor(); // of one request
  assert.equal(await found.getByRole('listitem').count(), 5);
  await found.getByText('Detalles').first().focus();
  await page.keyboard.press('Enter');
  await found.getByText('pedido-0').first().waitFor();
}

/** The command verifies it afterwards. */
async function takesAProof(person, pictures) {
  const { page } = person;
  const saves = page.getByRole('button', { name: /^Guardar la prueba del evento/ }).first();
  const [download] = await Promise.all([page.waitForEvent('download'), saves.click()]);
  await download.saveAs(join(pictures, 'prueba.json'));
  const proof = page.getByRole('group', { name: /^Prueba del evento/ });
  assert.equal(await proof.getByRole('link').getAttribute('href'), '/app/verificar');
  await person.isAccessible('prueba');
}
