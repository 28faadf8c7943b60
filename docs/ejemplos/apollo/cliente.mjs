import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client'
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries'
import { GraphQLWsLink } from '@apollo/client/link/subscriptions'
import { getMainDefinition, relayStylePagination } from '@apollo/client/utilities'
import { createClient } from 'graphql-ws'
import { catchError, defer, map, of, retry, timer } from 'rxjs'

/** url: absolute, as new URL('/graphql', location.href).href; token: () => string, asked for each time. */
export function crearCliente({ url, token }) {
  const auth = () => ({ Authorization: `Bearer ${token()}` })
  const http = new HttpLink({ uri: url, fetch: (uri, o) => fetch(uri, { ...o, headers: { ...o.headers, ...auth() } }) })
  const ws = createClient({ url: url.replace(/^http/, 'ws'), connectionParams: auth, retryAttempts: Infinity, shouldRetry: () => true })
  const porTipo = ApolloLink.split(({ query }) => getMainDefinition(query).operation === 'subscription', new GraphQLWsLink(ws), http)
  const cliente = new ApolloClient({
    link: ApolloLink.from([esperar, new PersistedQueryLink({ sha256 }), porTipo]),
    cache: new InMemoryCache({
      possibleTypes: {
        ErrorDeUsuario: ['DocumentoNoEncontrado', 'EliminacionNoEncontrada', 'MensajeNoEncontrado', 'OperacionNoPermitida',
          'CargaInvalida', 'CuotaExcedida', 'EntradaInvalida'],
      },
      typePolicies: {
        Carpeta: {
          fields: {
            documentos: relayStylePagination(['orden', 'filtro']), // what makes another list; never the page arguments
            eliminaciones: relayStylePagination(['filtro']),
          },
        },
      },
    }),
  })
  return { cliente, ws }
}

/** Seconds after which the same operation may succeed; undefined if it may not. */
function segundosHasta(errores) {
  const { code, reintentarEn } = errores?.[0]?.extensions ?? {}
  return ['RATE_LIMITED', 'UNAVAILABLE'].includes(code) ? (reintentarEn ?? 1) : undefined
}

/** Carries an answer to retry, which looks at failures only. */
class Repetible {
  constructor(respuesta) { this.respuesta = respuesta }
  get errors() { return this.respuesta.errors }
}

/**
 * What may be sent again is, as late as the server asks for; after five answers the last one is the result. By HTTP
 * a refusal is an answer with errors; on a socket GraphQLWsLink makes it a failure with errors.
 */
export const esperar = new ApolloLink((operation, forward) =>
  defer(() => forward(operation)).pipe(
    map((respuesta) => {
      if (segundosHasta(respuesta.errors) !== undefined) throw new Repetible(respuesta)
      return respuesta
    }),
    retry({
      count: 4,
      resetOnSuccess: true, // a subscription may last for hours
      delay: (causa) => {
        const segundos = segundosHasta(causa.errors)
        if (segundos === undefined) throw causa
        return timer(segundos * (1000 + 250 * Math.random()))
      },
    }),
    catchError((causa) => {
      if (causa instanceof Repetible) return of(causa.respuesta)
      throw causa
    }),
  ))

async function sha256(texto) {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(texto)))
  return Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('')
}
