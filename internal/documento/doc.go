// Package documento is the content of a carpeta: its documents, their lists and filters, their corrections, and the
// uploads and downloads of their files.
//
// Imported by: app, blob, cli, cli/{demo,importar,migrar,semilla}, consentimiento, eliminacion, entrega, graph, graph/model, hub, operacion, reconciliacion, resolvers, server/{codes,verifiable}, store/rules, tests.
package documento
