// node browsers.mjs TOKEN BASE_URL OTHER_URL PAPERS — one citizen in two browsers, each a program of its own with a profile of its
// own, which may be at different servers: what happens in one is shown by the other, and nobody does anything there. Before
// that their papers, which are those of papers.mjs and were imported from the folder PAPERS, are read and fetched. Ends
// with "1 passed, 0 failed" and exit code 0.
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { conNavegador } from '../explorer/navegador.mjs';
import { readsThePapers, sends } from './files.mjs';
import { entersWith } from './identity.mjs';
import { Person } from './person.mjs';
import { hasInAll, rowOf, totalOf } from './rows.mjs';

const [, , token, base, otherBase, papers] = process.argv;
if (!papers) {
  console.error('usage: node browsers.mjs TOKEN BASE_URL OTHER_URL PAPERS');
  process.exit(2);
}
const pictures = resolve(process.env.CAPTURAS ?? tmpdir());
mkdirSync(pictures, { recursive: true });

async function enters(context, origin) {
  const person = new Person(await context.newPage(), new URL(origin));
  await person.open('/app/', 'Entre a su carpeta');
  await entersWith(person, token);
  await person.reads('Mis documentos');
  await person.page.locator('[role=row] .fila-titulo').first().waitFor();
  return person;
}

/** Of its own: the test may have begun before, in a browser that ended. */
const newName = () => `del otro ${randomBytes(6).toString('hex')}`;

async function showsWhatComes(sees, does, name = newName()) {
  const total = await totalOf(sees);
  await sends(does, [{ name: `${name}.txt`, mimeType: 'text/plain', buffer: Buffer.from(name) }]);
  await sees.row(name).waitFor();
  await hasInAll(sees, total + 1);
}

/** A document comes, is another, and goes. */
async function showsAll(sees, does) {
  const name = newName();
  const total = await totalOf(sees);
  await showsWhatComes(sees, does, name);
  const row = rowOf(sees, await sees.row(name).getAttribute('data-key'));

  await does.goes('Documentos', 'Mis documentos');
  await does.opens(name);
  await does.press('Corregir');
  await does.page.getByLabel('Título', { exact: true }).fill(`${name}, corregido`);
  await does.press('Guardar');
  await does.reads(`${name}, corregido`);
  await row.filter({ hasText: `${name}, corregido` }).waitFor();

  await does.movesToTheBin();
  await row.waitFor({ state: 'detached' });
  await hasInAll(sees, total);
  await does.goes('Documentos', 'Mis documentos');
  await hasInAll(does, total);
}

await conNavegador((context) =>
  conNavegador(async (otherContext) => {
    const people = [];
    try {
      people.push(await enters(context, base));
      people.push(await enters(otherContext, otherBase));
      const [one, other] = people;
      await readsThePapers(one, papers);
      await showsAll(other, one);
      await showsWhatComes(one, other);
    } catch (error) {
      console.error(String(error)); // first: what follows is long
      for (const [i, { page }] of people.entries()) {
        console.error(`${page.url()}: ${await page.evaluate(() => document.body.innerText).catch(String)}\n`);
        await page.screenshot({ path: join(pictures, `app-fallo-${i}.png`) }).catch(() => {});
      }
      throw error;
    }
  }),
);
console.log('1 passed, 0 failed');
