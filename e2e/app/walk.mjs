// node walk.mjs BASE_URL PAPERS FILES WHO CITIZEN — what people do most, in Chromium or (NAVEGADOR=firefox) in Firefox, on
// either profile: their papers, imported from the folder PAPERS, are read and fetched; one is uploaded and corrected; one
// is deleted and taken back, two are deleted to the end; the keyboard suffices. The receipt of one is in CAPTURAS then, as
// constancia.json. FILES is where the server has its files fetched. WHO is where CITIZEN signs in, or a token of
// theirs. Ends with "1 passed, 0 failed" and exit code 0.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { conNavegador, vigilar } from '../explorer/navegador.mjs';
import { deletesAndKeepsTheReceipt, takesADeletionBack } from './deletions.mjs';
import { correctsViewsAndFetches, uploads } from './documents.mjs';
import { readsThePapers } from './files.mjs';
import { entersWith, identityAt } from './identity.mjs';
import { usesTheKeyboardAlone } from './keyboard.mjs';
import { Person } from './person.mjs';

const [, , base, papers, files, who, citizen] = process.argv;
if (!citizen) {
  console.error('usage: node walk.mjs BASE_URL PAPERS FILES WHO CITIZEN');
  process.exit(2);
}
const pictures = resolve(process.env.CAPTURAS ?? tmpdir());
mkdirSync(pictures, { recursive: true });
const identity = who.startsWith('http') ? identityAt(who, base, citizen) : undefined;

/** Somebody who signs in wherever they open a page: it keeps no token. */
class Citizen extends Person {
  async open(path, heading) {
    const answer = await super.open(path, 'Entre a su carpeta');
    if (identity) {
      await identity.toTheIssuer(this);
      await identity.identifies(this.page);
    } else await entersWith(this, who);
    await this.reads(heading);
    return answer;
  }
}

async function test(context) {
  const faults = await vigilar(context, new URL(base));
  context.on('console', (message) => message.type() === 'warning' && faults.errores.push(message.text()));
  await identity?.fontless(context);
  const person = new Citizen(await context.newPage(), new URL(base));
  try {
    await usesTheKeyboardAlone(person, (one, path) => one.open(path, 'Mis documentos'));
    await person.open('/app/', 'Mis documentos');
    await person.page.getByRole('row').first().waitFor();
    await person.isAccessible('documentos');
    await readsThePapers(person, papers);
    await correctsViewsAndFetches(person, await uploads(person));
    await takesADeletionBack(person);
    await deletesAndKeepsTheReceipt(person, pictures);
    assert.deepEqual(judged(faults), { peticionesAjenas: [], violacionesCsp: [], errores: [] });
  } catch (error) {
    console.error(String(error), JSON.stringify(judged(faults), null, 2)); // first: what follows is long
    await person.page.screenshot({ path: join(pictures, 'app-fallo.png') }).catch(() => {});
    console.error(await person.page.evaluate(() => document.body.innerText).catch(String));
    throw error;
  }
}

/** Files may have a server of their own, and the issuer's page is not this project's. What a page gave up itself is no error. */
function judged({ peticionesAjenas, violacionesCsp, errores }) {
  return {
    peticionesAjenas: peticionesAjenas.filter((url) => !url.startsWith(files) && !identity?.isItsOwn(url)),
    violacionesCsp,
    errores: errores.filter((one) => !/ERR_ABORTED|NS_BINDING_ABORTED/.test(one) && !identity?.isItsOwn(one)),
  };
}

await conNavegador(test);
console.log('1 passed, 0 failed');
