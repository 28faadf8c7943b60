// Package caller is the server's knowledge of the sender of a request: request id and
// trace, address, proven principal, and the subject whose budget pays. All of it is in
// the request's context. It survives the request where a connection does.
//
// Imported by: app, app/traces, cli, server/{admission,budget,codes,door,engine,present,rest,site,socket,sse,transport}.
package caller
