// Debian's WebKit by its own WebDriver (webkit2gtk-driver), on a screen that nobody sees (xvfb): the few commands of the
// W3C's protocol that a walk needs, as the JSON over HTTP that they are.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as passed } from 'node:timers/promises';

/** Milliseconds; only keeps a broken walk from hanging. */
export const PATIENCE = 180_000;
/** How the protocol marks an element in its answers. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** Runs `walk(page, folder)` in a WebKit of its own, which saves files in the folder and leaves nothing behind; returns its version. */
export async function withWebKit(walk) {
  const folder = await mkdtemp(join(tmpdir(), 'webkit-'));
  const started = [];
  const start = (program, args, options) => started[started.push(spawn(program, args, options)) - 1];
  try {
    const display = await firstLineOf(start('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], { stdio: ['ignore', 'ignore', 'inherit', 'pipe'] }));
    const port = await freePort();
    const env = { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder, DISPLAY: `:${display}`, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1' };
    const driver = start('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' });
    return await inASession(`http://127.0.0.1:${port}`, driver, (page) => walk(page, folder));
  } finally {
    for (const one of started.reverse()) await ended(one);
    await rm(folder, { recursive: true, force: true });
  }
}

async function inASession(address, driver, walk) {
  await until(async () => {
    if (driver.exitCode !== null) throw new Error(`WebKitWebDriver ended with ${driver.exitCode}`);
    return fetch(`${address}/status`).then(({ ok }) => ok, () => false);
  }, 'WebKitWebDriver answers');
  // A page is looked at from its first moment on, and not only when it is there.
  const { sessionId, capabilities } = await command('POST', `${address}/session`, { capabilities: { alwaysMatch: { pageLoadStrategy: 'none' } } });
  const session = `${address}/session/${sessionId}`;
  try {
    await walk(new Page(session));
    return `WebKitGTK ${capabilities.browserVersion}`;
  } finally {
    await command('DELETE', session).catch(() => {}); // the walk's own failure says more
  }
}

/** What a person does with a page: each thing is waited for. */
class Page {
  constructor(session) {
    this.session = session;
  }

  goto(url) {
    return command('POST', `${this.session}/url`, { url });
  }

  /** Runs a function in the page, with these arguments. */
  run(work, ...args) {
    return command('POST', `${this.session}/execute/sync`, { script: `return (${work}).apply(null, arguments)`, args });
  }

  /** Waits until a function in the page returns something, and returns that. */
  waits(what, work, ...args) {
    return until(() => this.run(work, ...args), what);
  }

  /** Waits for the first element that is there, is shown and has this text, if one is given. */
  finds(selector, text) {
    const find = (wanted, label) =>
      [...document.querySelectorAll(wanted)].find((one) => one.checkVisibility() && (label === null || (one.getAttribute('aria-label') ?? one.textContent).trim() === label)) ?? null;
    return this.waits(`${selector} ${text ?? ''}`, find, selector, text ?? null);
  }

  /** Clicks what is found; it is found again if the page has replaced it meanwhile. */
  clicks(selector, text) {
    return until(async () => {
      const found = await this.finds(selector, text);
      return this.command('click', found).then(() => true, mayComeAgain);
    }, `a click on ${selector} ${text ?? ''}`);
  }

  /** Types into what is found, or gives it files by their paths. */
  async types(selector, text) {
    const found = await this.waits(selector, (wanted) => document.querySelector(wanted), selector);
    await this.command('value', found, { text });
  }

  async clears(selector) {
    await this.command('clear', await this.finds(selector));
  }

  reads(heading) {
    return this.waits(`the heading ${heading}`, (text) => document.querySelector('h1')?.textContent === text, heading);
  }

  sees(text) {
    return this.waits(text, (wanted) => document.body.innerText.includes(wanted), text);
  }

  /** A picture of the page, as PNG. */
  async picture() {
    return Buffer.from(await command('GET', `${this.session}/screenshot`), 'base64');
  }

  command(name, element, body = {}) {
    return command('POST', `${this.session}/element/${element[ELEMENT]}/${name}`, body);
  }
}

/** An element that is there no more, or lies under something else, may be looked for again. Another error is thrown. */
function mayComeAgain(error) {
  if (!['stale element reference', 'element click intercepted', 'element not interactable'].includes(error.code)) throw error;
  return false;
}

async function command(method, url, body) {
  const answer = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(`${value.error}: ${value.message}`), { code: value.error });
  return value;
}

/** Waits until `work` returns something, and returns that. */
export async function until(work, what) {
  for (const end = Date.now() + PATIENCE; ; await passed(50)) {
    const result = await work();
    if (result) return result;
    if (Date.now() > end) throw new Error(`in vain was waited for: ${what}`);
  }
}

/** Xvfb writes the number of the display that it chose, when it is ready. */
function firstLineOf(program) {
  return new Promise((resolve, reject) => {
    program.once('error', reject);
    program.once('exit', (code) => reject(new Error(`it ended with ${code}`)));
    let said = '';
    program.stdio[3].on('data', (more) => {
      said += more;
      if (said.includes('\n')) resolve(said.trim());
    });
  });
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

function ended(program) {
  if (program.exitCode !== null || program.signalCode !== null || program.pid === undefined) return undefined;
  return new Promise((resolve) => {
    program.once('exit', resolve);
    program.kill();
  });
}
