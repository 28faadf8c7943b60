// Package batch reads many things at once, and answers for each of them.
//
// Imported by: auditoria, blob/minioblob, carpeta, documento, eliminacion, entidad, entrega, hub, resolvers, server/seals.
package batch
