// Package carpeta is a citizen's folder: whose it is, who operates it, how many
// documents it holds.
//
// Imported by: app, cli/importar, cli/semilla, documento, eliminacion, graph, reconciliacion, resolvers, store, tests, tools.
package carpeta
