// node heals.mjs BASE_URL SERVER CONTROL STORY — something breaks, and the page heals by itself: nobody does anything for
// it. BASE_URL is a line of the test's own to SERVER. CONTROL is the test's own address: /token gives a token, /callar has
// the line swallow everything until /hablar, /cortar has it break when a third of a file has passed, until /reparar, and
// /levantar starts the server that was killed. Ends with "1 passed, 0 failed" and exit code 0.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { conNavegador, PACIENCIA } from '../explorer/navegador.mjs';
import { asks } from './asks.mjs';
import { fetches, hashOf, submits } from './files.mjs';
import { entersWith } from './identity.mjs';
import { Person } from './person.mjs';
import { hasInAll, rowOf, rowsOf, totalOf } from './rows.mjs';

const [, , base, server, control, story] = process.argv;
if (!story) {
  console.error('usage: node heals.mjs BASE_URL SERVER CONTROL STORY');
  process.exit(2);
}
const pictures = resolve(process.env.CAPTURAS ?? tmpdir());
mkdirSync(pictures, { recursive: true });

/** What is in this list can be corrected and deleted. */
const LIST = '/app/?certificado=no';
const LOST = 'Se perdió la conexión con el servidor. Conectando de nuevo…';
/** Three parts. */
const LARGE = { name: 'escritura.bin', title: 'escritura', content: randomBytes(12 << 20), parts: 3 };

/** In one go. */
const SMALL = { name: 'poder.bin', title: 'poder', content: randomBytes(6 << 20) };

const stories = {
  /** The network swallows everything, and closes nothing. The page notices; when the network is there again, so is what happened meanwhile. */
  async silence(person) {
    const [deleted, corrected, other] = await rowsOf(person);
    const total = await totalOf(person);
    await corrects(other.id, 'Zafiro, sin demora');
    await person.row('Zafiro, sin demora').waitFor(); // the page hears what happens

    await ask('/callar');
    await deletes(deleted.id);
    await corrects(corrected.id, 'Zafiro, en el silencio');
    await person.connection.filter({ hasText: LOST }).waitFor();
    await rowOf(person, deleted.id).waitFor(); // nothing of it has come

    await ask('/hablar');
    await person.isConnected();
    await rowOf(person, deleted.id).waitFor({ state: 'detached' });
    await person.row('Zafiro, en el silencio').waitFor();
    await hasInAll(person, total - 1);
    await sendsThroughACut(person);
  },

  /** The server is killed while the bytes of the second part are on their way. The upload goes on with that part. */
  async killed(person) {
    const { page } = person;
    const path = join(pictures, LARGE.name);
    await writeFile(path, LARGE.content);
    let arrived = 0;
    page.on('response', (response) => response.request().method() === 'PUT' && response.ok() && arrived++);
    const cut = page.waitForEvent('requestfailed', (request) => request.method() === 'PUT');
    await submits(person, [path]);
    await cut; // the test kills the server when it has so many bytes
    await ask('/levantar');
    await page.getByRole('listitem').filter({ hasText: LARGE.name }).getByText('está en su carpeta').waitFor();
    assert.equal(arrived, LARGE.parts, 'parts that arrived, each once');
    await person.goes('Documentos', 'Mis documentos');
    await person.opens(LARGE.title);
    assert.equal(await fetches(person), hashOf(LARGE.content));
  },
};

/** The network breaks while the bytes of a file, which go at once, are on their way. The page says so, and sends them again when it is there. */
async function sendsThroughACut(person) {
  const { page } = person;
  const path = join(pictures, SMALL.name);
  await writeFile(path, SMALL.content);
  let arrived = 0;
  page.on('response', (response) => response.request().method() === 'PUT' && response.ok() && arrived++);
  const upload = page.getByRole('listitem').filter({ hasText: SMALL.name });
  const cut = page.waitForEvent('requestfailed', (request) => request.method() === 'PUT');
  await ask('/cortar');
  await submits(person, [path]);
  await cut;
  await upload.getByText('No hay conexión. El archivo espera, y sigue solo cuando vuelva').waitFor();

  await ask('/reparar');
  await upload.getByText('está en su carpeta').waitFor();
  assert.equal(arrived, 1, 'files that arrived');
  await person.isConnected();
  await person.goes('Documentos', 'Mis documentos');
  await person.opens(SMALL.title);
  assert.equal(await fetches(person), hashOf(SMALL.content));
}

async function ask(path) {
  const answer = await fetch(new URL(path, control), { method: 'POST' });
  const text = await answer.text();
  assert.ok(answer.ok, `${path}: ${text}`);
  return text;
}

/** As another device would, by another network. */
const elsewhere = async (query, variables) => asks(server, await ask('/token'), query, variables);

async function corrects(id, titulo) {
  const { node } = await elsewhere('query ($id: ID!) { node(id: $id) { ... on Documento { version } } }', { id });
  const query = 'mutation ($input: EditarDocumentoInput!) { editarDocumento(input: $input) { errores { ... on ErrorDeUsuario { mensaje } } } }';
  const { editarDocumento } = await elsewhere(query, { input: { documentoId: id, version: node.version, titulo } });
  assert.deepEqual(editarDocumento.errores, []);
}

/** To the end. */
async function deletes(id) {
  const query = 'mutation ($id: ID!) { deleteDocumento(input: { documentoId: $id, ventana: 0 }) { eliminacion { eventoId } errores { ... on ErrorDeUsuario { mensaje } } } }';
  const { deleteDocumento } = await elsewhere(query, { id });
  assert.deepEqual(deleteDocumento.errores, []);
  for (const end = Date.now() + PACIENCIA; ; await new Promise((passed) => setTimeout(passed, 200))) {
    const { eliminacion } = await elsewhere('query ($id: ID!) { eliminacion(eventoId: $id) { estado } }', { id: deleteDocumento.eliminacion.eventoId });
    if (eliminacion.estado === 'COMPLETADA') return;
    assert.ok(Date.now() < end, `the deletion is ${eliminacion.estado}`);
  }
}

await conNavegador(async (context) => {
  const person = new Person(await context.newPage(), new URL(base));
  try {
    await person.open(LIST, 'Entre a su carpeta');
    await entersWith(person, await ask('/token'));
    await person.reads('Mis documentos');
    await person.page.locator('[role=row] .fila-titulo').nth(2).waitFor();
    await stories[story](person);
  } catch (error) {
    console.error(String(error)); // first: what follows is long
    console.error(await person.page.evaluate(() => document.body.innerText).catch(String));
    await person.page.screenshot({ path: join(pictures, `app-${story}.png`) }).catch(() => {});
    throw error;
  }
});
console.log('1 passed, 0 failed');
