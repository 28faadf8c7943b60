// Package duracion reads and writes times as people write them: relative ones, as 30m, 24h
// and 7d, and instants of RFC 3339.
//
// Imported by: auditoria, cli/consola, config, graph/{encode,model}.
package duracion
