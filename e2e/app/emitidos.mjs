// What a person of an entity does with the papers that it issued, in the console: one is replaced, signed elsewhere; the new
// one is revoked, signed in the page with the file of the key. Two tabs revoke it at once.
import assert from 'node:assert/strict';
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';

const TITULO = 'Diploma de grado';
const NUEVO = 'Diploma de grado corregido';

export async function corrects(person, keyFile) {
  const { page } = person;
  const llave = JSON.parse(readFileSync(keyFile, 'utf8'));
  const sent = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  while (!(await rowOf(page, TITULO).isVisible())) await refresh(person); // it delivers once the server listens
  await replaces(person, llave);
  const late = await page.context().newPage();
  await late.goto(page.url());
  await late.getByRole('button', { name: 'Entrar como entidad de la demostración' }).click();
  await rowOf(late, NUEVO).getByText('Vigente').waitFor();
  await revokes(person, keyFile);
  await isLate(late, keyFile);
  await late.close();
  assert.ok(sent.some((body) => body.includes('revocarEntrega')));
  assert.deepEqual(sent.filter((body) => body.includes(llave.d)), [], 'the key left the page');
}

const rowOf = (page, titulo) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: titulo, exact: true }) }).first();

async function refresh({ page }) {
  await page.getByRole('button', { name: 'Actualizar' }).click();
  await page.waitForTimeout(500);
}

async function choose(page, within, name, files) {
  const chooser = page.waitForEvent('filechooser');
  await within.getByRole('button', { name }).click();
  await (await chooser).setFiles(files);
}

/** Signed with another program: it gets what is to be signed, and gives a JWS. */
async function replaces(person, llave) {
  const { page } = person;
  await rowOf(page, TITULO).getByRole('button', { name: `Reemplazar «${TITULO}»` }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Continuar' }).click();
  await sheet.getByText('Elija el archivo.').waitFor();
  await person.isAccessible('reemplazar: faltan datos');
  await choose(page, sheet, 'Elegir el archivo nuevo', { name: 'diploma.txt', mimeType: 'text/plain', buffer: Buffer.from('Diploma corregido\n') });
  await sheet.getByLabel('Título').fill(NUEVO);
  await sheet.getByLabel('Nombre de la persona de quien trata').fill('María Gómez');
  await sheet.getByLabel('Número').fill('A-18');
  await sheet.getByLabel('Válido desde').fill('2026-05-03');
  await sheet.getByLabel('Válido hasta').fill('2026-05-02');
  await sheet.getByRole('button', { name: 'Continuar' }).click();
  await sheet.getByText('Es antes del primer día.').waitFor();
  await sheet.getByLabel('Válido hasta').fill('2099-05-03');
  await sheet.getByRole('button', { name: 'Continuar' }).click();
  await sheet.getByLabel('Con otro programa').check();
  const contenido = await sheet.getByLabel('Lo que se firma').inputValue();
  await sheet.getByLabel('El JWS').fill(jws(contenido.replace('A-18', 'A-19'), llave));
  await sheet.getByRole('button', { name: 'Entregar y reemplazar' }).click();
  await sheet.getByText('La firma no corresponde a lo que envía').waitFor();
  await person.isAccessible('reemplazar: otra firma');
  await sheet.getByLabel('El JWS').fill(jws(contenido, llave));
  await sheet.getByRole('button', { name: 'Entregar y reemplazar' }).click();
  await sheet.waitFor({ state: 'detached' });
  await rowOf(page, NUEVO).getByText('Vigente').waitFor();
  await rowOf(page, NUEVO).getByText('válido hasta el 3 de mayo de 2099').waitFor();
  const old = rowOf(page, TITULO);
  await old.getByText('Reemplazado').waitFor();
  assert.equal(await old.getByRole('button', { name: /^Reemplazar/ }).count(), 0);
}

function jws(contenido, llave) {
  const parte = (text) => Buffer.from(text).toString('base64url');
  const cabeza = parte(JSON.stringify({ alg: 'EdDSA', kid: llave.kid, iat: Math.floor(Date.now() / 1000) }));
  const firma = sign(null, Buffer.from(`${cabeza}.${parte(contenido)}`), createPrivateKey({ key: llave, format: 'jwk' }));
  return `${cabeza}.${parte(contenido)}.${firma.toString('base64url')}`; // many programs write the content too
}

async function revokes(person, keyFile) {
  const { page } = person;
  const revoke = rowOf(page, NUEVO).getByRole('button', { name: `Revocar «${NUEVO}»` });
  await revoke.click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('no se puede deshacer').waitFor();
  await dialog.getByText('María Gómez').waitFor();
  assert.deepEqual(await dialog.locator('.botones').last().getByRole('button').allTextContents(), ['Cancelar', 'Revocar para siempre']);
  await dialog.getByRole('button', { name: 'Revocar para siempre' }).click();
  await dialog.getByText('Escriba por qué.').waitFor();
  await dialog.getByText('Falta la firma de su entidad.').waitFor();
  const { privateKey } = generateKeyPairSync('ed25519');
  await choose(page, dialog, 'Elegir el archivo de la llave', { name: 'otra.pem', mimeType: 'text/plain', buffer: Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' })) });
  await dialog.getByText('Esa llave no es una de las que su entidad registró.').waitFor();
  await person.isAccessible('revocar: otra llave');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await rowOf(page, NUEVO).getByText('Vigente').waitFor();
  await revoke.click();
  await signs(page, keyFile, 'El título no corresponde.');
  await dialog.waitFor({ state: 'detached' });
  await isRevoked(page);
  await person.isAccessible('revocado');
}

async function signs(page, keyFile, motivo) {
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('Por qué se revoca').fill(motivo);
  await choose(page, dialog, 'Elegir el archivo de la llave', keyFile);
  await dialog.getByText(/^universidad-demo\.jwk: llave /).waitFor();
  await dialog.getByRole('button', { name: 'Revocar para siempre' }).click();
}

async function isRevoked(page) {
  const row = rowOf(page, NUEVO);
  await row.getByText('Revocado', { exact: true }).waitFor();
  await row.getByText('«El título no corresponde.»').waitFor();
  assert.equal(await row.getByRole('button', { name: /^(Revocar|Reemplazar)/ }).count(), 0);
}

/** Whose list is old is told what happened, and sees it. */
async function isLate(page, keyFile) {
  await rowOf(page, NUEVO).getByRole('button', { name: `Revocar «${NUEVO}»` }).click();
  await signs(page, keyFile, 'Otro motivo.');
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('La entrega ya fue revocada con otro motivo').waitFor();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await isRevoked(page);
}
