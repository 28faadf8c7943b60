// node waits.mjs BASE_URL CONTROL SECONDS FILES [ISSUER CITIZEN] — the server answers "not now" for SECONDS after the page
// said so. Until then nothing is lost that a person typed, chose or began, and the page says what happens; after that it
// goes on by itself. CONTROL is the test's own address: /faltar has the server answer so, /volver ends that. FILES is how
// the addresses of files begin. People sign in at ISSUER, or with what CONTROL/token gives.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { conNavegador, vigilar } from '../explorer/navegador.mjs';
import { fetches, hashOf } from './files.mjs';
import { entersWith, identityAt } from './identity.mjs';
import { Person } from './person.mjs';
import { hasInAll, rowOf, rowsOf, totalOf } from './rows.mjs';

const [, , base, control, SECONDS, files, issuer, citizen] = process.argv;
if (!files) {
  console.error('usage: node waits.mjs BASE_URL CONTROL SECONDS FILES [ISSUER CITIZEN]');
  process.exit(2);
}
const pictures = resolve(process.env.CAPTURAS ?? tmpdir());
mkdirSync(pictures, { recursive: true });
const { fontless, identifies, isItsOwn, toTheIssuer } = identityAt(issuer, base, citizen);

/** What the page says meanwhile: what happened, and what to do. */
const SPANISH = 'El servicio no está disponible por ahora. La página sigue intentando sola: no tiene que hacer nada.';
const ENGLISH = 'The service is not available at the moment. The page keeps trying by itself';

/** The list in which the people of this test work: what is in it can be corrected and deleted. */
const LIST = '/app/?certificado=no';
const CORRECTED = 'Zafiro, a medias';
/** Three parts. */
const LARGE = { name: 'grande.bin', title: 'grande', content: randomBytes(18 << 20) };
const SENT = { name: 'carta.txt', title: 'Carta que se envía mientras tanto', content: Buffer.from('carta\n') };
const CHOSEN = { name: 'aparte.txt', title: 'Lo que se eligió mientras tanto', content: Buffer.from('aparte\n') };
/** What was under way when the server went was cut off, or answered before all of it was sent: which of both is for the network to say. */
const CUT = /net::ERR_(CONNECTION_\w+|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|CONTENT_LENGTH_MISMATCH|HTTP2_PROTOCOL_ERROR)$/;

async function ask(path, body = '') {
  const answer = await fetch(new URL(path, control), { method: 'POST', body });
  const text = await answer.text();
  assert.ok(answer.ok, `${path}: ${text}`);
  return text;
}

async function test(context) {
  const faults = await vigilar(context, new URL(base));
  context.on('console', (message) => message.type() === 'warning' && faults.errores.push(message.text()));
  await fontless(context);
  const tokens = newestToken(context);
  const people = [];
  const enters = async () => {
    people.push(new Person(await context.newPage(), new URL(base)));
    await signsIn(people.at(-1));
    return people.at(-1);
  };
  try {
    const [corrects, looks, sends] = [await enters(), await enters(), await enters()];
    const [first, second, third] = await rowsOf(looks);
    const total = await totalOf(looks);
    const release = await uploadsAPart(sends);
    await chooses(sends, SENT);
    await typesACorrection(corrects, third.id);
    await deletes(looks, first.id);

    await ask('/faltar', tokens());
    release();
    await waits({ corrects, looks, sends, second });
    await ask('/volver');

    await goesOn({ corrects, looks, sends });
    faults.errores = faults.errores.filter((one) => !CUT.test(one));
    await isAsIfNothingHadBeen(looks, { total: total + 3 - 2, gone: [first, second] });
    await showsWhatAnotherPageShows(looks, await enters());
    await hasTheFiles(looks);
    judge(faults);
  } catch (error) {
    await Promise.all(people.map(({ page }, i) => page.screenshot({ path: join(pictures, `app-fallo-${i}.png`) }).catch(() => {})));
    console.error(String(error), JSON.stringify({ ...faults, errores: [...new Set(faults.errores)] }, null, 2)); // first: what follows is long
    for (const { page } of people) console.error(`${page.url()}: ${await page.evaluate(() => document.body.innerText).catch(String)}\n`);
    throw error;
  }
}

/** The token that a page sent last. */
function newestToken(context) {
  let token = '';
  context.on('request', (request) => {
    const { authorization } = request.headers();
    if (authorization && request.url().startsWith(base)) token = authorization.replace('Bearer ', '');
  });
  return () => token;
}

async function signsIn(person) {
  await person.open(LIST, 'Entre a su carpeta');
  if (issuer) {
    await toTheIssuer(person);
    await identifies(person.page);
  } else await entersWith(person, await ask('/token'));
  await person.reads('Mis documentos');
  await person.page.locator('[role=row] .fila-titulo').first().waitFor();
  await person.press('English'); // its texts are a part of the application: they would not come later
  await person.reads('My documents');
  await person.press('Español');
  await person.reads('Mis documentos');
}

/** An upload in parts, of which one has arrived; the others wait until what is returned is called. */
async function uploadsAPart(person) {
  const { page } = person;
  let release;
  const released = new Promise((done) => (release = done));
  let parts = 0;
  const afterTheFirst = async (route) => {
    if (route.request().method() === 'PUT' && parts++ > 0) await released;
    await route.continue().catch(() => {}); // it was given up meanwhile
  };
  await page.route(`${files}**`, afterTheFirst);
  const path = join(pictures, LARGE.name);
  await writeFile(path, LARGE.content);
  await person.adds();
  await page.locator('input[type=file]').first().setInputFiles(path);
  await person.press('Subir 1 archivo');
  for (const end = Date.now() + 180_000; parts < 2; await page.waitForTimeout(100)) assert.ok(Date.now() < end, 'no second part was begun');
  return () => void page.unroute(`${files}**`, afterTheFirst).finally(release);
}

async function chooses({ page }, { name, title, content }) {
  await page.locator('input[type=file]').first().setInputFiles([{ name, mimeType: 'text/plain', buffer: content }]);
  await page.getByLabel('Título', { exact: true }).fill(title);
}

async function typesACorrection(person, id) {
  await rowOf(person, id).click();
  await person.press('Corregir');
  await person.page.getByLabel('Título', { exact: true }).fill(CORRECTED);
}

async function deletes(person, id) {
  const { page } = person;
  const answered = page.waitForResponse((response) => (response.request().postData() ?? '').includes('EliminarDocumento'));
  await rowOf(person, id).getByRole('checkbox').check({ force: true }); // a styled label lies over it
  await person.movesToTheBin('Mover 1 a la papelera');
  await answered;
  await rowOf(person, id).waitFor({ state: 'detached' });
}

/** The page says that it waits, and for what. */
function isWaiting({ connection }) {
  return connection.filter({ hasText: SPANISH }).waitFor();
}

/** While the server answers "not now". */
async function waits({ corrects, looks, sends, second }) {
  const title = corrects.page.getByLabel('Título', { exact: true });
  await corrects.press('Guardar');
  await corrects.isTold(SPANISH, ENGLISH);
  const end = Date.now() + 1_000 * Number(SECONDS);
  await corrects.isAccessible('el servidor no está disponible');

  const before = await rowsOf(looks);
  await deletes(looks, second.id);
  await isWaiting(looks);
  const others = before.filter(({ id }) => id !== second.id); // that one is out of the list at once
  assert.deepEqual((await rowsOf(looks)).slice(0, others.length), others, 'the rows that were there');
  await looks.finds('zafiro');

  await sends.press('Subir 1 archivo');
  await isWaiting(sends);
  await chooses(sends, CHOSEN);

  await corrects.page.waitForTimeout(Math.max(0, end - Date.now()));
  for (const person of [corrects, looks, sends]) {
    await isWaiting(person);
    assert.deepEqual(await person.page.getByRole('alert').allTextContents(), [], 'nothing has failed');
  }
  assert.equal(await title.inputValue(), CORRECTED);
  assert.equal(await looks.page.getByLabel('Buscar', { exact: true }).inputValue(), 'zafiro');
  assert.equal(await sends.page.getByLabel('Título', { exact: true }).inputValue(), CHOSEN.title);
}

/** Everything that was begun comes to its end, and what was chosen can be sent. Nobody does anything but that. */
async function goesOn({ corrects, looks, sends }) {
  await corrects.reads(CORRECTED);
  await looks.row(CORRECTED).waitFor();
  await arrives(sends, LARGE);
  await arrives(sends, SENT);
  for (const person of [corrects, looks, sends]) await person.isConnected();
  assert.equal(await sends.page.getByLabel('Título', { exact: true }).inputValue(), CHOSEN.title);
  await sends.press('Subir 1 archivo');
  await arrives(sends, CHOSEN);
}

function arrives({ page }, { name }) {
  return page.getByRole('listitem').filter({ hasText: name }).filter({ hasText: 'está en su carpeta' }).waitFor();
}

/** The list has what came, and not what was deleted. */
async function isAsIfNothingHadBeen(person, { total, gone }) {
  const { page } = person;
  await person.finds('');
  for (const { title } of [LARGE, SENT, CHOSEN]) await person.row(title).waitFor();
  await hasInAll(person, total);
  for (const { id } of gone) await rowOf(person, id).waitFor({ state: 'detached' });
  for (const { title } of gone) {
    await person.erasesNow(title);
    await page.getByRole('listitem').filter({ hasText: title }).filter({ hasText: 'Borrado' }).first().waitFor();
  }
  await person.goes('Documentos', 'Mis documentos');
}

/** A page that saw nothing of it shows the same. */
async function showsWhatAnotherPageShows(person, other) {
  await person.page.getByLabel('Certificación', { exact: true }).selectOption({ label: 'No certificados' });
  const wanted = JSON.stringify(await rowsOf(other));
  for (const end = Date.now() + 180_000; JSON.stringify(await rowsOf(person)) !== wanted; await person.page.waitForTimeout(200)) {
    assert.ok(Date.now() < end, `${JSON.stringify(await rowsOf(person))} is not ${wanted}`);
  }
}

/** Byte by byte as they were. */
async function hasTheFiles(person) {
  for (const { title, content } of [LARGE, SENT, CHOSEN]) {
    await person.opens(title);
    assert.equal(await fetches(person), hashOf(content), title);
    await person.goes('Documentos', 'Mis documentos');
  }
}

/** Refusals that the server was told to give are none, nor a worker that did not come because of them; what a page gives up by itself, as before a download, neither. */
function judge({ peticionesAjenas, violacionesCsp, errores }) {
  const expected = /HTTP (401|429|503)$|with a status of (401|429|503)|net::ERR_ABORTED$|hash-worker-.* net::ERR_FAILED$|^WebSocket connection to .* failed/;
  assert.deepEqual(
    {
      peticionesAjenas: peticionesAjenas.filter((url) => !url.startsWith(files) && !isItsOwn(url)),
      violacionesCsp,
      errores: errores.filter((one) => !isItsOwn(one) && !expected.test(one)),
    },
    { peticionesAjenas: [], violacionesCsp: [], errores: [] },
  );
}

await conNavegador(test);
console.log('1 passed, 0 failed');
