// Package rabbitbroker is the port broker.Broker on RabbitMQ 3.10 to 4.x.
//
// # Connections
//
// Every Consume and every Listen has its own connection. So have the messages to each work
// queue (news share the connection of the first queue). Each connection has a supervisor:
// dial → declare the topology → work → back off. So an alarm that blocks publishers does not
// stop consumers, and a wiped broker is whole again after the first reconnect. A queue that
// does not answer stops, by RabbitMQ's flow control, the whole connection that publishes to
// it. Messages to the other queues go on. The library's own recovery is off.
//
// Every wait for the broker has a deadline. When one passes, the socket is closed under the
// library. This ends every call that hangs on it.
//
// # Topology
//
//	                    key of a work queue
//	documento.events ──────────────────────▶ <queue> ── delivery limit ──▶ documento.dlx ─▶ <dlq>
//	   │ nothing takes it                       ▲ fixed TTL, then back
//	   ▼ (alternate exchange)                   │
//	documento.unroutable.route            <queue>.retry.5s .10s .20s   (published to by name)
//	   │ header unroutable=return ──▶ documento.unroutable.return ──▶ nowhere
//	   │ anything else (alternate exchange)
//	   ▼
//	documento.unroutable.keep ──▶ queue documento.unroutable (bounded, the oldest go first)
//
// # Dead letters
//
// A look at dead letters takes them in hand, on a connection of its own, and lets them go
// again. A consumer's prefetch bounds their number. The end of its channel puts them back in
// their order. To send one again, the broker publishes a confirmed copy to the work queue,
// by name as for retries. Then it acknowledges the original.
//
// # Unroutable messages
//
// RabbitMQ counts a message as routed if the alternate exchange can place it. With a plain
// alternate exchange, mandatory would never return a message. Our publisher would then
// believe that an unroutable command had been delivered. The exchange
// documento.unroutable.return solves that. Messages of this program carry the header
// unroutable=return. The headers exchange sends them to an exchange that never has a
// binding. A route to an exchange ends the search for alternates, and a route that ends in
// no queue is unroutable. So the broker returns the message, and Publish answers
// ErrUnroutable. The sender keeps the message anyway, reports it and repeats it. The message
// is not stored as well: a sweeper that repeats would fill the queue with copies.
//
// Messages of other senders, which may not look at returns, are kept in
// documento.unroutable for the operator. Pure events (documento.deletion.progress and the
// like) may have no listener, because only the processes' private queues take them. They
// are published without mandatory, and vanish without a trace.
//
// Imported by: app.
package rabbitbroker
