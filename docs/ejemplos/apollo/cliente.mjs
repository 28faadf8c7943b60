import { createCarpetaClient } from '@carpeta-ciudadana/cliente/apollo'

/** url: absolute, as new URL('/graphql', location.href).href; token: () => string, asked for each time. */
export function crearCliente({ url, token }) {
  const { apollo, close } = createCarpetaClient({ url, token })
  return { cliente: apollo, cerrar: close }
}
