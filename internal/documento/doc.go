// Package documento is what a carpeta holds: the documents, their pages, and the
// way a file gets in and out.
//
// Imported by: app, blob, cli/importar, cli/semilla, eliminacion, graph, operacion, reconciliacion, resolvers, store, tests, tools.
package documento
