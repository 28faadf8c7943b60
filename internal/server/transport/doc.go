// Package transport is the HTTP side of the server: GraphQL over POST, GET,
// WebSocket and event streams, and what stands around it.
//
// The transports are our own, around gqlgen's executor. NewAPI makes /graphql
// of an executable schema; Site puts it on one address with the explorer, signed
// files and settings; Admin serves health and metrics; NewServer listens, with
// Start and Stop. A program puts them together like this:
//
//	api := transport.NewAPI(transport.Config{Schema: …, Verificador: …, WithLoaders: resolver.WithLoaders})
//	site := transport.Site(transport.SiteConfig{API: api, Explorer: web.Explorer()})
//	server := transport.NewServer(transport.ServerConfig{Name: "api", Addr: addr, Handler: site, Drain: api.Drain})
//
// An operation takes the same way whatever brought it:
//
//	identify (auth.go) → is any refusal left? (refusal.go) → read (request.go) → load: parse, measure, validate (document.go, measure.go, rules.go)
//	→ check variables and price (variables.go, cost.go) → execute → present errors (errors.go)
//
// An answer never repeats a value of the request. Every error has a code.
//
// Ways out of a WebSocket (graphql-transport-ws):
//
//	1001 Going away              the server stops; subscribe again elsewhere
//	1009                         a message longer than Limits.Message
//	1013 Try again later         the token could not be verified now
//	4400 Invalid message         not a message of the protocol
//	4401 Unauthorized            subscribe before connection_init
//	4403 Forbidden               bad token, or it expired
//	4406 Subprotocol not acceptable
//	4408 Connection initialisation timeout
//	4409 Subscriber for … already exists
//	4429 Too many initialisation requests, too many connections of this subject, or
//	     too many refused operations
//	4500 Internal server error
//
// Imported by: app.
package transport
