// node operador.mjs BASE_URL STEP [TOKEN [OPERADOR EVENTS]] — the console in a real browser. STEP is what is done there:
// `looks` at a demonstration, which needs no TOKEN; `finds` why deletions are stuck and what a redrive would do, and
// rejects a request; `mends` what was stuck; `retries` what failed, and approves a request; `delivers`, as an entity;
// `audits` the trail of OPERADOR, in which so many EVENTS are corrections.
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { conNavegador, vigilar } from '../explorer/navegador.mjs';
import { Person } from './person.mjs';
import { audits } from './rastro.mjs';

const [, , base, step, token, operador, events] = process.argv;
const origin = new URL(base);
const pictures = resolve(process.env.CAPTURAS ?? tmpdir());

/** Where each step begins. */
const FIRST = { delivers: 'Entregas', audits: 'Rastro' };

const steps = {
  async looks(person) {
    await person.sees('Ninguna eliminación espera por alguien');
    await inEnglish(person);
    await person.press('Salir');
    await person.reads('Entre a la consola');
    await person.sees('Salió de la consola.');
    await person.press('Entrar como entidad de la demostración');
    await person.reads('Entregas'); // what an entity has to do here
    await person.sees('Diploma de grado');
    assert.equal(await person.page.getByRole('navigation').getByRole('link').count(), 1);
    await person.press('Salir');
    await person.reads('Entre a la consola');
  },
  async finds(person) {
    const { page } = person;
    await person.isAccessible('por atender');
    await page.getByRole('img', { name: /Borrado del archivo: 3/ }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Borrado del archivo' }).first().getByRole('button', { name: '¿Por qué no avanza?' }).click();
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
    await rejects(person);
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
  async retries(person) {
    const { page } = person;
    await person.goes('Aprobaciones', 'Aprobaciones');
    await person.sees('De verdad está repetido.');
    await page.getByRole('button', { name: /^Aprobar la eliminación de «Diploma repetido»/ }).click();
    await person.sees('Aprobada: la eliminación está en curso.');
    await person.isAccessible('aprobada');
    await person.goes('Por atender', 'Por atender');
    const failed = page.getByRole('listitem').filter({ hasText: 'Fallida' });
    await failed.getByText('El paso no avanzó después de varias entregas.').waitFor();
    await person.isAccessible('fallida');
    const again = failed.getByRole('button', { name: /^Reintentar/ });
    await again.focus();
    await page.keyboard.press('Enter');
    await again.waitFor({ state: 'detached' });
    await untilGone(person);
  },
  async delivers(person) {
    const { page } = person;
    const delivered = page.getByRole('listitem').filter({ hasText: 'Diploma' });
    await delivered.getByText('Entregada', { exact: true }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Acta' }).getByText('Anunciada', { exact: true }).waitFor();
    await person.sees('El ciudadano no la ve todavía');
    await page.getByRole('button', { name: 'Verificar «Diploma»' }).click();
    await person.sees('Lo guardado es lo que su entidad firmó.');
    await person.isAccessible('entregas');
    await person.press('Salir');
    await person.reads('Entre a la consola');
  },
  audits: (person) => audits(person, { operador, events: Number(events), pictures }),
};

async function inEnglish(person) {
  await person.press('English');
  await person.reads('To look after');
  await person.isAccessible('to look after');
  await person.goes('Trail', 'Trail');
  await person.press('Español');
  await person.goes('Por atender', 'Por atender');
}

async function rejects(person) {
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

/** With a token that somebody got elsewhere; the citizens are told what for. */
async function entersWith(person) {
  await person.page.getByLabel('Llave de acceso').fill(token);
  await person.press('Entrar');
  await person.reads('¿Para qué entra?');
  await person.isAccessible('finalidad');
  await person.page.getByLabel('Base legal').fill('Ley 1581 de 2012');
  await person.press('Continuar');
}

await conNavegador(async (context) => {
  const faults = await vigilar(context, origin);
  context.on('console', (message) => message.type() === 'warning' && faults.errores.push(message.text()));
  const page = await context.newPage();
  const person = new Person(page, origin);
  try {
    await person.open('/app/operador', 'Entre a la consola');
    await person.isAccessible('entrada de la consola');
    if (token) await entersWith(person);
    else await person.press('Entrar como operador de la demostración');
    await person.reads(FIRST[step] ?? 'Por atender');
    await steps[step](person);
    // What was given up on purpose is none.
    faults.errores = faults.errores.filter((one) => !one.endsWith('net::ERR_ABORTED'));
    assert.deepEqual(faults, { peticionesAjenas: [], violacionesCsp: [], errores: [] });
  } catch (error) {
    await page.screenshot({ path: join(pictures, `operador-${step}.png`) });
    console.error(JSON.stringify(faults, null, 2));
    throw error;
  }
});
console.log('1 passed, 0 failed');
