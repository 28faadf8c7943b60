// Package batch reads many things at once, and answers for each of them.
//
// Imported by: carpeta, documento, eliminacion, entidad, entrega, hub, resolvers.
package batch
