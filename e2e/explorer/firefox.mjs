// Debian's Firefox for Playwright: over WebDriver BiDi, which a Firefox speaks as it is. What Firefox does not know of it
// yet is done in another way here.
import { createRequire } from 'node:module';

const require = createRequire(new URL('../../web/explorer/package.json', import.meta.url));
const { firefox } = require('playwright-core');
const { ws } = require('playwright-core/lib/utilsBundle');

/** As the walks are for somebody who wants less motion; and nothing that a Firefox of its own accord asks elsewhere. */
const PREFERENCES = {
  'ui.prefersReducedMotion': 1,
  'app.normandy.enabled': false,
  'browser.region.network.url': '',
  'services.settings.server': 'data:,',
  // What was fetched is kept: no tab and no panel of the browser's own takes the keyboard away.
  'browser.download.alwaysOpenPanel': false,
  'pdfjs.disabled': true,
  'browser.helperApps.neverAsk.saveToDisk': 'application/pdf',
};

let amended = false;

/** A Firefox on a profile, as launchPersistentContext has it. */
export async function launchFirefox(profile, options) {
  if (!amended) amend(ws.prototype);
  amended = true;
  const context = await firefox.launchPersistentContext(profile, {
    ...options,
    channel: 'moz-firefox',
    executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
    firefoxUserPrefs: PREFERENCES,
  });
  types(Object.getPrototypeOf(context.pages()[0].locator('html')));
  return context;
}

/** Playwright fills a field of Firefox by a script, of which React hears nothing. A person types. */
function types(locator) {
  locator.fill = async function (text) {
    await this.focus();
    const { keyboard } = this.page();
    for (const key of ['End', 'Shift+Home', 'Delete']) await keyboard.press(key);
    await keyboard.type(text);
  };
}

/** Firefox cannot be told which theme a page is shown in. The page's root can, and the colours are made by light-dark(). */
function amend(socket) {
  const { send } = socket;
  socket.send = function (data, ...more) {
    const { id, method, params } = typeof data === 'string' ? JSON.parse(data) : {};
    if (method !== 'emulation.setMediaFeaturesOverride') return send.call(this, data, ...more);
    const [context] = params.contexts ?? [];
    if (!context) return setImmediate(() => this.emit('message', Buffer.from(JSON.stringify({ id, type: 'success', result: {} })), false));
    const theme = params.features['prefers-color-scheme'] ?? '';
    const instead = { expression: `document.documentElement.style.colorScheme = ${JSON.stringify(theme)}`, target: { context }, awaitPromise: false };
    return send.call(this, JSON.stringify({ id, method: 'script.evaluate', params: instead }), ...more);
  };
}
