// Signs for entregarDocumento and revocarEntrega, as a program of an entity does. Needs Node only.
//   node firmar.mjs LLAVE.jwk ENTRADA [IAT]
// ENTRADA is the input of the mutation, without firma: '{"ciudadanoId":"…","hashDocumento":"…","codigoTipo":"…",
// "titulo":"…"}', with a declaracion for version 2; or '{"entregaId":"…","motivo":"…"}'.
import { createHmac, createPrivateKey, sign } from 'node:crypto'
import { readFileSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const base64url = (x) => Buffer.from(x).toString('base64url')

// The canonical form (RFC 8785) of texts, small numbers and objects: members sorted, no spaces. What is not given, or
// empty, is not there.
const given = ([, v]) => v != null && v !== ''
const sorted = (_, v) => (v instanceof Object ? Object.fromEntries(Object.entries(v).filter(given).sort(([a], [b]) => (a < b ? -1 : 1))) : v)
const canonical = (v) => JSON.stringify(v, sorted)

function contenido({ ciudadanoId, hashDocumento, codigoTipo: tipoDocumento, titulo, declaracion, reemplazaA, entregaId, motivo }) {
  if (motivo) return canonical({ motivo, revoca: entregaId, v: 2 })
  if (!declaracion) return canonical({ ciudadanoId, hashDocumento, tipoDocumento, titulo })
  const { fechaEmision, numero, vigencia, titular: { nombre, sal } } = declaracion
  const titular = createHmac('sha256', Buffer.from(sal, 'base64url')).update(canonical({ ciudadanoId, nombre })).digest('base64url')
  return canonical({ fechaEmision, hashDocumento, numero, reemplazaA, tipoDocumento, titular, titulo, v: 2, vigencia })
}

/** The signature of an input by a key: a private JWK of Ed25519 with a kid. */
export function firmar(llave, entrada, iat = Math.floor(Date.now() / 1000)) {
  const cabeza = base64url(JSON.stringify({ alg: 'EdDSA', kid: llave.kid, iat: Number(iat) }))
  const firma = sign(null, Buffer.from(`${cabeza}.${base64url(contenido(entrada))}`), createPrivateKey({ key: llave, format: 'jwk' }))
  return `${cabeza}..${base64url(firma)}`
}

if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) { // it is run, and not imported
  const [archivo, entrada, iat] = process.argv.slice(2)
  console.log(firmar(JSON.parse(readFileSync(archivo, 'utf8')), JSON.parse(entrada), iat))
}
