// Package registro keeps the registries of entities and of procedures, and the catalogue of kinds, from the command line:
// in the stores, or by the API of a running server.
//
// Imported by: cli.
package registro
