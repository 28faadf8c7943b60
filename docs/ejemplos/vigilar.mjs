// Watches a deletion over WebSocket (graphql-transport-ws), every step from the first.
//
//   TOKEN=… node --experimental-websocket docs/ejemplos/vigilar.mjs EVENTO_ID [ws://127.0.0.1:8080/graphql]
//
// The flag is for Node 20; later ones know WebSocket anyway.
const [eventoId, url = 'ws://127.0.0.1:8080/graphql'] = process.argv.slice(2)
const query = `subscription($id: ID!) {
  eliminacion(eventoId: $id, despuesDe: 0) { secuencia estado pasoActual }
}`

const ws = new WebSocket(url, 'graphql-transport-ws')
const send = (message) => ws.send(JSON.stringify(message))

ws.onopen = () => send({ type: 'connection_init', payload: { Authorization: `Bearer ${process.env.TOKEN}` } })
ws.onclose = ({ code, reason }) => console.error(`closed ${code} ${reason}`)
ws.onmessage = ({ data }) => {
  const { type, payload } = JSON.parse(data)
  if (type === 'connection_ack') send({ id: '1', type: 'subscribe', payload: { query, variables: { id: eventoId } } })
  if (type === 'ping') send({ type: 'pong' })
  if (type === 'next' || type === 'error') console.log(JSON.stringify(payload))
  if (type === 'complete' || type === 'error') ws.close(1000)
}
