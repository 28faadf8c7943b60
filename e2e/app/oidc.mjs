// node oidc.mjs BASE_URL ISSUER CITIZEN — signs in to the application at an OpenID Connect provider, stays in while tokens
// end, and is told why where it does not come in.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { conNavegador, vigilar } from '../explorer/navegador.mjs';
import { identityAt } from './identity.mjs';
import { Person } from './person.mjs';
import { signsInAgain } from './stepup.mjs';

const [, , base, issuer, citizen] = process.argv;
if (!citizen) {
  console.error('usage: node oidc.mjs BASE_URL ISSUER CITIZEN');
  process.exit(2);
}
const identity = identityAt(issuer, base, citizen);
const { fontless, identifies, isItsOwn, toTheIssuer } = identity;
const pictures = resolve(process.env.CAPTURAS ?? tmpdir());
mkdirSync(pictures, { recursive: true });

async function test(context) {
  const faults = await vigilar(context, new URL(base));
  context.on('console', (message) => message.type() === 'warning' && faults.errores.push(message.text()));
  await fontless(context);
  const page = await context.newPage();
  const person = new Person(page, new URL(base));
  try {
    await isTurnedAway(person);
    await signsIn(person);
    await keepsNoToken(person);
    await staysIn(person);
    await goesOnAfterTheSession(person, context);
    await signsInAgain(person, context, issuer, identity);
    await leaves(person);
    await worksAtTheConsole(person);
    judge(faults);
  } catch (error) {
    await page.screenshot({ path: join(pictures, 'app-oidc-fallo.png') });
    console.error(page.url(), JSON.stringify(faults, null, 2));
    throw error;
  }
}

/** The issuer is the one other origin. Beside what this test cuts, its page has faults of its own. */
function judge(faults) {
  const expected = /ERR_ABORTED|ERR_FAILED|HTTP 401|Failed to load resource: the server responded with a status of 40[014]/;
  faults.peticionesAjenas = faults.peticionesAjenas.filter((url) => !isItsOwn(url));
  faults.errores = faults.errores.filter((one) => !isItsOwn(one) && !expected.test(one));
  assert.deepEqual(faults, { peticionesAjenas: [], violacionesCsp: [], errores: [] });
}

/** Every way not to come in has its sentence. */
async function isTurnedAway(person) {
  const { page } = person;
  await person.open('/app/verificar', 'Verificar un documento o una constancia'); // for everybody
  await person.open('/app/', 'Entre a su carpeta');
  await person.isAccessible('entrada');

  await toTheIssuer(person);
  await page.getByRole('link', { name: /Cancel/ }).click();
  await person.sees('se canceló o se rechazó');
  assert.equal(new URL(page.url()).search, '');
  await person.isAccessible('rechazada');

  await person.open('/app/?code=inventado&state=ajeno', 'Entre a su carpeta');
  await person.sees('no es de una identificación que se haya empezado');

  await page.route(`${issuer}/auth?*`, (route) => route.continue({ url: route.request().url().replace(/nonce=[^&]+/, 'nonce=otro') }), { times: 1 });
  await toTheIssuer(person);
  await identifies(page);
  await person.sees('no es de una identificación que se haya empezado');

  await page.route('**/config.json', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, headers: { ...answer.headers(), date: new Date(Date.now() + 2 * 3600_000).toUTCString() } });
  });
  await toTheIssuer(person);
  await identifies(page);
  await person.isTold('Los relojes no coinciden. Revise la fecha y la hora de su equipo', 'The clocks differ. Look at the date and time of your machine');
  await page.unroute('**/config.json');

  await page.route(`${issuer}/**`, (route) => route.abort());
  await page.reload();
  await person.press('Entrar');
  await person.sees('la página donde usted se identifica no responde');
  await page.unroute(`${issuer}/**`);
}

/** Its own clock may be wrong by an hour: that of the server counts. */
async function signsIn(person) {
  await person.page.clock.setSystemTime(Date.now() + 3600_000);
  await person.open('/app/?texto=certificado', 'Entre a su carpeta');
  await toTheIssuer(person);
  await identifies(person.page);
  await person.reads('Mis documentos');
  await person.page.waitForURL((url) => url.search === '?texto=certificado'); // where they were
}

/** Nothing is kept but the chosen language. */
async function keepsNoToken({ page }) {
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
  assert.equal(kept, '[{"carpeta.lengua":"es"},{},""]');
}

/** Tokens end while the person looks around, and nobody notices. */
async function staysIn(person) {
  const { refreshed } = await seen();
  while ((await seen()).refreshed === refreshed) {
    await person.goes('Papelera', 'Papelera');
    await person.goes('Documentos', 'Mis documentos');
    await person.page.getByRole('row').first().waitFor();
  }
  assert.equal(await person.page.getByRole('alertdialog').count(), 0);
}

/** The issuer knows the person no more: what they typed waits for them. */
async function goesOnAfterTheSession(person, context) {
  const { page } = person;
  await person.open('/app/?certificado=no', 'Entre a su carpeta'); // a reload forgets every token
  await toTheIssuer(person);
  await identifies(page);
  await page.getByRole('row').first().click();
  await person.press('Corregir');
  await page.getByLabel('Título', { exact: true }).fill('Lo que la persona escribió');
  await person.press('English'); // the console is told so in Spanish
  await fetch(`${issuer}/olvidar`, { method: 'POST' });
  const dialog = page.getByRole('alertdialog', { name: 'Your session has ended' });
  await dialog.getByText('Sign in again to go on. What you typed and chose is still on the page.').waitFor();
  await person.isAccessible('sesión terminada');
  await fetch(`${issuer}/recordar`, { method: 'POST' });
  const [beside] = await Promise.all([context.waitForEvent('page'), dialog.getByRole('button', { name: 'Sign in' }).click()]);
  await identifies(beside);
  await dialog.waitFor({ state: 'detached' });
  await person.press('Español');
  assert.equal(await page.getByLabel('Título', { exact: true }).inputValue(), 'Lo que la persona escribió');
  await person.press('Guardar');
  await person.reads('Lo que la persona escribió');
}

async function leaves(person) {
  await person.press('Salir');
  await person.sees('Salió de su carpeta.');
  await toTheIssuer(person);
  await person.page.locator('input[name=login]').waitFor(); // whoever comes next is asked who they are
}

/** The console has the same way in, and comes back to where the person was. The issuer still knows the citizen. */
async function worksAtTheConsole(person) {
  await person.open('/app/operador/rastro', 'Entre a la consola');
  await person.isAccessible('entrada de la consola');
  await toTheIssuer(person);
  await identifies(person.page);
  await person.reads('No tiene un papel en esta consola');
  await person.isAccessible('sin papel');
  await person.press('Salir');
  await person.sees('Salió de la consola.');
  await toTheIssuer(person);
  await identifies(person.page, 'operador@operador-prueba');
  await person.reads('¿Para qué entra?');
  await person.press('Continuar');
  await person.reads('Rastro');
  assert.equal(new URL(person.page.url()).pathname, '/app/operador/rastro');
  await person.press('Buscar en el rastro');
  await person.page.getByRole('listitem').filter({ hasText: 'sesion.iniciada' }).waitFor(); // their own
  await endsAtTheConsole(person);
}

/** The issuer knows the person no more: what they chose waits for them. */
async function endsAtTheConsole(person) {
  const { page } = person;
  await page.getByLabel('Gravedad', { exact: true }).selectOption({ label: 'Urgente (critical)' });
  await fetch(`${issuer}/olvidar`, { method: 'POST' });
  const dialog = page.getByRole('alertdialog', { name: 'Su sesión terminó' });
  while (!(await dialog.isVisible())) {
    await page.getByRole('button', { name: 'Buscar en el rastro' }).click({ timeout: 2_000 }).catch(() => {}); // the dialog may lie over it by now
    await page.waitForTimeout(500);
  }
  await person.isAccessible('sesión terminada en la consola');
  await fetch(`${issuer}/recordar`, { method: 'POST' });
  const [beside] = await Promise.all([page.waitForEvent('popup'), dialog.getByRole('button', { name: 'Entrar' }).click()]);
  await identifies(beside, 'operador@operador-prueba');
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await page.getByLabel('Gravedad', { exact: true }).inputValue(), 'CRITICAL');
}

async function seen() {
  return (await fetch(`${issuer}/visto`)).json();
}

await conNavegador(test);
console.log('1 passed, 0 failed');
