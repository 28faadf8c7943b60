// Package carpeta is a citizen's folder: its owner, its operador, and its number of
// documents.
//
// Imported by: app, auditoria/sellado, cli/{demo,importar,semilla}, consentimiento, documento, eliminacion, entrega, graph, graph/model, reconciliacion, resolvers, store/rules, tests.
package carpeta
