// What a person meets who has to sign in again for an act (RFC 9470), at an issuer that knows them and asks nothing without need.
// The server wants the level "alto", and a sign-in of the last five minutes, from who erases a document or deletes several.
import assert from 'node:assert/strict';
import { Person } from './person.mjs';

export async function signsInAgain(person, context, issuer, { identifies }) {
  const { page, origin } = person;
  const asked = []; // of the issuer, by the application
  const sent = []; // acts
  context.on('request', (request) => {
    if (request.url().startsWith(`${issuer}/auth?`)) asked.push(new URL(request.url()).searchParams);
    if (/BorrarYa|EliminarDocumentos/.test(request.postData() ?? '')) sent.push(request);
  });
  const tell = (what) => fetch(`${issuer}/${what}`, { method: 'POST' });
  const dialog = (name, on = page) => on.getByRole('alertdialog', { name });
  const again = (on) => dialog('Identifíquese de nuevo', on);
  const ended = dialog('Su sesión terminó');
  const question = (title) => dialog(`¿Borrar «${title}» para siempre?`);

  /** Opens the page anew: the issuer asks nothing, and tells that the person signed in an hour ago. */
  async function comesIn(place, heading, who = person) {
    await tell('envejecer');
    await who.open(place, 'Entre a su carpeta');
    await who.press('Entrar');
    await who.reads(heading);
  }

  /** To move one document to the bin needs no other sign-in. */
  async function movesOneToTheBin() {
    await comesIn('/app/?certificado=no', 'Mis documentos');
    const row = page.getByRole('row').first();
    const title = await row.locator('.fila-titulo').textContent();
    await row.click();
    await person.movesToTheBin();
    await person.goes('Papelera', 'Papelera');
    await page.getByRole('button', { name: `Borrar ya «${title}»` }).waitFor();
    return title;
  }

  async function mayNotErase(title) {
    await page.getByRole('button', { name: `Borrar ya «${title}»` }).click();
    await question(title).getByRole('button', { name: 'Borrar para siempre' }).click();
    await again().getByText('Todavía no se ha hecho nada').waitFor();
    assert.equal(await question(title).count(), 0);
  }

  async function opensTheWindow(at = again()) {
    const [beside] = await Promise.all([at.page().waitForEvent('popup'), at.getByRole('button', { name: 'Entrar' }).click()]);
    return beside;
  }

  /** Is asked once more: nothing was sent since `before`. It is done when they confirm it. */
  async function confirms(asks, confirm, before) {
    await asks.waitFor();
    await page.waitForTimeout(2_000);
    assert.equal(sent.length, before, 'the application went on by itself');
    await asks.getByRole('button', { name: confirm }).click();
    await asks.waitFor({ state: 'detached' });
  }

  async function erases(title, before) {
    await confirms(question(title), 'Borrar para siempre', before);
    await page.getByRole('listitem').filter({ hasText: title }).filter({ hasText: 'Borrado' }).first().waitFor();
    assert.equal(sent.length, before + 1);
  }

  /** Whom the issuer refuses, or who turns away there, is inside as before, and nothing is done. */
  async function turnsAway(title) {
    const refused = again().getByText('La identificación se canceló o se rechazó. Intente de nuevo.');
    await mayNotErase(title);
    await person.isAccessible('identificarse de nuevo');
    await context.route(`${issuer}/auth?*`, (route) => route.continue({ url: `${route.request().url()}&prompt=none` }), { times: 1 }); // login_required
    await opensTheWindow();
    await refused.waitFor();
    const beside = await opensTheWindow();
    await refused.waitFor({ state: 'detached' });
    await beside.getByRole('link', { name: /Cancel/ }).click(); // access_denied
    await refused.waitFor();
    assert.deepEqual(['max_age', 'acr_values', 'prompt'].map((name) => asked.at(-1).get(name)), ['300', 'alto', null]);
    await again().getByRole('button', { name: 'Cancelar' }).click();
    await person.goes('Documentos', 'Mis documentos');
    await page.getByRole('row').first().waitFor();
    assert.equal(await ended.count(), 0);
  }

  async function signsIn(title) {
    await person.goes('Papelera', 'Papelera');
    await mayNotErase(title);
    const before = sent.length;
    await identifies(await opensTheWindow());
    await erases(title, before);
  }

  /** The other tab is asked for itself, and its window comes back at once: the person has just signed in. */
  async function worksInTheOtherTab(other) {
    const rows = other.page.getByRole('row');
    const titles = await Promise.all([0, 1].map((i) => rows.nth(i).locator('.fila-titulo').textContent()));
    for (const i of [0, 1]) await rows.nth(i).getByRole('checkbox').check({ force: true }); // a styled label lies over it
    await other.movesToTheBin('Mover 2 a la papelera');
    await again(other.page).waitFor();
    const before = sent.length;
    await opensTheWindow(again(other.page));
    await confirms(other.page.getByRole('alertdialog'), 'Mover a la papelera', before);
    for (const title of titles) await other.row(title).waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('alertdialog').count(), 0);
  }

  /** Who changed their mind is asked nothing when they come back from the issuer. */
  async function changesTheirMind(title) {
    await comesIn('/app/papelera', 'Papelera');
    await mayNotErase(title);
    const beside = await opensTheWindow();
    await again().getByRole('button', { name: 'Cancelar' }).click();
    await identifies(beside);
    await page.waitForTimeout(2_000);
    assert.equal(await page.getByRole('alertdialog').count(), 0);
  }

  /** The issuer ends the session of the first of two people, and would go on with the second: who comes back is asked who they are. */
  async function isSomebodyElse(title) {
    await comesIn('/app/papelera', 'Papelera');
    await mayNotErase(title);
    const before = sent.length;
    await identifies(await opensTheWindow(), 'otra-persona');
    await again().getByText('Entró otra persona').waitFor();
    assert.equal(await question(title).count(), 0);
    await ended.waitFor();
    await identifies(await opensTheWindow(ended));
    await ended.waitFor({ state: 'detached' });
    await identifies(await opensTheWindow());
    await erases(title, before);
  }

  await tell('confiar');
  const [first, second] = [await movesOneToTheBin(), await movesOneToTheBin()];
  const other = new Person(await context.newPage(), origin);
  await comesIn('/app/?certificado=no', 'Mis documentos', other);
  await turnsAway(first);
  await signsIn(first);
  await worksInTheOtherTab(other);
  await other.page.close();
  await changesTheirMind(second);
  await isSomebodyElse(second);
  await tell('desconfiar');
}
