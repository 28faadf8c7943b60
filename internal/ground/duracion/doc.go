// Package duracion reads and writes relative times as people write them: 30m, 24h, 7d.
//
// Imported by: cli/consola, config, graph/model.
package duracion
