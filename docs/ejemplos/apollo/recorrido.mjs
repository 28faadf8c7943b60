// The walk of a front end, checked: pages, an error, a deletion that outlives its socket, a budget that runs out.
//
//   node --experimental-websocket recorrido.mjs [http://127.0.0.1:8080]     (a server with --demo)
import { CombinedGraphQLErrors, gql } from '@apollo/client'
import { DocumentosDocument } from '@carpeta-ciudadana/cliente/operaciones'
import assert from 'node:assert/strict'
import { crearCliente } from './cliente.mjs'
import { eliminar, vigilar } from './eliminar.mjs'

let rechazos = 0
const { fetch: pedir } = globalThis
globalThis.fetch = async (...args) => {
  const respuesta = await pedir(...args)
  if (respuesta.status === 429) rechazos++
  return respuesta
}

let socket
globalThis.WebSocket = class extends WebSocket {
  constructor(...args) {
    super(...args)
    socket = this
  }
}

const servidor = process.argv[2] ?? 'http://127.0.0.1:8080'
const { token } = await (await fetch(`${servidor}/config.json`)).json()
const { cliente, cerrar } = crearCliente({ url: `${servidor}/graphql`, token: () => token })

// Pages: one list that grows. Where to go on is in fetchMore's own answer.
const orden = { campo: 'TITULO', direccion: 'ASC' }
const lista = cliente.watchQuery({ query: DocumentosDocument, variables: { first: 25, orden } })
const carpeta = () => cliente.readQuery({ query: DocumentosDocument, variables: { orden } }).miCarpeta
let pagina = await new Promise((bien, mal) => lista.subscribe(({ data, error }) => (error ? mal(error) : data && bien(data))))
while (pagina.miCarpeta.documentos.pageInfo.hasNextPage) {
  const { endCursor } = pagina.miCarpeta.documentos.pageInfo
  pagina = (await lista.fetchMore({ variables: { after: endCursor } })).data
}
const nodos = carpeta().documentos.edges.map((e) => e.node)
assert.equal(new Set(nodos.map((n) => n.id)).size, carpeta().totalDocumentosAproximado)
console.log(`${nodos.length} documentos, todos distintos`)

// An error has its code where errores.md says.
const DEMASIADOS = gql`query Demasiados { miCarpeta { id documentos(first: 101) { nodes { id } } } }`
await assert.rejects(cliente.query({ query: DEMASIADOS, fetchPolicy: 'no-cache' }), (error) => {
  assert.ok(CombinedGraphQLErrors.is(error))
  assert.equal(error.errors[0].extensions.code, 'PAGE_SIZE_TOO_LARGE')
  return true
})

// A deletion, on a socket that is lost on the way.
const documento = nodos.find((n) => !n.certificado && n.estadoDocumento === 'PROCESADO')
const borrado = eliminar(cliente, documento.id, 2)
assert.equal(cliente.cache.extract(true)[`Documento:${documento.id}`].estadoDocumento, 'ELIMINANDO') // before any answer
const { eliminacion } = await borrado
const pasos = []
await vigilar(cliente, eliminacion.eventoId, (paso) => {
  if (pasos.push(`${paso.secuencia} ${paso.estado}/${paso.pasoActual}`) === 1) socket.close()
})
console.log(pasos.join(', '))
assert.deepEqual(pasos.map((p) => Number(p[0])), [1, 2, 3, 4])
assert.equal(carpeta().documentos.edges.length, nodos.length - 1)

// What must not be deleted is not, and the row is as it was.
const certificado = nodos.find((n) => n.certificado)
const { errores } = await eliminar(cliente, certificado.id, 0)
assert.equal(errores[0].__typename, 'OperacionNoPermitida')
assert.equal(errores[0].codigo, 'DOCUMENTO_CERTIFICADO')
assert.equal(cliente.cache.extract()[`Documento:${certificado.id}`].estadoDocumento, 'PROCESADO')

// More at once than a small budget has: all are answered, some of them later.
await Promise.all([57, 58, 59, 60].map((first) => cliente.query({ query: DocumentosDocument, variables: { first }, fetchPolicy: 'no-cache' })))
console.log(`${rechazos} respuestas 429`)
cerrar()
