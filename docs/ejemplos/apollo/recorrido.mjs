// The walk of a front end, checked: pages, an error, a deletion that outlives its socket, a budget that runs out.
//
//   npm ci && node --experimental-websocket recorrido.mjs [http://127.0.0.1:8080]     (a server with --demo)
import { ApolloLink, CombinedGraphQLErrors, execute, gql } from '@apollo/client'
import assert from 'node:assert/strict'
import { of, lastValueFrom, throwError } from 'rxjs'
import { crearCliente, esperar } from './cliente.mjs'
import { eliminar, vigilar } from './eliminar.mjs'

const DOCUMENTOS = gql`
  query Documentos($first: Int, $after: String) {
    miCarpeta {
      id
      totalDocumentosAproximado
      documentos(first: $first, after: $after, orden: { campo: TITULO, direccion: ASC }) {
        edges { cursor node { id titulo tipoDocumento estadoDocumento certificado } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }`

let rechazos = 0
const { fetch: pedir } = globalThis
globalThis.fetch = async (...args) => {
  const respuesta = await pedir(...args)
  if (respuesta.status === 429) rechazos++
  return respuesta
}

const servidor = process.argv[2] ?? 'http://127.0.0.1:8080'
const { token } = await (await fetch(`${servidor}/config.json`)).json()
const { cliente, ws } = crearCliente({ url: `${servidor}/graphql`, token: () => token })

// Pages: one list that grows. Where to go on is in fetchMore's own answer.
const lista = cliente.watchQuery({ query: DOCUMENTOS, variables: { first: 25 } })
const carpeta = () => cliente.readQuery({ query: DOCUMENTOS }).miCarpeta
let pagina = await new Promise((bien, mal) => lista.subscribe(({ data, error }) => (error ? mal(error) : data && bien(data))))
while (pagina.miCarpeta.documentos.pageInfo.hasNextPage) {
  const { endCursor } = pagina.miCarpeta.documentos.pageInfo
  pagina = (await lista.fetchMore({ variables: { after: endCursor } })).data
}
const nodos = carpeta().documentos.edges.map((e) => e.node)
assert.equal(new Set(nodos.map((n) => n.id)).size, carpeta().totalDocumentosAproximado)
console.log(`${nodos.length} documentos, todos distintos`)

// An error has its code where errores.md says.
await assert.rejects(cliente.query({ query: DOCUMENTOS, variables: { first: 101 }, fetchPolicy: 'no-cache' }), (error) => {
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
await vigilar(cliente, documento.id, eliminacion.eventoId, (paso) => {
  if (pasos.push(`${paso.secuencia} ${paso.estado}/${paso.pasoActual}`) === 1) ws.terminate()
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
await Promise.all([97, 98, 99, 100].map((first) => cliente.query({ query: DOCUMENTOS, variables: { first }, fetchPolicy: 'no-cache' })))
console.log(`${rechazos} respuestas 429`)

// On a socket a refusal is a failure of the link, and is waited for as well; other errors are told at once.
for (const [code, veces] of [['RATE_LIMITED', 2], ['NOT_FOUND', 1]]) {
  let intentos = 0
  const socket = new ApolloLink(() => ++intentos > 1
    ? of({ data: { eliminacion: null } })
    : throwError(() => new CombinedGraphQLErrors({ errors: [{ message: code, extensions: { code, reintentarEn: 0 } }] })))
  const query = gql`subscription { eliminacion(eventoId: "x") { id } }`
  await lastValueFrom(execute(ApolloLink.from([esperar, socket]), { query }, { client: cliente })).catch((error) => {
    assert.equal(error.errors?.[0].extensions.code, 'NOT_FOUND')
  })
  assert.equal(intentos, veces)
}

ws.dispose()
cliente.stop()
