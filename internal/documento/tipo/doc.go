// Package tipo is the catalogue of the kinds of documents: what people read of a kind, its picture, and for how long such
// a document is kept. Forty come with the program; administradores change them, and add others.
//
// Imported by: app, cli/registro, consentimiento/tramite, documento, entrega/codigo, graph, graph/model, resolvers, store/rules, tests.
package tipo
