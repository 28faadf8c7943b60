// A token issuer for trying the distributed profile on one machine. Not for production.
//
//   node docs/ejemplos/emisor.mjs [PORT]          serves discovery and keys, and /token?sub=ID&rol=ROL[&operador=ID]
//
// The key lives as long as the process.
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'

const port = Number(process.argv[2] ?? 9400)
const issuer = `http://127.0.0.1:${port}`
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const { kty, crv, x } = publicKey.export({ format: 'jwk' })
const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url')
const part = (o) => Buffer.from(JSON.stringify(o)).toString('base64url')

function token(query) {
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: issuer, aud: 'carpeta', iat: now, exp: now + 3600, sub: query.get('sub'), roles: [query.get('rol') ?? 'ciudadano'] }
  if (query.get('operador')) claims.operador = query.get('operador')
  const signed = `${part({ alg: 'EdDSA', typ: 'JWT', kid })}.${part(claims)}`
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`
}

const answers = {
  '/.well-known/openid-configuration': () => JSON.stringify({ issuer, jwks_uri: `${issuer}/jwks` }),
  '/jwks': () => JSON.stringify({ keys: [{ kty, crv, x, kid, alg: 'EdDSA', use: 'sig' }] }),
  '/token': (query) => token(query) + '\n',
}

createServer((req, res) => {
  const url = new URL(req.url, issuer)
  const answer = answers[url.pathname]
  res.writeHead(answer ? 200 : 404, { 'Content-Type': 'application/json' })
  res.end(answer?.(url.searchParams))
}).listen(port, '127.0.0.1', () => console.error(`issuer ${issuer}`))
