// What a person does with the application, and what must hold on each screen.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const AXE = readFileSync(createRequire(new URL('../../web/app/package.json', import.meta.url)).resolve('axe-core/axe.min.js'), 'utf8');
/** WCAG 2.2 up to AA, and what axe knows beyond. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export class Person {
  constructor(page, origin) {
    this.page = page;
    this.origin = origin;
  }

  /** Opens a place of the application, and waits for its heading. */
  async open(path, heading) {
    const answer = await this.page.goto(new URL(path, this.origin).href);
    await this.reads(heading);
    return answer;
  }

  /** Waits for a screen by its heading. */
  reads(heading) {
    return this.page.getByRole('heading', { level: 1, name: heading }).waitFor();
  }

  /** Moves the open document to the bin, and confirms it. */
  async movesToTheBin(button = 'Mover a la papelera') {
    await this.press(button);
    await this.page.getByRole('alertdialog').getByRole('button', { name: 'Mover a la papelera' }).click();
  }

  /** Erases what is in the bin now, and confirms it. */
  async erasesNow(title) {
    await this.goes('Papelera', 'Papelera');
    await this.page.getByRole('button', { name: `Borrar ya «${title}»` }).first().click();
    await this.page.getByRole('alertdialog').getByRole('button', { name: 'Borrar para siempre' }).click();
  }

  /** Follows a link of the menu; on a telephone some are behind «Más». */
  async goes(section, heading) {
    const link = (role) => this.page.getByRole(role).getByRole('link', { name: section, exact: true });
    const more = this.page.getByRole('navigation').getByRole('button', { name: 'Más' });
    const behind = (await more.isVisible()) && !(await link('navigation').isVisible());
    if (behind) await more.click();
    await link(behind ? 'dialog' : 'navigation').click();
    await this.reads(heading);
  }

  /** Goes to the screen that uploads: the first button of the list. */
  async adds() {
    await this.goes('Documentos', 'Mis documentos');
    await this.page.getByRole('link', { name: 'Agregar', exact: true }).click();
    await this.reads('Agregar documentos');
  }

  row(title) {
    return this.page.getByRole('row').filter({ hasText: title }).first();
  }

  /** Opens a document of the list. A list that is moving under the hand takes no click: then it is clicked again. */
  async opens(title, heading = title) {
    const opened = this.page.getByRole('heading', { level: 1, name: heading });
    do await this.row(title).click();
    while (!(await opened.waitFor({ timeout: 20_000 }).then(() => true, () => false)));
  }

  /** Has the file of an open document shown: where there is room beside what is said of it, it is. */
  async views() {
    if (this.page.viewportSize().width < 960) await this.press('Ver');
  }

  async finds(words) {
    await this.page.getByLabel('Buscar', { exact: true }).fill(words);
    await this.isAsked('texto', words);
  }

  /** Waits until the address asks for that. The page is asked: not every browser tells who drives it that an address changed. */
  isAsked(name, value) {
    return this.page.waitForFunction(([one, wanted]) => (new URLSearchParams(location.search).get(one) ?? '') === wanted, [name, value]);
  }

  sees(text) {
    return this.page.getByText(text).first().waitFor();
  }

  /** What the page says of its connection, while there is something to say. */
  get connection() {
    return this.page.getByRole('region', { name: 'Conexión' });
  }

  isConnected() {
    return this.connection.waitFor({ state: 'detached' });
  }

  /** Is told something in Spanish, and the same in English; what was typed or chosen is kept meanwhile. */
  async isTold(spanish, english) {
    await this.sees(spanish);
    await this.press('English');
    await this.sees(english);
    await this.press('Español');
    await this.sees(spanish);
  }

  /** Chooses files by their names on the screen that verifies, and waits for what it says of them. */
  async chooses(files, text) {
    const names = Object.keys(files);
    await this.page.locator('.soltar input').setInputFiles(names.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(files[name]) })));
    await this.concludes(names, text);
  }

  /** Waits for what the screen that verifies says of files with these names, its technical part included. */
  async concludes(names, text) {
    const said = this.page.getByRole('region', { name: 'Resultado' }).filter({ hasText: new RegExp(`Archivos?: ${names.join(', ')}$`) });
    await said.filter({ hasText: text }).waitFor();
  }

  /** Waits until those who hear the page were told that; notesWhatIsSaid remembers it. */
  hears(text) {
    return this.page.waitForFunction((wanted) => globalThis.said.some((one) => one.includes(wanted)), text);
  }

  press(name) {
    return this.page.getByRole('button', { name, exact: true }).click();
  }

  /** Nothing that axe finds, in both themes; nothing that moves for those who want less motion; and no part of the screen beyond its edge, on a small telephone. */
  async isAccessible(screen) {
    const { page } = this;
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.evaluate(AXE);
      const { violations } = await page.evaluate((tags) => globalThis.axe.run(document, { runOnly: tags }), TAGS);
      const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary}`).join('; ')}`);
      assert.deepEqual(told, [], `${screen}, ${colorScheme}`);
    }
    assert.deepEqual(await page.evaluate(moving), [], `${screen}: it moves, where somebody wants less motion`);
    const size = page.viewportSize();
    await page.setViewportSize({ width: 320, height: 640 });
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.equal(beyond, 0, `${screen}: it is wider than 320 px`);
    await page.setViewportSize(size);
  }
}

/** From now on the pages of a context remember what they tell those who hear them: the next sentence takes the place of one. */
export function notesWhatIsSaid(context) {
  return context.addInitScript(() => {
    const said = (globalThis.said = []);
    const note = () => {
      const text = document.querySelector('p.oculto[role=status]')?.textContent.trim();
      if (text && said.at(-1) !== text) said.push(text);
    };
    new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

/** Runs in the page: everything in it that would take its time to change. */
function moving() {
  const takesTime = (style) => [...style.transitionDuration.split(','), ...style.animationDuration.split(',')].some((time) => parseFloat(time) > 0);
  const all = [...document.querySelectorAll('*')].filter((one) => ['', '::before', '::after'].some((part) => takesTime(getComputedStyle(one, part))));
  const smooth = [...document.querySelectorAll('*')].filter((one) => getComputedStyle(one).scrollBehavior === 'smooth');
  return [...all, ...smooth].map((one) => one.outerHTML.slice(0, 120));
}
