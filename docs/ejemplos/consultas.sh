# Functions for a shell: `source docs/ejemplos/consultas.sh`. They need curl and jq, and URL and TOKEN in the environment.
#
#   gql QUERY [--arg name text | --argjson name json]…   the answer of the server, which fails if it has errors
#   pagina [ARGS…]                                       a page of the caller's carpeta: { nodes pageInfo }
#   adelante N, atras N                                  the titles, N at a time, from the beginning to the end; from the end to the beginning
#   enviar FILE                                          sends a file to the signed upload (carga) on its input
#   seguir EVENTO_ID                                     a deletion, as an event stream
#   novedades CARPETA_ID                                 whatever happens in a carpeta, as an event stream
#   constancia EVENTO_ID                                 the receipt of a deletion, as one file; waits for its seal
#   deAutorizacion ID constancia|constanciaDeFin         the receipt of an authorisation, or of its end, as one file; waits for its seal
#   mostrar DIRECCION                                    what the page of a code shows, to anybody

_cuerpo() {
  local query=$1
  shift
  jq -n --arg query "$query" "$@" '{query: $query, variables: ($ARGS.named | del(.query))}'
}

_enviar() {
  curl -sS "$URL/graphql" -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' "$@" --data-binary @-
}

gql() { _cuerpo "$@" | _enviar | jq '., (select(.errors).errors | tojson | halt_error(1))'; }

pagina() {
  gql 'query($first: Int, $after: String, $last: Int, $before: String) { miCarpeta {
    documentos(first: $first, after: $after, last: $last, before: $before) {
      nodes { id titulo estadoDocumento } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }' "$@" |
    jq '.data.miCarpeta.documentos'
}

# _recorrer N first after hasNextPage endCursor: page after page, until the last one says so.
_recorrer() {
  local p mas
  p=$(pagina --argjson "$2" "$1")
  while jq -c '[.nodes[].titulo]' <<<"$p" && mas=$(jq ".pageInfo.$4" <<<"$p") && [ "$mas" = true ]; do
    p=$(pagina --argjson "$2" "$1" --arg "$3" "$(jq -r ".pageInfo.$5" <<<"$p")")
  done
}

adelante() { _recorrer "$1" first after hasNextPage endCursor; }
atras() { _recorrer "$1" last before hasPreviousPage startCursor; }

seguir() {
  _cuerpo 'subscription($id: ID!) { eliminacion(eventoId: $id) { secuencia estado pasoActual } }' --arg id "$1" |
    _enviar -N -H 'Accept: text/event-stream'
}

novedades() {
  _cuerpo 'subscription($id: ID!) { novedadesDeCarpeta(carpetaId: $id) { tipo documento { titulo } eliminacion { estado } } }' --arg id "$1" |
    _enviar -N -H 'Accept: text/event-stream'
}

constancia() {
  local c
  until c=$(gql 'query($e: UUID!) { constancia(eventoId: $e) { evento sello { prueba llaves } } }' --arg e "$1") &&
    jq -e .data.constancia.sello <<<"$c" >/dev/null; do sleep 1; done
  jq '.data.constancia | {formato: "carpeta.constancia/v1", evento, prueba: .sello.prueba, llaves: .sello.llaves}' <<<"$c"
}

deAutorizacion() {
  local c
  until c=$(gql 'query($a: ID!) { node(id: $a) { ... on Autorizacion { finalidadLeida
    constancia { evento sello { prueba llaves } } constanciaDeFin { evento sello { prueba llaves } } } } }' --arg a "$1") &&
    jq -e ".data.node.$2.sello" <<<"$c" >/dev/null; do sleep 1; done
  jq --arg cual "$2" '.data.node | .[$cual] as $p |
    {formato: "carpeta.constancia/v1", evento: $p.evento, prueba: $p.sello.prueba, llaves: $p.sello.llaves} +
    if $cual == "constancia" then {finalidad: .finalidadLeida} else {} end' <<<"$c"
}

mostrar() {
  jq -n --arg codigo "${1#*#}" '{codigo: $codigo}' | curl -sS "$URL/v/usar" -H 'Content-Type: application/json' --data-binary @- | jq .
}

# The signed headers go as they are; the token stays here: the address is the permission.
enviar() {
  local carga url encabezados
  carga=$(cat)
  url=$(jq -r .url <<<"$carga")
  mapfile -t encabezados < <(jq -r '.encabezados[] | "-H", "\(.nombre): \(.valor)"' <<<"$carga")
  curl -sS --fail -T "$1" "${encabezados[@]}" "$url"
}
