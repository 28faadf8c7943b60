// An auditor at the charts of the work: two operadores are served unequally, and the page says how unequally; what was
// read before stays, while the auditor is elsewhere too, and whatever happens to the machine's clock.
import assert from 'node:assert/strict';
import { setTimeout as passes } from 'node:timers/promises';
import { PACIENCIA } from '../explorer/navegador.mjs';
import { asks } from './asks.mjs';

/** Each of the `operadores` has documents that can be deleted (`completa`), and others that cannot, for a while (`atasca`). */
export async function readsShares(person, { base, token, operadores }) {
  const { page } = person;
  const answers = answersOf(page);
  await person.goes('Reparto', 'Trabajo y reparto');
  await person.sees('No hay qué comparar');
  await person.sees('Ninguna orden esperó en ninguna lectura.');
  await serves({ base, token, operadores });
  await page.getByText(/^Índice de Jain: /).waitFor();
  const index = await isTheIndexOf(person, answers);
  const chart = page.getByRole('figure', { name: 'Espera en cada lectura' });
  for (const { operador } of operadores) await isDrawn(chart, new RegExp(`^${operador}: [1-9] en la última lectura; mínimo 0, máximo [1-9]$`));
  await isDrawn(page.getByRole('figure', { name: 'Equidad en cada lectura' }), new RegExp(`^Índice: ${index} en la última lectura; mínimo`));
  await person.isAccessible('la última hora');
  await person.isTold('Se mira desde hace', 'Watched for');
  await comesBackLater(person, answers, chart);
}

/** What the page is answered about the shares, the newest last. */
function answersOf(page) {
  const answers = [];
  page.on('response', async (answer) => {
    if (!answer.request().postData()?.includes('query Reparto')) return;
    const read = await answer.json().catch(() => ({})); // the page was left meanwhile
    if (read.data?.reparto) answers.push(read.data.reparto);
  });
  return answers;
}

/** Has each operador's work done, some of it to the end, until the rest waits. */
async function serves({ base, token, operadores }) {
  const deleted = async (citizen, ids) => {
    for (const id of ids) {
      const query = 'mutation ($id: ID!) { deleteDocumento(input: { documentoId: $id, ventana: 0 }) { eliminacion { eventoId } errores { ... on ErrorDeUsuario { mensaje } } } }';
      const { deleteDocumento } = await asks(base, citizen, query, { id });
      assert.deepEqual(deleteDocumento.errores, []);
    }
  };
  const becomes = async (so) => {
    for (const end = Date.now() + PACIENCIA; ; await passes(500)) {
      const { reparto } = await asks(base, token, '{ reparto { operadores { operadorId enEspera completadas } } }');
      const isSo = ({ operador, completa }) => reparto.operadores.some((one) => one.operadorId === operador && so(one, completa.length));
      if (operadores.every(isSo)) return;
      assert.ok(Date.now() < end, `the work does not go on: ${JSON.stringify(reparto)}`);
    }
  };
  for (const { ciudadano, completa } of operadores) await deleted(ciudadano, completa);
  await becomes(({ completadas }, wanted) => completadas >= wanted);
  for (const { ciudadano, atasca } of operadores) await deleted(ciudadano, atasca);
  await becomes(({ enEspera }) => enEspera > 0);
}

/** The figures stand still; the index is the one that follows from them, and theirs are unequal. Returns it as it is written. */
async function isTheIndexOf(person, answers) {
  await person.press('Pausar');
  const said = person.page.getByText(/^Índice de Jain: /);
  for (const end = Date.now() + PACIENCIA; ; await passes(100)) {
    const { indice, operadores } = answers.at(-1);
    const index = jain(operadores);
    const [, written] = /^Índice de Jain: (.+?) de 1\./.exec(await said.textContent());
    const right = new Intl.NumberFormat('es-CO').format(index);
    if (written === right) {
      assert.ok(Math.abs(indice - index) < 1e-9, `the server says ${indice}, it is ${index}`);
      assert.ok(index < 0.99, `the shares are equal: ${JSON.stringify(operadores)}`);
      return written;
    }
    assert.ok(Date.now() < end, `the page says ${written}, it is ${right}: ${JSON.stringify(operadores)}`);
  }
}

/** Jain's index, by its definition: the square of the sum of the shares, by their number times the sum of their squares. */
function jain(operadores) {
  const shares = operadores.filter(({ enEspera }) => enEspera > 0).map(({ completadas, peso }) => completadas / peso);
  assert.ok(shares.length >= 2, `two operadores have to wait: ${JSON.stringify(operadores)}`);
  const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
  return sum(shares) ** 2 / (shares.length * sum(shares.map((x) => x ** 2)));
}

/** Waits for a line: its sentence, and that something is drawn. */
async function isDrawn(chart, sentence) {
  const line = chart.getByRole('listitem').filter({ hasText: sentence });
  await line.waitFor();
  assert.match(await line.locator('path.linea').getAttribute('d'), /^M[\d.]+ [\d.]+h/);
}

/** Somebody goes elsewhere and comes back; meanwhile the machine's clock was set back by an hour. */
async function comesBackLater(person, answers, chart) {
  const { page } = person;
  await person.goes('Por atender', 'Por atender');
  await page.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() - 3_600_000;
  });
  const before = answers.length;
  await person.goes('Reparto', 'Trabajo y reparto');
  await chart.waitFor(); // at once: no answer is needed for it
  for (const end = Date.now() + PACIENCIA; answers.length < before + 2; await passes(100)) assert.ok(Date.now() < end, 'it does not go on');
  await chart.getByText(/mínimo 0, máximo [1-9]$/).first().waitFor();
  await page.getByText(/Se mira desde hace (menos de un minuto|\d+ minutos?)\./).waitFor();
}
