#!/bin/sh
# Signs for entregarDocumento and revocarEntrega, as firmar.mjs does, with openssl (3 or later) and jq only.
#   openssl genpkey -algorithm ed25519 -out llave.pem
#   sh firmar.sh llave.pem KID ENTRADA [IAT]
# ENTRADA is the input of the mutation, without firma: '{"ciudadanoId":"…","hashDocumento":"…","codigoTipo":"…",
# "titulo":"…"}', with a declaracion for version 2; or '{"entregaId":"…","motivo":"…"}'.
# The public key for the JWKS, {"kty":"OKP","crv":"Ed25519","kid":KID,"x":…}:
#   openssl pkey -in llave.pem -pubout -outform DER | tail -c 32 | openssl base64 -A | tr '+/' '-_' | tr -d '='
set -eu
base64url() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }
# With its members sorted and without spaces, what jq prints of texts and small numbers is the canonical form (RFC 8785).
entrada() { printf %s "$entrada" | jq -cjS "$@"; }
entrada=$3

# Whom a declaracion is about: the HMAC of the person under the salt, whose bytes openssl takes in hexadecimal.
titular=
if entrada -e .declaracion >/dev/null; then
  sal=$(entrada -r '.declaracion.titular.sal | gsub("-"; "+") | gsub("_"; "/") | . + "==="[:(4 - length % 4) % 4]' | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')
  titular=$(entrada '{ciudadanoId, nombre: .declaracion.titular.nombre}' | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$sal" -binary | base64url)
fi
contenido=$(entrada --arg titular "$titular" '
  {hashDocumento, titulo, tipoDocumento: .codigoTipo} as $documento |
  if .motivo then {motivo, revoca: .entregaId, v: 2}
  elif .declaracion then $documento + {reemplazaA, titular: $titular, v: 2} + (.declaracion | {fechaEmision, numero, vigencia}) | del(.. | select(. == null or . == ""))
  else $documento + {ciudadanoId} end' | base64url)

cabeza=$(jq -ncj --arg kid "$2" --argjson iat "${4:-$(date +%s)}" '{alg: "EdDSA", kid: $kid, iat: $iat}' | base64url)
firmado=$(mktemp)
trap 'rm -f "$firmado"' EXIT
printf %s "$cabeza.$contenido" >"$firmado"
printf '%s..%s\n' "$cabeza" "$(openssl pkeyutl -sign -inkey "$1" -rawin -in "$firmado" | base64url)"
