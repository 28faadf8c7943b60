// Package relay is the Relay connection specification in Go: page arguments,
// signed cursors, connections and global ids. It is pure: no clock, no store.
//
// Imported by: app, app/metrics, auditoria, carpeta, cli/{importar,reconciliacion,registro}, config, consentimiento, documento, eliminacion, entidad, entrega, graph, operacion, resolvers, server/admission, tests.
package relay
