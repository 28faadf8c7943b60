import { forgetDocumento } from '@carpeta-ciudadana/cliente/apollo'
import { EliminarDocumentoDocument, SeguirEliminacionDocument } from '@carpeta-ciudadana/cliente/operaciones'

/** The row shows ELIMINANDO at once; if the server refuses, Apollo takes it back. */
export async function eliminar(cliente, id, ventana) {
  const { data } = await cliente.mutate({
    mutation: EliminarDocumentoDocument,
    variables: { documentoId: id, ventana },
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
export function vigilar(cliente, eventoId, alPaso) {
  return new Promise((bien, mal) => {
    cliente.subscribe({ query: SeguirEliminacionDocument, variables: { eventoId, despuesDe: 0 } }).subscribe({
      next({ data, error }) {
        if (error) return mal(error)
        const { documentoEliminadoId, ...paso } = data.eliminacion
        if (documentoEliminadoId) forgetDocumento(cliente.cache, documentoEliminadoId)
        alPaso(paso)
      },
      complete: bien,
    })
  })
}
