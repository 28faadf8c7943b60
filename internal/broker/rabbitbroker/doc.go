// Package rabbitbroker is port broker.Broker on RabbitMQ 3.10 to 4.x.
//
// # Connections
//
// Every Consume and every Listen have a connection of their own, and so have the
// messages to each work queue (news go with those to the first), each with a
// supervisor: dial → declare the topology → work → back off. So an alarm that blocks
// publishers does not stop consumers, and a wiped broker is whole again after the
// first reconnect. A queue that does not answer stops, by RabbitMQ's flow control, the
// whole connection that publishes to it: what goes to the others goes on. The
// library's own recovery is off.
// Nothing waits for the broker without a deadline; when one passes, the socket
// is closed under the library, which ends every call that hangs on it.
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
// Looking at them means taking them in hand, on a connection of their own, and
// letting go again: a consumer's prefetch bounds how many, and its channel's end
// puts them back in their order. Sending one again is a confirmed copy to the work
// queue, by name as retries are, and then the acknowledgement of the original.
//
// # Unroutable messages
//
// RabbitMQ counts a message that the alternate exchange can place as routed:
// with a plain alternate exchange, mandatory would never return anything and
// our publisher would believe that an unroutable command had been delivered.
// The stranger in the picture solves that. Messages of this program carry the
// header unroutable=return; the headers exchange sends those to an exchange that
// never has a binding. A route that leads to an exchange ends the search for
// alternates, one that ends in no queue is unroutable: the broker returns the
// message, Publish answers ErrUnroutable, and the sender, who keeps it anyway,
// says so and repeats. It is not stored as well: a sweeper that repeats would
// fill the queue with copies.
//
// Messages of anybody else, who may not look at returns, are kept in
// documento.unroutable for the operator. Pure events (documento.deletion.progress
// and the like), which only the processes' private queues take, may have no
// listener: they are published without mandatory, and vanish without a trace.
//
// Imported by: app, tools.
package rabbitbroker
