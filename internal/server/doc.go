// Package server is a folder: the edge, from the listening socket to the GraphQL
// engine.
//
// Imported by: app, app/{metrics,traces}, cli, cli/{demo,respaldo}, tests.
package server
