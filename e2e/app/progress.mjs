// node progress.mjs BASE_URL STEP TOKEN — how a deletion goes, as its citizen is told: `begins` one whose file cannot be
// erased, and reads how far it is, how often that was tried, when it is tried again, and why it failed; `ends` once it can.
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { conNavegador } from '../explorer/navegador.mjs';
import { Person } from './person.mjs';

const [, , base, step, token] = process.argv;
const pictures = resolve(process.env.CAPTURAS ?? tmpdir());

const steps = {
  async begins(person) {
    const { page } = person;
    await page.getByRole('row').first().waitFor();
    const title = await page.getByRole('row').first().locator('.fila-titulo').textContent();
    await person.opens(title);
    await person.movesToTheBin();
    await page.getByRole('link', { name: 'Ver en la papelera' }).click();
    await person.reads('Papelera');
    const card = page.getByRole('region', { name: /^(Borrados y pedidos|Erased and asked for)$/ }).getByRole('listitem').filter({ hasText: title }).first();
    await person.erasesNow(title);
    await card.getByText('Se está borrando', { exact: true }).waitFor();
    await card.getByText('Detalles', { exact: true }).click();
    await card.getByText(/^Intento \d+ · se intenta de nuevo: .*\d/).waitFor();
    await card.getByText(/^El .*; se intentará de nuevo\.$/).waitFor();
    await person.isAccessible('una eliminación que falla');
    await person.press('English');
    await card.getByText(/^Attempt \d+ · tried again: .*\d/).waitFor();
  },
  async ends(person) {
    const { page } = person;
    await person.goes('Papelera', 'Papelera');
    await page.getByRole('listitem').filter({ hasText: 'Borrado' }).first().waitFor();
  },
};

await conNavegador(async (context) => {
  const page = await context.newPage();
  const person = new Person(page, new URL(base));
  try {
    await person.open('/app/?certificado=no', 'Entre a su carpeta');
    await page.getByLabel('Código de acceso', { exact: true }).fill(token);
    await person.press('Entrar');
    await person.reads('Mis documentos');
    await steps[step](person);
  } catch (error) {
    await page.screenshot({ path: join(pictures, `progreso-${step}.png`) });
    throw error;
  }
});
console.log('1 passed, 0 failed');
