// Package batch reads many things in one call, with an answer for each, and does once what several callers want at
// the same time.
//
// Imported by: auditoria, auth, blob/minioblob, carpeta, consentimiento, documento, eliminacion, entidad, entrega, hub, resolvers.
package batch
