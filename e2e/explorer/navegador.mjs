// Debian's Chromium, or Firefox where NAVEGADOR=firefox, and everything a page does that this project does not allow.
import { createRequire } from 'node:module';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchFirefox } from './firefox.mjs';

// Playwright comes with the explorer's own development packages.
const { chromium } = createRequire(new URL('../../web/explorer/package.json', import.meta.url))('playwright-core');

const FLAGS = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync',
];

/** Some things one of the two does not do, or says in other words. */
export const ES_FIREFOX = process.env.NAVEGADOR === 'firefox';

/** Where Firefox keeps what is fetched. */
export const DESCARGAS = join(process.env.CAPTURAS ?? tmpdir(), 'descargas');

/** Milliseconds; only keeps a broken test from hanging. */
export const PACIENCIA = 180_000;

/** How often a browser may end by itself. Chromium's viewers of hostile files do so once in some hundred runs. */
const INTENTOS = 3;

/**
 * Runs `prueba(contexto)` in a fresh browser profile, removed afterwards; and anew where the browser ended by itself.
 * `aparato` says what else it is than a large screen with a mouse, as Playwright has it.
 */
export async function conNavegador(prueba, aparato = {}) {
  for (let intento = 1; ; intento++) {
    const termino = await conUnNavegador(prueba, aparato);
    if (!termino) return;
    console.error(`The browser ended by itself (${intento} of ${INTENTOS}): ${termino.message}`);
    if (intento === INTENTOS) throw termino;
  }
}

function abrir(perfil, opciones) {
  if (ES_FIREFOX) return launchFirefox(perfil, { ...opciones, downloadsPath: DESCARGAS });
  return chromium.launchPersistentContext(perfil, { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS, ...opciones });
}

/** Returns the error of a browser that ended by itself; throws any other. */
async function conUnNavegador(prueba, aparato) {
  const perfil = await mkdtemp(join(tmpdir(), 'explorador-'));
  const contexto = await abrir(perfil, { timeout: PACIENCIA, locale: 'es-CO', viewport: { width: 1440, height: 900 }, ...aparato });
  let abierto = true;
  contexto.on('close', () => { abierto = false; });
  contexto.setDefaultTimeout(PACIENCIA);
  try {
    await prueba(contexto);
  } catch (error) {
    if (abierto) throw error;
    return error;
  } finally {
    if (abierto) await contexto.close();
    // One that ended by itself leaves processes behind, which still write for a moment.
    await rm(perfil, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
  return undefined;
}

/** Collects requests outside the origin, CSP violations and errors of every page of the context, from now on. */
export async function vigilar(contexto, origen) {
  const faltas = { peticionesAjenas: [], violacionesCsp: [], errores: [] };
  const revisarUrl = (url) => {
    const { protocol, host } = new URL(url);
    const propia = host === origen.host && /^(https?|wss?):$/.test(protocol);
    if (!propia && protocol !== 'data:') faltas.peticionesAjenas.push(url.slice(0, 200));
  };
  await contexto.exposeBinding('avisarViolacionCsp', (_, texto) => faltas.violacionesCsp.push(texto));
  await contexto.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (v) =>
      window.avisarViolacionCsp(`${v.effectiveDirective} ${v.blockedURI} ${v.sourceFile}:${v.lineNumber}`));
  });
  contexto.on('request', (peticion) => revisarUrl(peticion.url()));
  contexto.on('requestfailed', (p) => faltas.errores.push(`${p.url()}: ${p.failure()?.errorText}`));
  contexto.on('response', (r) => r.status() >= 400 && faltas.errores.push(`${r.url()}: HTTP ${r.status()}`));
  contexto.on('weberror', (error) => faltas.errores.push(String(error.error())));
  contexto.on('console', (mensaje) => {
    if (mensaje.text().includes('Content Security Policy')) faltas.violacionesCsp.push(mensaje.text());
    else if (mensaje.type() === 'error') faltas.errores.push(mensaje.text());
  });
  contexto.on('page', (pagina) => pagina.on('websocket', (socket) => revisarUrl(socket.url())));
  return faltas;
}
