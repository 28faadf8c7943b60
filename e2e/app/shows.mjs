// node shows.mjs BASE_URL CONTROL — a citizen shows a certified paper to somebody without an account, on a telephone: by a
// code, with and without its file, and as a file that anybody verifies; what becomes of the paper afterwards is seen
// everywhere. CONTROL is the test's own address: /token gives a token, /entregar delivers a paper, /revocar takes it back.
// Ends with "1 passed, 0 failed" and exit code 0. CAPTURAS=FOLDER keeps screenshots of success too.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { conNavegador, vigilar } from '../explorer/navegador.mjs';
import { drops } from './drop.mjs';
import { entersWith } from './identity.mjs';
import { Person } from './person.mjs';

const [, , base, control] = process.argv;
if (!control) {
  console.error('usage: node shows.mjs BASE_URL CONTROL');
  process.exit(2);
}
const origin = new URL(base);
const pictures = resolve(process.env.CAPTURAS ?? tmpdir());
mkdirSync(pictures, { recursive: true });
const ask = async (path, body = '') => {
  const answer = await fetch(new URL(path, control), { method: 'POST', body });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return answer.text();
};

const TELEPHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const TITLE = 'Título de ingeniera'; // no document of seeds is called so

async function test(mine, theirs) {
  const faults = await Promise.all([mine, theirs].map((context) => vigilar(context, origin)));
  const asked = [];
  for (const context of [mine, theirs]) context.on('request', (request) => asked.push(request.url()));
  const owner = new Person(await mine.newPage(), origin);
  const stranger = new Stranger(await theirs.newPage(), origin);
  try {
    await owner.open('/app/', 'Entre a su carpeta');
    await entersWith(owner, await ask('/token'));
    await owner.reads('Mis documentos');
    const paper = await ask('/entregar', TITLE);
    await owner.opens(TITLE);
    await readsWhatItIsWorth(owner);
    const codes = [await showsItsData(owner, stranger), await showsItsFile(owner, stranger, mine)];
    await verifies(stranger, theirs, join(pictures, 'copia.verificable.zip'), /certificó «Título de ingeniera»[^.]* para Ana Ruiz, .* Válido al /);
    const file = await savesWithItsProof(owner);
    await verifies(stranger, theirs, file, /certificó «Título de ingeniera», número 2020-00123456, para Ana Ruiz, con identificación \S+ el 3 de mayo de 2020\. .* Válido al /);
    codes.push(await isTakenBack(owner, stranger, paper));
    await verifies(stranger, theirs, file, /La entidad retiró este documento/);
    assert.deepEqual(asked.filter((url) => codes.some((code) => url.includes(code))), [], 'a code stands in an address that was asked for');
    for (const one of faults) assert.deepEqual({ ...one, errores: one.errores.filter((error) => !expected(error)) }, { peticionesAjenas: [], violacionesCsp: [], errores: [] });
  } catch (error) {
    for (const [who, { page }] of Object.entries({ owner, stranger })) {
      await page.screenshot({ path: join(pictures, `shows-${who}.png`) });
      console.error(`${who}: ${await page.evaluate(() => document.body.innerText).catch(String)}`);
    }
    console.error(JSON.stringify(faults, null, 2));
    throw error;
  }
}

/** What a page gave up itself is none, as a download; and a code that does not work is an answer that browsers tell. */
const expected = (error) => /net::ERR_ABORTED$/.test(error) || /(status of|HTTP) 404/.test(error);

/** Somebody who has never heard of the system, with a telephone. */
class Stranger extends Person {
  async looks(address, heading) {
    await this.page.goto('about:blank'); // the same address again would only move within the page
    await this.page.goto(address);
    await this.reads(heading);
  }
}

const picture = ({ page }, name) => page.screenshot({ path: join(pictures, `shows-${name}.png`) });

async function readsWhatItIsWorth(owner) {
  await owner.sees('Válido hasta el 3 de mayo de 2999.');
  await owner.sees('2020-00123456');
  await owner.sees('La firma es válida.');
  await owner.isAccessible('documento');
  await picture(owner, 'documento');
}

const sheet = ({ page }) => page.getByRole('dialog', { name: 'Mostrar a alguien' });

/** Makes a code, and returns its address. */
async function makes(owner) {
  await owner.press('Crear el código');
  const address = await sheet(owner).locator('.direccion').textContent();
  assert.match(address, new RegExp(`^${origin.origin}/v/#[\\w-]{22}$`));
  return address;
}

const codeOf = (address) => address.split('#')[1];

/** Who certified what, and that it is valid, and no name; until the owner ends it. */
async function showsItsData(owner, stranger) {
  await owner.press('Mostrar a alguien');
  await owner.isAccessible('mostrar');
  await picture(owner, 'mostrar');
  const address = await makes(owner);
  await owner.isAccessible('código');
  await picture(owner, 'codigo');

  await stranger.looks(address, /^Válido al /);
  for (const text of ['Certificado por La universidad', TITLE, /^•+3456$/, '3 de mayo de 2020', '3 de mayo de 2999']) await stranger.sees(text);
  assert.equal(await stranger.page.getByText('Ana Ruiz').count(), 0);
  assert.equal(await stranger.page.getByRole('link').count(), 0, 'there is a file');
  await stranger.sees(/^Se comprobó el \d+ de .* [ap]\. m\., hora estándar de Colombia\.$/);
  await stranger.sees(`Le responde ${origin.host}.`);
  await stranger.isAccessible('página de un código');
  await picture(stranger, 'pagina');
  await sheet(owner).getByText('Visto una vez').waitFor(); // by itself
  await stranger.press('Comprobar de nuevo');
  await stranger.reads(/^Válido al /);
  await sheet(owner).getByText('Visto 2 veces').waitFor();

  await owner.press('Dejar de compartir');
  await sheet(owner).getByText('Ese código ya no sirve.').waitFor();
  await stranger.press('Comprobar de nuevo');
  await stranger.reads('Este código no sirve');
  assert.equal(await stranger.page.getByText(TITLE).count(), 0, 'it is still shown');
  await stranger.looks(address, 'Este código no sirve');
  await stranger.isAccessible('código que no sirve');
  await picture(stranger, 'terminado');
  return codeOf(address);
}

/** The file too, and the name; until the owner ends it in another tab. */
async function showsItsFile(owner, stranger, context) {
  await owner.page.getByLabel('Los datos y el archivo').check();
  await owner.page.getByLabel('Mostrar también mi nombre').check();
  await owner.page.getByLabel('Dejar guardar una copia verificable').check();
  await owner.isAccessible('mostrar con una copia');
  await owner.page.getByLabel('¿Para quién es?').fill('La empresa');
  const address = await makes(owner);
  await stranger.looks(address, /^Válido al /);
  await stranger.sees('Ana Ruiz');
  await stranger.page.getByText('Ver el archivo (35 bytes)').waitFor();
  await stranger.isAccessible('página de un código con una copia');
  await picture(stranger, 'pagina-copia');
  const copy = () => stranger.page.getByRole('link', { name: 'Guardar copia verificable' });
  const [download] = await Promise.all([stranger.page.waitForEvent('download'), copy().click()]);
  assert.equal(download.suggestedFilename(), 'diploma.verificable.zip');
  await download.saveAs(join(pictures, 'copia.verificable.zip'));
  const [file] = await Promise.all([stranger.page.context().waitForEvent('page'), stranger.page.getByRole('link', { name: /^Ver el archivo/ }).click()]);
  await file.getByText('Se otorga el título').waitFor();
  await file.close();

  const second = new Person(await context.newPage(), origin);
  await second.open(new URL(owner.page.url()).pathname, 'Entre a su carpeta');
  await entersWith(second, await ask('/token'));
  await second.reads(TITLE);
  await second.press('Mostrar a alguien');
  await sheet(second).getByText('La empresa').waitFor();
  await second.isAccessible('códigos en uso');
  await picture(second, 'en-uso');
  await second.press('Dejar de compartir: La empresa');
  await sheet(second).getByText('Ese código ya no sirve.').waitFor();
  await second.page.close();
  await sheet(owner).getByText('Este código ya no sirve').waitFor(); // by itself
  await copy().click(); // of the page that was left open
  await stranger.reads('El archivo ya no se puede ver');
  await stranger.looks(address, 'Este código no sirve');
  await owner.page.keyboard.press('Escape');
  return codeOf(address);
}

/** Saves the verifiable file, with the holder; returns where it is. */
async function savesWithItsProof(owner) {
  await owner.press('Descargar con su prueba');
  await owner.isAccessible('descargar con su prueba');
  await owner.page.getByLabel('Incluir mi nombre y mi identificación').check();
  await picture(owner, 'con-su-prueba');
  const [download] = await Promise.all([owner.page.waitForEvent('download'), owner.page.getByRole('dialog').getByRole('button', { name: 'Descargar' }).click()]);
  assert.equal(download.suggestedFilename(), 'diploma.verificable.zip');
  await owner.sees('Se guardó «diploma.verificable.zip»');
  const path = join(pictures, 'diploma.verificable.zip');
  await download.saveAs(path);
  await owner.page.keyboard.press('Escape');
  return path;
}

/** Verifies a file by one drop; and once more after a while: the server remembers its status list for ten seconds. */
async function verifies(stranger, context, file, says) {
  const said = stranger.page.getByRole('region', { name: 'Resultado' }).filter({ hasText: says });
  for (let tries = 6; ; tries--) {
    await stranger.open('/app/verificar', 'Verificar un documento o una constancia');
    await drops(stranger.page, context, [file]);
    await stranger.concludes([basename(file)], tries > 1 ? /./ : says);
    if (await said.isVisible()) break;
    await stranger.page.waitForTimeout(3_000);
  }
  await stranger.isAccessible('verificado');
  await picture(stranger, `verificado-${/retir/.test(says.source) ? 'retirado' : 'valido'}`);
}

/** The university takes it back: the open page says so by itself, and so do the list, and the page of a code that is in use. */
async function isTakenBack(owner, stranger, paper) {
  await owner.press('Mostrar a alguien');
  const address = await makes(owner);
  await owner.page.keyboard.press('Escape');
  await stranger.looks(address, /^Válido al /);
  await ask('/revocar', paper);
  await owner.sees(/^Ya no vale: la entidad lo retiró el /);
  await owner.sees('Motivo: El título no corresponde.');
  assert.equal(await owner.page.getByText('La firma es válida.').count(), 0);
  assert.equal(await owner.page.getByRole('button', { name: 'Descargar con su prueba' }).count(), 0);
  await owner.isAccessible('documento retirado');
  await picture(owner, 'documento-retirado');
  await stranger.press('Comprobar de nuevo');
  await stranger.reads('Este documento ya no vale');
  await picture(stranger, 'pagina-retirado');
  await owner.press('Mostrar a alguien'); // to end what is in use
  await sheet(owner).getByText('ya no se puede mostrar con un código nuevo').waitFor();
  await picture(owner, 'mostrar-retirado');
  await owner.press('Dejar de compartir: Código');
  await sheet(owner).getByText('Ese código ya no sirve.').waitFor();
  await owner.page.keyboard.press('Escape');
  await owner.goes('Documentos', 'Mis documentos');
  await owner.row(TITLE).getByText('Ya no vale').waitFor();
  await owner.isAccessible('lista');
  await picture(owner, 'lista');
  return codeOf(address);
}

await conNavegador((mine) => conNavegador((theirs) => test(mine, theirs), TELEPHONE));
console.log('1 passed, 0 failed');
