// Package sse answers operations as event streams: the distinct-connection mode of
// GraphQL over Server-Sent Events, one operation for each request. An event of one
// deletion has an id, and a client that comes back with it goes on after it.
//
// Imported by: server/transport.
package sse
