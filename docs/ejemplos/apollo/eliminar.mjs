import { gql } from '@apollo/client'

const ELIMINAR = gql`
  mutation Eliminar($id: ID!, $ventana: Int!) {
    deleteDocumento(input: { documentoId: $id, ventana: $ventana }) {
      eliminacion { id eventoId estado cancelableHasta }
      documento { id estadoDocumento }
      errores { __typename ... on ErrorDeUsuario { codigo mensaje } }
    }
  }`

const VIGILAR = gql`
  subscription Vigilar($eventoId: ID!, $despuesDe: Int) {
    eliminacion(eventoId: $eventoId, despuesDe: $despuesDe) {
      id secuencia estado pasoActual progreso { paso totalPasos intento proximoReintento } errores { mensaje }
    }
  }`

/** The row shows ELIMINANDO at once; if the server refuses, Apollo takes it back. */
export async function eliminar(cliente, id, ventana) {
  const { data } = await cliente.mutate({
    mutation: ELIMINAR,
    variables: { id, ventana },
    optimisticResponse: {
      deleteDocumento: {
        __typename: 'DeleteDocumentoPayload', eliminacion: null, errores: [],
        documento: { __typename: 'Documento', id, estadoDocumento: 'ELIMINANDO' },
      },
    },
  })
  return data.deleteDocumento
}

/** Each step once; ends with the deletion. On COMPLETADA the row leaves every list of the cache. */
export function vigilar(cliente, id, eventoId, alPaso) {
  let secuencia = 0
  return new Promise((bien, mal) => {
    cliente.subscribe({ query: VIGILAR, variables: { eventoId, despuesDe: 0 } }).subscribe({
      next({ data, error }) {
        if (error) return mal(error)
        const paso = data.eliminacion
        if (paso.secuencia <= secuencia) return // the socket was lost: graphql-ws asked again, with the same despuesDe
        secuencia = paso.secuencia
        if (paso.estado === 'COMPLETADA') {
          cliente.cache.evict({ id: cliente.cache.identify({ __typename: 'Documento', id }) })
          cliente.cache.gc()
        }
        alPaso(paso)
      },
      complete: bien,
      error: mal,
    })
  })
}
