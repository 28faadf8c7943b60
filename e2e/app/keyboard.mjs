// The keyboard alone: found, opened, deleted, taken back, corrected, chosen and uploaded without a pointer. Whatever is
// pressed may go away: nobody begins at the top of the page again.

/** Ten seconds may pass on a machine that is busy: then the document goes, and the next one is tried. */
const TRIES = 8;

/** `enters` opens a place of the application for somebody who is signed in. */
export async function usesTheKeyboardAlone(person, enters) {
  await enters(person, '/app/?certificado=no');
  await deletesAndTakesItBack(person);
  await corrects(person);
  await choosesRows(person);
  await uploads(person);
}

/** A document that is opened, and deleted after a second thought, is taken back. */
async function deletesAndTakesItBack(person) {
  const { page } = person;
  for (let i = 0; i < TRIES; i++) {
    const title = await opensTheNext(person);
    await tabTo(page, 'button', 'Mover a la papelera');
    const dialog = page.getByRole('alertdialog');
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await isAt(page, 'button', 'Mover a la papelera');
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await isAt(page, 'button', 'Cancelar');
    await tabTo(page, 'button', 'Mover a la papelera');
    await page.keyboard.press('Enter');
    await isAt(page, '.emergente, .emergente *');
    if ((await undoes(page, title)) && (await isBack(page))) return isAt(page, ':not(body)');
    await isAt(page, ':not(body)');
    await tabTo(page, 'link', 'Volver a mis documentos');
    await page.keyboard.press('Enter');
    await arrives(person, 'Mis documentos');
    await onlyThoseNotCertified(person);
  }
  throw new Error(`no deletion was taken back in time, of ${TRIES}`);
}

/** Waits for a screen, and for the focus on its heading: whoever presses a key before that presses it on the screen before. */
async function arrives(person, heading) {
  await person.reads(heading);
  await isAt(person.page, 'h1', heading);
}

async function opensTheNext(person) {
  const { page } = person;
  await page.getByRole('row').nth(1).waitFor();
  await tabTo(page, 'row');
  const first = await page.evaluate(() => document.activeElement.dataset.key);
  await page.keyboard.press('ArrowDown');
  await page.waitForFunction((before) => document.activeElement.role === 'row' && document.activeElement.dataset.key !== before, first);
  const title = await page.evaluate(() => document.activeElement.querySelector('.fila-titulo').textContent);
  await page.keyboard.press('Enter');
  await arrives(person, title);
  return title;
}

/** Presses the button that takes a deletion back; false if the time for it was over. */
async function undoes(page, title) {
  const undo = `Deshacer: sacar «${title}» de la papelera`;
  return tabTo(page, 'button', undo, { most: 3 }).then(
    () => page.keyboard.press('Enter').then(() => true),
    () => false,
  );
}

/** The document can be deleted again, or was gone before the button was pressed. */
async function isBack(page) {
  const back = page.getByRole('button', { name: 'Mover a la papelera', exact: true });
  await back.or(page.getByText(/ya no se puede cancelar|no está en su carpeta/)).first().waitFor();
  return back.isVisible();
}

async function corrects(person) {
  const { page } = person;
  const title = await page.locator('h1').textContent();
  await tabTo(page, 'button', 'Corregir');
  await page.keyboard.press('Enter');
  await tabTo(page, 'textbox', 'Título');
  await page.keyboard.press('End');
  await page.keyboard.type(', a teclado');
  await page.keyboard.press('Enter');
  await person.reads(`${title}, a teclado`);
  await isAt(page, 'h1'); // the form is gone
}

async function onlyThoseNotCertified(person) {
  const { page } = person;
  await tabTo(page, 'combobox', 'Certificación');
  await page.keyboard.type('No');
  await person.isAsked('certificado', 'no');
}

/** Two rows, chosen and let go again. */
async function choosesRows(person) {
  const { page } = person;
  await tabTo(page, 'link', 'Volver a mis documentos');
  await page.keyboard.press('Enter');
  await arrives(person, 'Mis documentos');
  await onlyThoseNotCertified(person);
  await page.getByRole('row').nth(1).waitFor();
  await tabTo(page, 'row');
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Mover 1 a la papelera' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Mover 2 a la papelera' }).waitFor();
  await tabTo(page, 'button', 'Quitar la selección');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Quitar la selección' }).waitFor({ state: 'detached' });
  await isAt(page, '.pie-de-lista, .pie-de-lista *');
}

async function uploads(person) {
  const { page } = person;
  await tabTo(page, 'link', 'Agregar', { key: 'Shift+Tab' }); // it is above: forward, the end of the page comes first
  await page.keyboard.press('Enter');
  await arrives(person, 'Agregar documentos');
  await tabTo(page, 'button', 'Elegir archivos');
  await page.evaluate(() => (globalThis.showOpenFilePicker = undefined)); // that chooser is out of a test's reach
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
  await chooser.setFiles({ name: 'tecla.txt', mimeType: 'text/plain', buffer: Buffer.from('tecla') });
  await tabTo(page, 'textbox', 'Título');
  await page.keyboard.press('End');
  await page.keyboard.type(' a tecla');
  await tabTo(page, 'button', 'Subir 1 archivo');
  await page.keyboard.press('Enter');
  await isAt(page, 'h1'); // the form is gone
  await page.getByRole('listitem').filter({ hasText: 'tecla.txt' }).getByText('está en su carpeta').waitFor();
  await tabTo(page, 'link', 'Ver el documento');
  await page.keyboard.press('Enter');
  await arrives(person, 'tecla a tecla');
}

/** Waits until something has the focus that is such an element, and says that. */
function isAt(page, selector, text) {
  return page.waitForFunction(([wanted, said]) => {
    const { activeElement: one } = document;
    return one.matches(wanted) && (said === undefined || one.textContent === said);
  }, [selector, text]);
}

/** In Firefox the last Tab leaves the page for the browser's own buttons. Whoever comes from there begins at the first link. */
async function comesFromTheBrowser(page) {
  await page.mouse.click(1, 1);
  await page.locator('.salto').focus();
}

/** Presses Tab until that has the focus: everything is in reach. */
async function tabTo(page, role, name, { most = 60, key = 'Tab' } = {}) {
  for (let i = 0; i < most; i++) {
    await page.keyboard.press(key);
    if (!(await page.evaluate(() => document.hasFocus()))) await comesFromTheBrowser(page);
    const is = await page.evaluate(
      ([wanted, label]) => {
        const { activeElement: one } = document;
        const roles = { BUTTON: 'button', SELECT: 'combobox', INPUT: 'textbox', A: 'link' };
        const text = one.labels?.[0]?.textContent ?? one.getAttribute('aria-label') ?? one.textContent;
        return (one.getAttribute('role') ?? roles[one.tagName]) === wanted && (label === undefined || text.trim() === label);
      },
      [role, name],
    );
    if (is) return;
  }
  throw new Error(`no ${role} ${name ?? ''} is in the reach of Tab`);
}
