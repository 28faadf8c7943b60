# Functions for a shell: `source docs/ejemplos/consultas.sh`. They need curl and jq, and URL and TOKEN in the environment.
#
#   gql QUERY [--arg name text | --argjson name json]…   the answer of the server
#   pagina [ARGS…]                                       a page of the caller's carpeta: { nodes pageInfo }
#   adelante N, atras N                                  the titles, N at a time, from the beginning to the end; from the end to the beginning
#   seguir EVENTO_ID                                     a deletion, as an event stream

_cuerpo() {
  local query=$1
  shift
  jq -n --arg query "$query" "$@" '{query: $query, variables: ($ARGS.named | del(.query))}'
}

_enviar() {
  curl -sS "$URL/graphql" -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' "$@" --data-binary @-
}

gql() { _cuerpo "$@" | _enviar | jq .; }

pagina() {
  gql 'query($first: Int, $after: String, $last: Int, $before: String) { miCarpeta {
    documentos(first: $first, after: $after, last: $last, before: $before) {
      nodes { id titulo estadoDocumento } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }' "$@" |
    jq '.data.miCarpeta.documentos'
}

_titulos() { jq -c '[.nodes[].titulo]' <<<"$1"; }

adelante() {
  local p
  p=$(pagina --argjson first "$1")
  _titulos "$p"
  while [ "$(jq .pageInfo.hasNextPage <<<"$p")" = true ]; do
    p=$(pagina --argjson first "$1" --arg after "$(jq -r .pageInfo.endCursor <<<"$p")")
    _titulos "$p"
  done
}

atras() {
  local p
  p=$(pagina --argjson last "$1")
  _titulos "$p"
  while [ "$(jq .pageInfo.hasPreviousPage <<<"$p")" = true ]; do
    p=$(pagina --argjson last "$1" --arg before "$(jq -r .pageInfo.startCursor <<<"$p")")
    _titulos "$p"
  done
}

seguir() {
  _cuerpo 'subscription($id: ID!) { eliminacion(eventoId: $id) { secuencia estado pasoActual } }' --arg id "$1" |
    _enviar -N -H 'Accept: text/event-stream'
}
