// The page of a code (/v/#CODE). It sends the code by POST, so that no log, history of a proxy or preview of a chat learns
// it, and shows what comes back. There is no build: the browser gets this file as it is.

const es = {
  lengua: 'es-CO',
  comprobando: 'Comprobando el documento…',
  estados: {
    VIGENTE: { clase: 'bien', titulo: (r) => `Válido al ${dia(r.dia)}` },
    AUN_NO_VIGENTE: { clase: 'cuidado', titulo: (r) => `Todavía no es válido: lo será desde el ${dia(r.vigenciaDesde)}` },
    VENCIDO: { clase: 'cuidado', titulo: (r) => `Venció el ${dia(r.vigenciaHasta)}` },
    REEMPLAZADO: { clase: 'cuidado', titulo: () => 'Hay uno nuevo en lugar de este', detalle: () => 'Pida el nuevo a quien se lo muestra.' },
    REVOCADO: { clase: 'peligro', titulo: () => 'Este documento ya no vale', detalle: (r) => `${r.emisor} lo retiró.` },
  },
  certifico: (emisor) => `Certificado por ${emisor}`,
  campos: {
    tipo: 'Tipo', titular: 'A nombre de', identificacion: 'Identificación', numero: 'Número', fechaEmision: 'Expedido el', vigenciaDesde: 'Válido desde el', vigenciaHasta: 'Válido hasta el',
  },
  archivo: (tamano) => `Ver el archivo (${tamano})`,
  descarga: (tamano) => `Descargar el archivo (${tamano})`,
  sinVisor: 'Este navegador no muestra aquí los archivos PDF: se guarda en su equipo, y allí lo abre.',
  copia: 'Guardar copia verificable',
  queEsCopia: 'Un archivo con el documento y la firma de la entidad. Se comprueba también cuando este código termina: en la página «Verificar» de la aplicación, o con «carpeta documento verificar».',
  sinNombre: 'No se muestra. Si lo necesita, pida un código que muestre el nombre.',
  comprobado: (momento) => `Se comprobó el ${momento}.`,
  deNuevo: 'Comprobar de nuevo',
  responde: (sitio) => `Le responde ${sitio}. Otra página puede imitar a esta: revise que la barra de direcciones diga ${sitio}, y que la entidad que certificó el documento publique esa dirección.`,
  hasta: (momento) => `Quien se lo muestra dejó ver este documento hasta el ${momento}. Cada vez que alguien lo ve, esa persona lo sabe.`,
  sinArchivo: { titulo: 'El archivo ya no se puede ver', detalle: 'Pasaron unos minutos, la persona dejó de compartirlo, o la entidad retiró el documento. Abra de nuevo la dirección que le dieron: allí dice qué pasó.' },
  sinCodigo: { titulo: 'Falta el código', detalle: 'Abra la dirección completa que le dieron, o escanee de nuevo el código QR.' },
  desconocido: { titulo: 'Este código no sirve', detalle: 'No existe, se venció, se usó todas las veces que podía, o la persona ya no comparte el documento. Pídale uno nuevo.' },
  ocupado: (s) => ({ titulo: 'Espere un momento', detalle: `Se hicieron demasiados intentos con este código o desde este lugar. Intente de nuevo ${s ? `en ${s} segundos` : 'en un minuto'}.` }),
  sinRed: { titulo: 'No se pudo comprobar', detalle: 'El servicio no responde. Revise la conexión e intente de nuevo. Esto no dice nada sobre el documento.' },
  otraVez: 'Intentar de nuevo',
};

const en = {
  lengua: 'en',
  comprobando: 'Checking the document…',
  estados: {
    VIGENTE: { clase: 'bien', titulo: (r) => `Valid on ${dia(r.dia)}` },
    AUN_NO_VIGENTE: { clase: 'cuidado', titulo: (r) => `Not valid yet: it will be from ${dia(r.vigenciaDesde)} on` },
    VENCIDO: { clase: 'cuidado', titulo: (r) => `It expired on ${dia(r.vigenciaHasta)}` },
    REEMPLAZADO: { clase: 'cuidado', titulo: () => 'There is a new one in its place', detalle: () => 'Ask whoever shows it for the new one.' },
    REVOCADO: { clase: 'peligro', titulo: () => 'This document is not valid any more', detalle: (r) => `${r.emisor} took it back.` },
  },
  certifico: (emisor) => `Certified by ${emisor}`,
  campos: {
    tipo: 'Kind', titular: 'In the name of', identificacion: 'Identification', numero: 'Number', fechaEmision: 'Issued on', vigenciaDesde: 'Valid from', vigenciaHasta: 'Valid until',
  },
  archivo: (tamano) => `See the file (${tamano})`,
  descarga: (tamano) => `Download the file (${tamano})`,
  sinVisor: 'This browser does not show PDF files here: it is saved on your device, where you open it.',
  copia: 'Save a verifiable copy',
  queEsCopia: 'A file with the document and the signature of the entity. It can be verified also when this code has ended: on the page “Verify” of the application, or by “carpeta documento verificar”.',
  sinNombre: 'It is not shown. If you need it, ask for a code that shows the name.',
  comprobado: (momento) => `Checked on ${momento}.`,
  deNuevo: 'Check again',
  responde: (sitio) => `${sitio} answers you. Another page can imitate this one: look whether the address bar says ${sitio}, and whether the entity that certified the document publishes that address.`,
  hasta: (momento) => `The person who shows it lets this document be seen until ${momento}. They know each time that somebody sees it.`,
  sinArchivo: { titulo: 'The file cannot be seen any more', detalle: 'Some minutes went by, the person stopped sharing it, or the entity took the document back. Open the address that you were given again: it says what happened.' },
  sinCodigo: { titulo: 'The code is missing', detalle: 'Open the whole address that you were given, or scan the QR code again.' },
  desconocido: { titulo: 'This code does not work', detalle: 'It does not exist, it expired, it was used as often as it may, or the person does not share the document any more. Ask them for a new one.' },
  ocupado: (s) => ({ titulo: 'Wait a moment', detalle: `There were too many attempts with this code or from this place. Try again ${s ? `in ${s} seconds` : 'in a minute'}.` }),
  sinRed: { titulo: 'It could not be checked', detalle: 'The service does not answer. Check the connection and try again. This says nothing about the document.' },
  otraVez: 'Try again',
};

const t = (navigator.languages ?? [navigator.language]).find((l) => /^(es|en)\b/.test(l))?.startsWith('en') ? en : es;
document.documentElement.lang = t.lengua;

const hoja = document.getElementById('hoja');
const pie = document.getElementById('pie');

/** A day (2006-01-02) as people write it. */
const dia = (texto) => new Intl.DateTimeFormat(t.lengua, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(texto));

/** A moment with the name of its zone, which is the one that the days of a paper have, wherever its reader is. */
function momento(texto, timeZone) {
  const cuando = new Date(texto);
  const zona = new Intl.DateTimeFormat(t.lengua, { timeZone, timeZoneName: 'long' }).formatToParts(cuando).find(({ type }) => type === 'timeZoneName');
  return `${new Intl.DateTimeFormat(t.lengua, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(cuando)}, ${zona.value}`;
}

function tamano(bytes) {
  const [n, unidad] = bytes < 1000 ? [bytes, 'byte'] : bytes < 1e6 ? [bytes / 1000, 'kilobyte'] : [bytes / 1e6, 'megabyte'];
  return new Intl.NumberFormat(t.lengua, { style: 'unit', unit: unidad, unitDisplay: bytes < 1000 ? 'long' : 'short', maximumFractionDigits: 1 }).format(n);
}

/** An element with its text and its children. Texts are never read as HTML. */
function nodo(nombre, propiedades = {}, ...hijos) {
  const e = Object.assign(document.createElement(nombre), propiedades);
  e.append(...hijos);
  return e;
}

/** What a person reads first: whether it is good, and of what. */
function veredicto(clase, titulo, ...parrafos) {
  return nodo('header', { className: `veredicto ${clase}` }, nodo('h1', { textContent: titulo }), ...parrafos);
}

const parrafo = (textContent, className = '') => nodo('p', { textContent, className });

function decir(clase, { titulo, detalle }, boton = false) {
  hoja.replaceChildren(veredicto(clase, titulo, parrafo(detalle)));
  if (boton) hoja.append(acciones(botonDeComprobar(t.otraVez)));
}

const acciones = (...hijos) => nodo('div', { className: 'acciones' }, ...hijos);

const botonDeComprobar = (textContent) => nodo('button', { className: 'boton', type: 'button', textContent, onclick: comprobar });

/** Files come in a sandbox, where WebKit shows nothing of a PDF: Safari, and every browser of an iPhone. Others have no viewer. */
const seVe = ({ vista }) => vista && (vista !== 'application/pdf' || (navigator.pdfViewerEnabled !== false && !/^Apple/.test(navigator.vendor)));

/** The way to the file, which says what will happen. */
function enlace(archivo) {
  const bytes = tamano(archivo.tamanoBytes);
  if (seVe(archivo)) return nodo('a', { className: 'boton', href: archivo.direccion, target: '_blank', rel: 'noopener', textContent: t.archivo(bytes) });
  return nodo('a', { className: 'boton', href: `${archivo.direccion}&descargar`, textContent: t.descarga(bytes) });
}

function mostrar(r) {
  const { clase, titulo, detalle } = t.estados[r.estadoJuridico];
  const que = [parrafo(r.titulo, 'que'), parrafo(t.certifico(r.emisor), 'quien')];
  const datos = nodo('dl');
  const dicho = { ...r, titular: r.titular ?? t.sinNombre };
  for (const [campo, nombre] of Object.entries(t.campos)) {
    if (!dicho[campo]) continue;
    datos.append(nodo('dt', { textContent: nombre }), nodo('dd', { textContent: /^(fecha|vigencia)/.test(campo) ? dia(dicho[campo]) : dicho[campo] }));
  }
  hoja.replaceChildren(veredicto(clase, titulo(r), ...que, ...(detalle ? [parrafo(detalle(r))] : [])), datos);
  if (r.archivo) {
    const { copia } = r.archivo;
    const guardar = copia ? [nodo('a', { className: 'boton', href: copia, textContent: t.copia }), parrafo(t.queEsCopia)] : [];
    const aviso = r.archivo.vista && !seVe(r.archivo) ? [parrafo(t.sinVisor)] : [];
    hoja.append(acciones(enlace(r.archivo), ...aviso, ...guardar));
  }
  document.title = `${r.titulo} · ${r.emisor}`;
  pie.replaceChildren(parrafo(t.comprobado(momento(r.al, r.zona))), acciones(botonDeComprobar(t.deNuevo)), parrafo(t.hasta(momento(r.hasta, r.zona))), parrafo(t.responde(location.host)));
}

async function comprobar() {
  const codigo = location.hash.slice(1);
  pie.replaceChildren();
  if (!codigo) return decir('cuidado', new URLSearchParams(location.search).has('archivo') ? t.sinArchivo : t.sinCodigo);
  hoja.replaceChildren(nodo('header', { className: 'veredicto espera' }, nodo('p', { textContent: t.comprobando })));
  try {
    const r = await fetch('usar', { method: 'POST', headers: { 'content-type': 'application/json', 'accept-language': t.lengua }, body: JSON.stringify({ codigo }) });
    if (r.ok) return mostrar(await r.json());
    if (r.status === 404 || r.status === 400) return decir('peligro', t.desconocido);
    if (r.status === 429) return decir('cuidado', t.ocupado(Number(r.headers.get('retry-after'))), true);
  } catch {
    // No answer: as the answer of a server that cannot.
  }
  decir('cuidado', t.sinRed, true);
}

/** The name and the colours of who runs the service, if the server tells them. */
async function identidad() {
  const r = await fetch('/config.json').catch(() => undefined);
  const de = r?.ok ? (await r.json()).identidad : undefined;
  const raiz = document.documentElement.style;
  document.getElementById('servicio').textContent = de?.nombre ?? 'Carpeta Ciudadana';
  if (de?.acentoClaro) raiz.setProperty('--acento-claro', de.acentoClaro);
  if (de?.acentoOscuro) raiz.setProperty('--acento-oscuro', de.acentoOscuro);
}

addEventListener('hashchange', comprobar);
identidad();
comprobar();
