// node operador.mjs BASE_URL STEP [TOKEN] — the console of an operador in a real browser. STEP is what is done there:
// `looks` at a demonstration, which needs no TOKEN; `finds` why deletions are stuck and what a redrive would do, and decides a request; `mends` what was stuck.
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { conNavegador, vigilar } from '../explorer/navegador.mjs';
import { Person } from './person.mjs';

const [, , base, step, token] = process.argv;
const origin = new URL(base);
const pictures = resolve(process.env.CAPTURAS ?? tmpdir());

const steps = {
  async looks(person) {
    await person.sees('Ninguna eliminación espera por alguien');
    await person.press('Salir');
    await person.reads('Entre a la consola');
  },
  async finds(person) {
    const { page } = person;
    await person.isAccessible('por atender');
    await page.getByRole('img', { name: /Borrado del archivo: 3/ }).waitFor();
    await page.getByRole('button', { name: '¿Por qué no avanza?' }).first().click();
    await person.sees('CARTA_MUERTA');
    await person.sees('Qué hacer:');
    await person.isAccessible('por qué no avanza');
    await person.goes('Cartas muertas', 'Cartas muertas');
    await page.getByRole('heading', { name: 'minio.cleanup.dlq: 3' }).waitFor();
    await page.getByRole('button', { name: 'Simular: minio.cleanup.dlq' }).click();
    await person.sees('Se enviarían 3 en 2 lotes. Nada ha cambiado todavía.');
    await person.isAccessible('cartas muertas');
    await person.press('Cancelar');
    await page.getByRole('heading', { name: 'minio.cleanup.dlq: 3' }).waitFor(); // a dry run changes nothing
    await decides(person);
  },
  async mends(person) {
    await person.goes('Cartas muertas', 'Cartas muertas');
    await person.page.getByRole('button', { name: 'Simular: minio.cleanup.dlq' }).click();
    await person.press('Reencolar 3 mensajes');
    await person.sees('No hay cartas muertas');
    await person.goes('Por atender', 'Por atender');
    await untilGone(person);
    await person.isAccessible('nada por atender');
  },
};

async function decides(person) {
  const { page } = person;
  await person.goes('Aprobaciones', 'Aprobaciones');
  await person.sees('Está repetido.');
  await person.isAccessible('aprobaciones');
  await page.getByRole('button', { name: /^Rechazar/ }).click();
  await person.sees('Para rechazar, escriba por qué.');
  await page.getByLabel('Comentario').fill('No está repetido.');
  await page.getByRole('button', { name: /^Rechazar/ }).click();
  await person.sees('Rechazada: el documento queda como estaba.');
  await person.press('Salir');
  await person.reads('Entre a la consola');
}

/** Deletions that go on leave the list when it is read again. */
async function untilGone(person) {
  const none = person.page.getByText('Ninguna eliminación espera por alguien');
  while (!(await none.isVisible())) {
    await person.press('Actualizar');
    await person.page.waitForTimeout(200);
  }
}

await conNavegador(async (context) => {
  const faults = await vigilar(context, origin);
  context.on('console', (message) => message.type() === 'warning' && faults.errores.push(message.text()));
  const page = await context.newPage();
  const person = new Person(page, origin);
  try {
    await person.open('/app/operador', 'Entre a la consola');
    await person.isAccessible('entrada de la consola');
    if (token) {
      await page.getByLabel('Llave de acceso').fill(token);
      await person.press('Entrar');
    } else {
      await person.press('Entrar como operador de la demostración');
    }
    await person.reads('Por atender');
    await steps[step](person);
    assert.deepEqual(faults, { peticionesAjenas: [], violacionesCsp: [], errores: [] });
  } catch (error) {
    await page.screenshot({ path: join(pictures, `operador-${step}.png`) });
    console.error(JSON.stringify(faults, null, 2));
    throw error;
  }
});
console.log('1 passed, 0 failed');
