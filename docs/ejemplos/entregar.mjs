// Delivers one document, as a program of an entity does. Needs Node 20 only.
//   URL=… TOKEN=… node entregar.mjs LLAVE.jwk FILE ENTRADA.json
// ENTRADA.json is the input of entregarDocumento without what is computed here: {"ciudadanoId":"…","codigoTipo":"…",
// "titulo":"…","tipoContenido":"…","declaracion":{"fechaEmision":"…","titular":{"nombre":"…"}}}. The salt is added to
// the file before the server hears of it: so the program may run again after a crash, and delivers the document once.
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { firmar } from './firmar.mjs'

const { URL: servidor, TOKEN } = process.env
const [archivoLlave, archivo, archivoEntrada] = process.argv.slice(2)
const contenido = readFileSync(archivo)
const entrada = JSON.parse(readFileSync(archivoEntrada, 'utf8'))

const titular = entrada.declaracion.titular
if (!titular.sal) {
  titular.sal = randomBytes(24).toString('base64url')
  writeFileSync(`${archivoEntrada}.nueva`, JSON.stringify(entrada), { flush: true })
  renameSync(`${archivoEntrada}.nueva`, archivoEntrada) // whole, or not at all
}

/** Sends again what may succeed later: lost answers, 408, 429, 5xx, and the GraphQL errors that say so. */
async function insistir(hacer) {
  for (let vez = 0; ; vez++) {
    const { valor, despues, espera } = await hacer()
    if (!despues) return valor
    if (vez === 7) throw despues
    await new Promise((listo) => setTimeout(listo, (espera || Math.min(2 ** vez, 60)) * 1000 * (1 + Math.random() / 3)))
  }
}

async function enviar(url, opciones) {
  try {
    const respuesta = await fetch(url, { ...opciones, signal: AbortSignal.timeout(60_000) })
    if (respuesta.status === 408 || respuesta.status === 429 || respuesta.status >= 500) {
      return { despues: new Error(`HTTP ${respuesta.status}`), espera: Number(respuesta.headers.get('Retry-After')) }
    }
    return { valor: respuesta, texto: await respuesta.text() }
  } catch (fallo) { // the answer is lost; the server may have done it
    return { despues: fallo }
  }
}

/** The payload of a mutation, whose field is r. What it refuses is thrown. */
async function gql(query, variables) {
  const { r } = await insistir(async () => {
    const { texto, ...resultado } = await enviar(`${servidor}/graphql`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json', 'Accept-Language': 'en' },
      body: JSON.stringify({ query, variables }),
    })
    if (resultado.despues) return resultado
    const { data, errors: [error] = [] } = JSON.parse(texto)
    if (!error) return { valor: data }
    const { code, reintentarEn } = error.extensions
    const fallo = new Error(`${code}: ${error.message}`)
    if (['RATE_LIMITED', 'UNAVAILABLE', 'CONFLICT', 'INTERNAL'].includes(code)) return { despues: fallo, espera: reintentarEn }
    return { valor: { r: { errores: [{ codigo: code, mensaje: error.message }] } } }
  })
  const [error] = r.errores
  if (error) throw new Error(`${error.codigo}: ${error.mensaje}`)
  return r
}

entrada.hashDocumento = createHash('sha256').update(contenido).digest('hex')
entrada.tamanoBytes = contenido.length
entrada.nombreArchivo = basename(archivo)
entrada.firma = firmar(JSON.parse(readFileSync(archivoLlave, 'utf8')), entrada)

const { entrega, carga } = await gql(`mutation($input: EntregarDocumentoInput!) { r: entregarDocumento(input: $input) {
  entrega { entregaId } carga { metodo url encabezados { nombre valor } } errores { ... on ErrorDeUsuario { codigo mensaje } } } }`, { input: entrada })
if (carga) { // none: it was delivered before
  const headers = Object.fromEntries(carga.encabezados.map(({ nombre, valor }) => [nombre, valor]))
  const { status } = await insistir(() => enviar(carga.url, { method: carga.metodo, headers, body: contenido }))
  if (![200, 201, 412].includes(status)) throw new Error(`upload: HTTP ${status}`) // 412: the file is there
}
const { entrega: final } = await gql(`mutation($id: ID!) { r: confirmarEntrega(input: { entregaId: $id }) {
  entrega { entregaId estado } errores { ... on ErrorDeUsuario { codigo mensaje } } } }`, { id: entrega.entregaId })
console.log(`${final.entregaId} ${final.estado}`)
