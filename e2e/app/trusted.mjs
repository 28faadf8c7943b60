// node trusted.mjs BASE_URL — the application and the console of a demonstration whose server runs trusted documents only:
// everything that they ask is trusted, and comes as a hash.
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { conNavegador, vigilar } from '../explorer/navegador.mjs';
import { deletesAndKeepsTheReceipt } from './deletions.mjs';
import { sends } from './files.mjs';
import { Person } from './person.mjs';

const origin = new URL(process.argv[2]);
const pictures = resolve(process.env.CAPTURAS ?? tmpdir());

/** The sections of the console. Each asks something of its own. */
const CONSOLE = [['Pendiente', 'Trabajo pendiente'], ['Mensajes detenidos', 'Mensajes detenidos'], ['Aprobaciones', 'Aprobaciones'], ['Rastro', 'Rastro'], ['Por atender', 'Por atender']];

await conNavegador(async (context) => {
  const faults = await vigilar(context, origin);
  const texts = [];
  context.on('request', (request) => request.url().endsWith('/graphql') && /"query":/.test(request.postData() ?? '') && texts.push(request.postData().slice(0, 200)));
  const page = await context.newPage();
  const person = new Person(page, origin);
  try {
    await person.open('/app/', 'Mis documentos');
    await page.getByRole('row').first().waitFor();
    await sends(person, [{ name: 'fiable.txt', mimeType: 'text/plain', buffer: Buffer.from('Lo que es de fiar') }]);
    await person.goes('Documentos', 'Mis documentos');
    await person.opens('fiable');
    await person.views();
    await person.sees('Lo que es de fiar');
    await person.press('Corregir');
    await page.getByLabel('Título', { exact: true }).fill('Muy fiable');
    await person.press('Guardar');
    await person.reads('Muy fiable');
    await deletesAndKeepsTheReceipt(person, pictures);
    await person.goes('Actividad', '¿Quién vio mis documentos?');
    await person.page.getByText(/^Lo que hizo usted/).first().click();
    await person.sees('Usted vio');
    await person.open('/app/operador', 'Entre a la consola');
    await person.press('Entrar como operador de la demostración');
    await person.reads('Por atender');
    await person.sees('Ninguna eliminación espera por alguien');
    for (const [section, heading] of CONSOLE) {
      await person.goes(section, heading);
      await page.waitForFunction(() => !document.body.innerText.includes('Cargando…')); // a page has several parts
    }
    faults.errores = faults.errores.filter((one) => !one.endsWith('net::ERR_ABORTED'));
    assert.deepEqual({ ...faults, texts }, { peticionesAjenas: [], violacionesCsp: [], errores: [], texts: [] });
  } catch (error) {
    await page.screenshot({ path: join(pictures, 'app-fallo.png') });
    console.error(JSON.stringify({ faults, texts }, null, 2));
    throw error;
  }
});
console.log('1 passed, 0 failed');
