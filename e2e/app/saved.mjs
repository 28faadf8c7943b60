// What a page has the browser save.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DESCARGAS, ES_FIREFOX, PACIENCIA } from '../explorer/navegador.mjs';

/** The bytes of the file that a button saves; its name begins so. */
export async function savedBy(page, button, begin) {
  if (ES_FIREFOX) {
    await button.click();
    return keptByFirefox((_, name) => name.startsWith(begin));
  }
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return readFile(await download.path());
}

/** The first such file that Firefox kept: it tells nobody of one that the page itself holds. It is empty until it is whole. */
export async function keptByFirefox(isIt) {
  for (const end = Date.now() + PACIENCIA; Date.now() < end; await new Promise((passed) => setTimeout(passed, 200))) {
    for (const name of await readdir(DESCARGAS).catch(() => [])) {
      if (name.endsWith('.part')) continue;
      const bytes = await readFile(join(DESCARGAS, name)).catch(() => ''); // it may have had another name until now
      if (bytes.length > 0 && isIt(bytes, name)) return bytes;
    }
  }
  throw new Error('Firefox kept no such file');
}
