// Package attack plays clients that want to harm a server, in a dozen classes: each takes or wastes one thing that the
// server has to bound. It runs in another process than the server, so that what the server takes is the server's own.
//
// Imported by: tests.
package attack
