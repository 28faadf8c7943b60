// Package transport is /graphql over HTTP: POST, GET, event streams and WebSockets over
// one engine. It authenticates the caller, reads the request, and chooses the form of the
// answer.
//
// An operation passes the same packages, whatever transport brought it:
//
//	the caller (caller) → a budget of refusals (budget) → admission → execution (engine)
//	→ errors that may be shown (present) → the answer (reply, sse, socket)
//
// An answer never repeats a value of the request. Every error has a code. A program puts
// the parts together like this:
//
//	api := transport.New(transport.Config{Schema: …, Tokens: …, WithLoaders: resolver.WithLoaders})
//	handler := site.New(site.Config{API: api, Explorer: web.Explorer()})
//	server := listener.New(listener.Config{Name: "api", Addr: addr, Handler: handler, Drain: api.Drain})
//
// Imported by: app.
package transport
