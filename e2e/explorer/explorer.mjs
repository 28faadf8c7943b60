// node explorer.mjs BASE_URL — the explorer in a real browser against a running server whose /config.json offers a
// token and whose carpeta holds at least 8 documents, one of them not certified: page, delete, undo, delete again, watch
// the deletion; then on a telephone, and without a server.
// Ends with "1 passed, 0 failed" and exit code 0. CAPTURAS=FOLDER keeps screenshots of success too.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Graphiql } from './graphiql.mjs';
import { conNavegador, vigilar } from './navegador.mjs';

if (!process.argv[2]) {
  console.error('usage: node explorer.mjs BASE_URL');
  process.exit(2);
}
const origen = new URL(process.argv[2]);
const carpetaCapturas = resolve(process.env.CAPTURAS ?? tmpdir());

async function capturar(pagina, nombre) {
  mkdirSync(carpetaCapturas, { recursive: true });
  const ruta = join(carpetaCapturas, `explorador-${nombre}.png`);
  await pagina.screenshot({ path: ruta });
  return ruta;
}

async function prueba(contexto) {
  const faltas = await vigilar(contexto, origen);
  const pagina = await contexto.newPage();
  try {
    await paginarEliminarVigilar(contexto, pagina);
    assert.deepEqual(faltas, { peticionesAjenas: [], violacionesCsp: [], errores: [] });
    await comoOtros(contexto);
    await sinServidor(contexto);
  } catch (error) {
    console.error(`screenshot: ${await capturar(pagina, 'fallo')}`);
    console.error(JSON.stringify(faltas, null, 2));
    throw error;
  }
}

async function paginarEliminarVigilar(contexto, pagina) {
  const explorador = new Graphiql(pagina);
  await comprobarPagina(await explorador.abrir(origen.href), pagina);

  const { carpetaId, documentos } = await paginar(explorador);
  if (process.env.CAPTURAS) await capturar(pagina, 'paginar');

  const ventana = await vigilarCarpeta(contexto, carpetaId);
  const documento = documentos.find((d) => !d.certificado && d.estadoDocumento === 'PROCESADO');
  assert.ok(documento, 'no document that can be deleted in two pages');
  await cancelar(explorador, documento);
  const eventoId = await eliminar(explorador, documento, 1);
  if (process.env.CAPTURAS) await capturar(pagina, 'eliminar');

  await vigilarEliminacion(explorador, eventoId);
  if (process.env.CAPTURAS) await capturar(pagina, 'vigilar');
  await ventana.hasta('COMPLETADA in the second window', () =>
    ventana.mensajes('eliminacionesDeCarpeta').some((m) => m.eventoId === eventoId && m.estado === 'COMPLETADA'));

  await explorador.pestana('Paginar');
  await explorador.variables({ after: null });
  const { miCarpeta } = await explorador.pedir();
  assert.ok(!miCarpeta.documentos.nodes.some((d) => d.id === documento.id), 'the deleted document is still listed');
  await enTelefono(pagina);
}

async function comprobarPagina(respuesta, pagina) {
  assert.match(respuesta.headers()['content-security-policy'] ?? '', /default-src 'none'; script-src 'self';/);
  assert.equal(await pagina.getAttribute('html', 'lang'), 'es');
  assert.match(await pagina.title(), /Carpeta Ciudadana/);
}

/** Two pages of 7, forward. */
async function paginar(explorador) {
  await explorador.pestana('Paginar');
  const { miCarpeta: una } = await explorador.pedir();
  assert.equal(una.documentos.nodes.length, 7);
  assert.equal(una.documentos.pageInfo.hasNextPage, true);
  await explorador.variables({ after: una.documentos.pageInfo.endCursor });
  const { miCarpeta: otra } = await explorador.pedir();
  assert.ok(otra.documentos.nodes.length > 0, 'the second page is empty');
  const documentos = [...una.documentos.nodes, ...otra.documentos.nodes];
  assert.equal(new Set(documentos.map((d) => d.id)).size, documentos.length, 'a document is on both pages');
  return { carpetaId: una.carpetaId, documentos };
}

/** A second window that sees all deletions of the carpeta live. Its headers must be those of connection_init. */
async function vigilarCarpeta(contexto, carpetaId) {
  const ventana = new Graphiql(await contexto.newPage());
  await ventana.abrir(origen.href);
  await ventana.pestana('VigilarCarpeta');
  await ventana.variables({ carpetaId });
  const encabezados = await ventana.leerEncabezados();
  await ventana.ejecutar();
  await ventana.hasta('subscribe', () => ventana.tramas.some((t) => t.type === 'subscribe'));
  assert.match(encabezados.Authorization ?? '', /^Bearer ./, 'the token is not in the headers editor');
  const inicios = ventana.tramas.filter((t) => t.type === 'connection_init').map((t) => t.payload);
  assert.deepEqual(inicios, [encabezados]);
  assert.ok(ventana.tramas.some((t) => t.type === 'connection_ack'));
  return ventana;
}

async function eliminar(explorador, documento, ventana) {
  await explorador.pestana('Eliminar');
  await explorador.variables({ documentoId: documento.id, ventana });
  const { deleteDocumento } = await explorador.pedir();
  assert.deepEqual(deleteDocumento.errores, []);
  assert.equal(deleteDocumento.documento.estadoDocumento, 'ELIMINANDO');
  return deleteDocumento.eliminacion.eventoId;
}

/** Within the window the document comes back, and nobody copies an id for it. */
async function cancelar(explorador, documento) {
  const eventoId = await eliminar(explorador, documento, 600);
  await explorador.pestana('Cancelar');
  assert.equal((await explorador.leerVariables()).eventoId, eventoId, 'the eventoId was not filled in');
  const { cancelarEliminacion } = await explorador.pedir();
  assert.deepEqual(cancelarEliminacion.errores, []);
  assert.equal(cancelarEliminacion.eliminacion.estado, 'CANCELADA');
  assert.equal(cancelarEliminacion.documento.estadoDocumento, 'PROCESADO');
}

/** The examples of other roles open with their persona, also after a reload; another one can be chosen. */
async function comoOtros(contexto) {
  const pagina = await contexto.newPage();
  const explorador = new Graphiql(pagina);
  const persona = pagina.getByLabel('Persona:');
  const sera = (rol) => explorador.hasta(`persona ${rol}`, async () => (await persona.inputValue()) === rol);
  await explorador.abrir(origen.href);
  await explorador.pestana('Entregas');
  await sera('entidad');
  const [entrega] = (await explorador.pedir()).entregas.nodes;
  assert.equal(entrega.estado, 'ENTREGADA');
  await explorador.pestana('Verificar');
  await sera('entidad');
  assert.equal((await explorador.leerVariables()).documentoId, entrega.entregaId, 'the entregaId was not filled in');
  assert.equal((await explorador.pedir()).verificarDocumento.valida, true);
  await explorador.pestana('PorAtender');
  await sera('operador');
  assert.ok(Array.isArray((await explorador.pedir()).eliminaciones.nodes));
  await explorador.abrir(origen.href);
  await explorador.pestana('Entregas');
  await sera('entidad');
  await persona.selectOption('ciudadano');
  await explorador.ejecutar();
  await explorador.muestra('"errors"');
}

/** Editors and answer fit the width of a telephone, one below the other. */
async function enTelefono(pagina) {
  await pagina.setViewportSize({ width: 390, height: 844 });
  const [editores, respuesta] = await Promise.all(['.graphiql-editors', '.graphiql-response'].map((s) => pagina.locator(s).boundingBox()));
  for (const caja of [editores, respuesta]) assert.ok(caja.width > 280 && caja.x + caja.width <= 390, JSON.stringify(caja));
  assert.ok(respuesta.y >= editores.y + editores.height, 'the answer is not below the editors');
}

/** A server that is away is said in words, for a query and for a subscription. */
async function sinServidor(contexto) {
  const explorador = new Graphiql(await contexto.newPage());
  await explorador.abrir(origen.href);
  await contexto.setOffline(true);
  for (const pestana of ['Paginar', 'VigilarCarpeta']) {
    await explorador.pestana(pestana);
    await explorador.ejecutar();
    await explorador.muestra('No hay conexión con el servidor.');
  }
  await contexto.setOffline(false);
}

/** Every step once and in order, up to COMPLETADA; then the subscription and its socket end by themselves. */
async function vigilarEliminacion(explorador, eventoId) {
  await explorador.pestana('Vigilar');
  assert.equal((await explorador.leerVariables()).eventoId, eventoId, 'the eventoId was not filled in');
  await explorador.ejecutar();
  await explorador.hasta('complete', () => explorador.tramas.some((t) => t.de === 'servidor' && t.type === 'complete'));
  const pasos = explorador.mensajes('eliminacion');
  assert.deepEqual(pasos.map((p) => p.secuencia), pasos.map((_, i) => i + 1), 'a step is missing, doubled or out of order');
  assert.ok(pasos.length >= 2 && pasos.every((p) => p.eventoId === eventoId));
  assert.deepEqual([pasos[0].estado, pasos.at(-1).estado], ['INICIADA', 'COMPLETADA']);
}

try {
  await conNavegador(prueba);
  console.log('1 passed, 0 failed');
} catch (error) {
  console.error(error);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
