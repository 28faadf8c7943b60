#!/bin/sh
# Signs a document for entregarDocumento, as firmar.mjs does, with openssl (3 or later) and jq only.
#   openssl genpkey -algorithm ed25519 -out llave.pem
#   sh firmar.sh llave.pem KID '{"ciudadanoId":"…","hashDocumento":"…","tipoDocumento":"…","titulo":"…"}' [IAT]
# The public key for the JWKS, {"kty":"OKP","crv":"Ed25519","kid":KID,"x":…}:
#   openssl pkey -in llave.pem -pubout -outform DER | tail -c 32 | openssl base64 -A | tr '+/' '-_' | tr -d '='
set -eu
base64url() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }
cabeza=$(jq -ncj --arg kid "$2" --argjson iat "${4:-$(date +%s)}" '{alg: "EdDSA", kid: $kid, iat: $iat}' | base64url)
# The members in this order, without spaces: for texts jq -c is the canonical form (RFC 8785).
contenido=$(printf %s "$3" | jq -cj '{ciudadanoId, hashDocumento, tipoDocumento, titulo}' | base64url)
firmado=$(mktemp)
trap 'rm -f "$firmado"' EXIT
printf %s "$cabeza.$contenido" >"$firmado"
printf '%s..%s\n' "$cabeza" "$(openssl pkeyutl -sign -inkey "$1" -rawin -in "$firmado" | base64url)"
