// Signs a document for entregarDocumento, as a program of an entity does. Needs Node only.
//   node firmar.mjs LLAVE.jwk '{"ciudadanoId":"…","hashDocumento":"…","tipoDocumento":"…","titulo":"…"}' [IAT]
import { createPrivateKey, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'

const [archivo, documento, iat = Math.floor(Date.now() / 1000)] = process.argv.slice(2)
const llave = JSON.parse(readFileSync(archivo, 'utf8')) // Ed25519, private, with a kid
const { ciudadanoId, hashDocumento, tipoDocumento, titulo } = JSON.parse(documento)
// The members in this order, without spaces: for texts JSON.stringify is the canonical form (RFC 8785).
const contenido = JSON.stringify({ ciudadanoId, hashDocumento, tipoDocumento, titulo })
const base64url = (x) => Buffer.from(x).toString('base64url')
const cabeza = base64url(JSON.stringify({ alg: 'EdDSA', kid: llave.kid, iat: Number(iat) }))
const firma = sign(null, Buffer.from(`${cabeza}.${base64url(contenido)}`), createPrivateKey({ key: llave, format: 'jwk' }))
console.log(`${cabeza}..${base64url(firma)}`)
