// Package admission looks at an operation before it runs. It knows GraphQL and the
// budgets, and nothing of HTTP: POST, GET, event streams and sockets all come to Gate.
//
// The order is part of the protection, because each step is safe only behind those
// before it:
//
//	Decode      strict JSON; a long body waits for a slot                  decode.go, readslots.go
//	Prepare     1. the document that an id stands for, and who may run it  persisted.go
//	            2. a known document from the cache; a new one waits for a slot, and pays 1 for each 4 bytes
//	            3. parse, up to a number of tokens, and look at these      document.go, text.go
//	            4. measure, fragments expanded, with a budget              measure.go
//	            5. validate, which is only now bounded                     rules.go, singleroot.go
//	            6. weigh and keep                                          text.go, sizedcache.go
//	            7. hold variables to their types, and bind them            variables.go, scalars.go, nulls.go
//	            8. a subscription has one root field                       singleroot.go
//	            9. price, and charge the subject                           cost.go, introspection.go
//
// An operation that Prepare returns is safe to run, and is paid for. Its errors are for
// package present.
//
// Imported by: app, server/{engine,socket,sse,transport}.
package admission
