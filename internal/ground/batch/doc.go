// Package batch reads many things at once, and answers for each of them.
//
// Imported by: app, auditoria, blob/minioblob, carpeta, documento, eliminacion, entidad, entrega, hub, resolvers.
package batch
