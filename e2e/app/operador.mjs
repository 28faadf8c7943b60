// node operador.mjs BASE_URL STEP [TOKEN [OPERADOR EVENTS]] — the console in a real browser. STEP is what is done there:
// `looks` at a demonstration, which needs no TOKEN; `says` what it comes for, when the server asks; `idles`, of which no
// citizen is told; `finds` why deletions are stuck and what a redrive would do, and rejects a request; `oversees` the
// deletions of OPERADOR, as an auditor; `mends` what was stuck; `retries` what failed, and approves a request; `delivers`,
// as an entity; `corrects`, as the entity of a demonstration, what it issued, with the key in the file OPERADOR; `audits` the trail of
// OPERADOR, in which so many EVENTS are corrections.
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { conNavegador, vigilar } from '../explorer/navegador.mjs';
import { asks } from './asks.mjs';
import { corrects } from './emitidos.mjs';
import { Person } from './person.mjs';
import { audits } from './rastro.mjs';

const [, , base, step, token, operador, events] = process.argv;
const origin = new URL(base);
const pictures = resolve(process.env.CAPTURAS ?? tmpdir());

/** Where each step begins. */
const FIRST = { delivers: 'Papeles emitidos', corrects: 'Papeles emitidos' };

const steps = {
  async looks(person) {
    await person.sees('Ninguna eliminación espera por alguien');
    await inEnglish(person);
    await person.goes('Rastro', 'Rastro'); // where the next one has nothing to do
    await person.press('Salir');
    await person.reads('Entre a la consola');
    await person.sees('Salió de la consola.');
    await person.press('Entrar como entidad de la demostración');
    await person.reads('Papeles emitidos'); // what an entity has to do here
    await person.sees('Diploma de grado');
    assert.equal(await person.page.getByRole('navigation').getByRole('link').count(), 1);
    await person.press('Salir');
    await person.reads('Entre a la consola');
  },
  async finds(person) {
    const { page } = person;
    await person.isAccessible('por atender');
    await page.getByRole('row', { name: 'Borrado del archivo 3' }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Borrado del archivo' }).first().getByRole('button', { name: '¿Por qué no avanza?' }).click();
    await person.sees('CARTA_MUERTA');
    await person.sees('Qué hacer:');
    await person.isAccessible('por qué no avanza');
    await person.goes('Mensajes detenidos', 'Mensajes detenidos');
    await page.getByRole('heading', { name: 'minio.cleanup.dlq: 3' }).waitFor();
    await page.getByRole('button', { name: 'Simular: minio.cleanup.dlq' }).click();
    await person.sees('Se enviarían 3 en 2 lotes. Nada ha cambiado todavía.');
    await person.isAccessible('mensajes detenidos');
    await person.press('Cancelar');
    await page.getByRole('heading', { name: 'minio.cleanup.dlq: 3' }).waitFor(); // a dry run changes nothing
    await watches(person);
    await rejects(person);
  },
  async mends(person) {
    await person.goes('Mensajes detenidos', 'Mensajes detenidos');
    await person.page.getByRole('button', { name: 'Simular: minio.cleanup.dlq' }).click();
    await person.press('Reencolar 3 mensajes');
    await person.sees('No hay mensajes detenidos');
    await hasTheFocus(person, 'H1'); // the queue and its buttons are gone
    await seesItDone(person);
    await person.goes('Por atender', 'Por atender');
    await untilGone(person);
    await person.isAccessible('nada por atender');
  },
  async retries(person) {
    const { page } = person;
    await isToldThatItIsLate(person);
    await person.goes('Aprobaciones', 'Aprobaciones');
    await person.sees('De verdad está repetido.');
    const approve = page.getByRole('button', { name: /^Aprobar la eliminación de «Diploma repetido»/ });
    await approve.focus();
    await page.keyboard.press('Enter');
    const asked = page.getByRole('alertdialog');
    await asked.getByText('De verdad está repetido.').waitFor();
    await person.isAccessible('¿aprobar?');
    await page.keyboard.press('Enter'); // the first button changes nothing
    await asked.waitFor({ state: 'detached' });
    await page.waitForFunction((button) => document.activeElement === button, await approve.elementHandle()); // where it was, a frame later
    await page.keyboard.press('Enter');
    await asked.getByRole('button', { name: 'Eliminar para siempre' }).click();
    await person.sees('Aprobada: la eliminación está en curso.');
    await hasTheFocus(person, 'LI', 'H1'); // the row, or the heading once the row is gone
    await person.isAccessible('aprobada');
    await person.goes('Por atender', 'Por atender');
    const failed = page.getByRole('listitem').filter({ hasText: 'Fallida' });
    await failed.getByText('El paso no avanzó después de varias entregas.').waitFor();
    await person.isAccessible('fallida');
    const again = failed.getByRole('button', { name: /^Reintentar/ });
    await again.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Seguir borrando' }).click();
    await again.waitFor({ state: 'detached' });
    await hasTheFocus(person, 'LI', 'H1');
    await untilGone(person);
  },
  async idles(person) {
    const { page } = person;
    const asked = [];
    page.on('request', (request) => asked.push(/"query":"query (\w+)/.exec(request.postData() ?? '')?.[1]));
    const times = (name) => asked.filter((one) => one === name).length;
    for (const [section, heading, query] of [['Aprobaciones', 'Aprobaciones', 'PorAprobar'], ['Por atender', 'Por atender', 'EliminacionesPorAtender']]) {
      const before = times(query);
      await person.goes(section, heading);
      await page.getByRole('main').getByRole('listitem').first().waitFor();
      while (times(query) === before) await page.waitForTimeout(100); // what was shown may have been here before
      let [read, counted] = [times(query), times('Atraso')];
      for (const end = Date.now() + 180_000; times('Atraso') < counted + 3; await page.waitForTimeout(100)) {
        assert.ok(Date.now() < end, `${heading}: citizens are told of somebody who does nothing`);
        await page.clock.runFor(30_000); // so long for the page
        if (times(query) !== read) [read, counted] = [times(query), times('Atraso')]; // a deletion was still under way
      }
    }
  },
  async delivers(person) {
    const { page } = person;
    const delivered = page.getByRole('listitem').filter({ hasText: 'Diploma' });
    await delivered.getByText('Entregada', { exact: true }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Acta' }).getByText('Anunciada', { exact: true }).waitFor();
    await person.sees('El ciudadano no la ve todavía');
    await page.getByRole('button', { name: 'Verificar «Diploma»' }).click();
    await person.sees('Lo guardado es lo que su entidad firmó.');
    await person.isAccessible('papeles emitidos');
    await comesBack(person);
    await person.press('Salir');
    await person.reads('Entre a la consola');
  },
  async corrects(person) {
    await corrects(person, operador);
  },
  async oversees(person) {
    const { page } = person;
    await person.sees('Nombre el operador cuyas eliminaciones quiere ver.');
    await person.press('Ver');
    await person.sees('Nombre un operador.');
    await isAt(person, 'Operador');
    await person.isAccessible('de quién');
    await page.getByLabel('Operador', { exact: true }).fill(operador);
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: 'Borrado del archivo 3' }).waitFor();
    assert.equal(await page.getByRole('button', { name: /^Reintentar/ }).count(), 0); // an auditor changes nothing
    const stuck = page.getByRole('listitem').filter({ hasText: 'Borrado del archivo' }).first();
    await stuck.getByRole('button', { name: '¿Por qué no avanza?' }).focus();
    await page.keyboard.press('Enter');
    await stuck.getByText('CARTA_MUERTA').waitFor();
    await person.press('English');
    await person.sees('Mend the cause, and redrive the dead letters.');
    await person.press('Español');
    await person.goes('Mensajes detenidos', 'Mensajes detenidos');
    await page.getByRole('heading', { name: 'minio.cleanup.dlq: 3' }).waitFor();
    assert.equal(await page.getByRole('button', { name: /^Simular/ }).count(), 0);
    await person.goes('Pendiente', 'Trabajo pendiente');
    await page.getByRole('heading', { name: `Eliminaciones de ${operador} por estado y edad` }).waitFor(); // as it was chosen
    await page.getByRole('figure', { name: 'En curso: 3' }).waitFor();
    await person.isAccessible('lo pendiente, de una auditora');
    await person.goes('Rastro', 'Rastro');
    assert.equal(await page.getByLabel('Operador cuyo rastro se lee', { exact: true }).inputValue(), operador); // as it was chosen, here too
  },
  async says(person) {
    const { page } = person;
    await page.getByRole('alert').getByText('El servidor pide que diga para qué entra').waitFor();
    await person.isAccessible('falta la finalidad');
    await person.press('Continuar');
    await person.sees('Escríbalo para seguir.');
    await isAt(person, 'Para qué entra (lo ve el ciudadano)'); // the first of those that are wrong
    await page.getByLabel('Para qué entra (lo ve el ciudadano)').fill('=1+1');
    await page.getByLabel('Base legal').fill('Ley 1581 de 2012');
    await page.keyboard.press('Enter');
    await person.sees('Comience con una letra o un número');
    await page.getByLabel('Para qué entra (lo ve el ciudadano)').fill('Trámite 12');
    await page.keyboard.press('Enter');
    await person.sees('Ninguna eliminación espera por alguien');
    await person.goes('Mensajes detenidos', 'Mensajes detenidos'); // it was said once for all
    await person.sees('No hay mensajes detenidos');
  },
  async audits(person) {
    await person.goes('Rastro', 'Rastro');
    await audits(person, { operador, events: Number(events), pictures });
  },
};

/** Waits until the field of this name has the focus. */
const isAt = ({ page }, name) => page.waitForFunction((label) => document.activeElement?.labels?.[0]?.textContent === label, name);

/** Waits until something has the focus that is of one of these kinds. */
const hasTheFocus = ({ page }, ...kinds) => page.waitForFunction((wanted) => wanted.includes(document.activeElement?.tagName), kinds);

/** The figures, by the keyboard: as many as there are, and they stand still for those who want that. */
async function watches(person) {
  const { page } = person;
  await person.goes('Pendiente', 'Trabajo pendiente');
  await page.getByRole('figure', { name: 'En curso: 4' }).waitFor(); // three are stuck, one waits for an approval
  await person.isAccessible('lo pendiente');
  await page.getByRole('button', { name: 'Pausar' }).focus();
  await page.keyboard.press('Enter');
  await person.sees('En pausa');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Pausar' }).waitFor();
}

/** Live: nobody asks for the figures again. */
async function seesItDone(person) {
  const { page } = person;
  await person.goes('Pendiente', 'Trabajo pendiente');
  await page.getByText('Ninguna eliminación está pendiente ni fallida.').waitFor({ timeout: 300_000 });
}

/** What an operador had on the screen was done by somebody else. The list is held: it does not tell of it in time. */
async function isToldThatItIsLate(person) {
  const { page } = person;
  const failed = page.getByRole('listitem').filter({ hasText: 'Fallida' });
  await failed.nth(1).waitFor();
  let release;
  const released = new Promise((resolve) => (release = resolve));
  const held = (route) => (route.request().postData()?.includes('EliminacionesPorAtender') ? released.then(() => route.continue()) : route.continue());
  await page.route('**/graphql', held);
  const mine = failed.first();
  const again = mine.getByRole('button', { name: /^Reintentar/ });
  const end = (await again.getAttribute('aria-label')).split(' ').at(-1);
  await triesAgain(events.split(',').find((one) => one.endsWith(end)));
  await again.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Seguir borrando' }).click();
  await mine.getByText('Solo se reintenta una eliminación FALLIDA.').waitFor();
  await person.isAccessible('ya no es fallida');
  release();
  await page.unroute('**/graphql', held);
  while ((await failed.count()) > 1) await refresh(person);
}

/** Somebody else tries a deletion again. */
async function triesAgain(eventoId) {
  const query = 'mutation ($id: ID!) { reintentarEliminacion(input: { eventoId: $id }) { eliminacion { estado } errores { ... on ErrorDeUsuario { mensaje } } } }';
  const { reintentarEliminacion } = await asks(base, token, query, { id: eventoId });
  assert.deepEqual(reintentarEliminacion.errores, []);
}

/** Whoever turns away and comes back finds the page read again. */
async function comesBack(person) {
  const { page } = person;
  const turns = (hidden) => page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
  await turns(true);
  await page.waitForTimeout(5_500); // a shorter absence is none
  const read = page.waitForResponse((answer) => answer.request().postData()?.includes('query Entregas') ?? false);
  await turns(false);
  await read;
}

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
  while (!(await none.isVisible())) await refresh(person);
}

async function refresh(person) {
  await person.press('Actualizar');
  await person.page.waitForTimeout(200);
}

/** With a token that somebody got elsewhere; the citizens are told what for. */
async function entersWith(person) {
  if (step === 'says') await isNoToken(person);
  await person.page.getByLabel('Código de acceso').fill(token);
  await person.press('Entrar');
  await person.reads('¿Para qué entra?');
  await person.isAccessible('finalidad');
  if (step !== 'says') await person.page.getByLabel('Base legal').fill('Ley 1581 de 2012');
  await person.press('Continuar');
}

/** Half a token is told from a token without a role. */
async function isNoToken(person) {
  await person.page.getByLabel('Código de acceso').fill(token.slice(0, 20));
  await person.press('Entrar');
  await person.sees('Eso no es un código de acceso');
  await person.isAccessible('código ilegible');
}

await conNavegador(async (context) => {
  const faults = await vigilar(context, origin);
  context.on('console', (message) => message.type() === 'warning' && faults.errores.push(message.text()));
  const page = await context.newPage();
  const person = new Person(page, origin);
  try {
    if (step === 'idles') await page.clock.install();
    await person.open('/app/operador', 'Entre a la consola');
    await person.isAccessible('entrada de la consola');
    if (token) await entersWith(person);
    else await person.press(`Entrar como ${step === 'corrects' ? 'entidad' : 'operador'} de la demostración`);
    await person.reads(FIRST[step] ?? 'Por atender');
    await steps[step](person);
    // What was given up on purpose is none; nor is what a browser says of the refusal that this walk is about.
    const wanted = (one) => one.endsWith('net::ERR_ABORTED') || (step === 'says' && /(status of|HTTP) 400/.test(one));
    faults.errores = faults.errores.filter((one) => !wanted(one));
    assert.deepEqual(faults, { peticionesAjenas: [], violacionesCsp: [], errores: [] });
  } catch (error) {
    await page.screenshot({ path: join(pictures, `operador-${step}.png`) });
    console.error(JSON.stringify(faults, null, 2));
    throw error;
  }
});
console.log('1 passed, 0 failed');
