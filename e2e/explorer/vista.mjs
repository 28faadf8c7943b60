// node vista.mjs API_URL ALLOWED_ORIGIN FOREIGN_ORIGIN KIND:NAME:URL… — opens signed links (KIND vista or descarga) in a
// real browser: what is for viewing is shown, what is not is saved, and nothing in a file runs on the API's origin.
// A file's script would ask for /SCRIPT, or open a dialog.
import assert from 'node:assert/strict';
import { conNavegador, PACIENCIA } from './navegador.mjs';

const [api, permitida, ajena, ...argumentos] = process.argv.slice(2);
const enlaces = argumentos.map((a) => {
  const [clase, nombre] = a.split(':', 2);
  return { clase, nombre, url: a.slice(clase.length + nombre.length + 2) };
});
const vista = (nombre) => enlaces.find((e) => e.clase === 'vista' && e.nombre === nombre).url;

const corrio = [];
const PAUSA = 700; // a script of a page would have run long before

/** Opens a link as a page of its own; says whether it was shown or saved. */
async function abrir(contexto, enlace) {
  const { url } = enlace;
  const pagina = await contexto.newPage();
  try {
    const descarga = pagina.waitForEvent('download', { timeout: PACIENCIA }).then(() => 'saved', () => 'shown');
    const respuesta = await pagina.goto(url).catch((e) => {
      if (!/Download is starting|ERR_ABORTED/.test(e.message)) throw e;
      return null;
    });
    const como = respuesta === null ? await descarga : 'shown';
    if (respuesta) {
      assert.equal(respuesta.headers()['x-content-type-options'], 'nosniff');
      if (enlace.nombre !== 'pdf') { // Chromium hands a PDF to its viewer without most of its headers
        assert.match(respuesta.headers()['content-security-policy'], /^sandbox; default-src 'none'/);
      }
      await pagina.waitForTimeout(PAUSA);
    }
    const tipo = como === 'shown' ? await pagina.evaluate(() => document.contentType) : '';
    const origen = como === 'shown' ? await pagina.evaluate(() => self.origin) : '';
    return { como, tipo, origen, texto: como === 'shown' ? await pagina.evaluate(() => document.body?.innerText ?? '') : '' };
  } finally {
    await pagina.close();
  }
}

/** Whether a page of an origin can show a link as a picture, and whether a frame of it loads. */
async function desde(contexto, origen, url) {
  const pagina = await contexto.newPage();
  try {
    await pagina.goto(origen);
    return await pagina.evaluate((u) => new Promise((listo) => {
      const imagen = new Image();
      imagen.onload = () => listo(true);
      imagen.onerror = () => listo(false);
      imagen.src = u;
    }), url);
  } finally {
    await pagina.close();
  }
}

/** What a page of the API's own origin gets when an attacker makes it load a stored file as script, style or frame. */
async function cargarComoCodigo(contexto, url) {
  const pagina = await contexto.newPage();
  try {
    await pagina.goto(permitida);
    await pagina.evaluate((u) => {
      for (const [etiqueta, atributos] of [['script', { src: u }], ['link', { rel: 'stylesheet', href: u }], ['iframe', { src: u }],
        ['object', { data: u, type: 'text/html' }], ['embed', { src: u, type: 'image/svg+xml' }]]) {
        document.body.append(Object.assign(document.createElement(etiqueta), atributos));
      }
    }, url);
    await pagina.waitForTimeout(PAUSA);
  } finally {
    await pagina.close();
  }
}

await conNavegador(async (contexto) => {
  contexto.on('request', (p) => p.url().includes('SCRIPT') && corrio.push(p.url()));
  contexto.on('dialog', (d) => {
    // A PDF's own language runs in the viewer, an extension with an origin of its own that has no document of the API.
    if (d.message() !== 'PDF') corrio.push(`dialog ${d.message()}`);
    return d.dismiss();
  });
  for (const enlace of enlaces) {
    const r = await abrir(contexto, enlace);
    const que = `${enlace.clase} ${enlace.nombre}`;
    assert.equal(r.como, enlace.clase === 'vista' ? 'shown' : 'saved', que);
    if (r.como === 'shown' && enlace.nombre !== 'pdf') assert.equal(r.origen, 'null', `${que}: in an origin of its own`);
    if (enlace.nombre === 'hidden' && r.como === 'shown') assert.match(r.texto, /<script>/, 'a script is text to read');
    await cargarComoCodigo(contexto, enlace.url);
  }
  assert.equal(await desde(contexto, permitida, vista('png')), true, 'a picture of an allowed page');
  assert.equal(await desde(contexto, ajena, vista('png')), false, 'a picture of another page');
  assert.equal(await desde(contexto, permitida, vista('text')), false, 'a text is no picture');
  assert.deepEqual(corrio, []);
  assert.ok(api);
});
console.log('1 passed, 0 failed');
