// Package eliminacion is the saga that deletes a document: first every version
// of the file, then the metadata. The saga is its own outbox: one item holds the
// state, the next command and the moment at which that command is due again.
//
//	deleteDocumento                        objects gone (pivot)             metadata gone
//	───────────▶ INICIADA/ESPERA ─▶ INICIADA/MINIO_CLEANUP ─▶ INICIADA/METADATA_CLEANUP ─▶ COMPLETADA
//	              │ cancelar          │ permanent failure       │ permanent failure
//	              ▼                   ▼                         ▼
//	          CANCELADA          COMPENSANDO ─▶ FALLIDA      FALLIDA (locked; reintentar)
//	                             │ (file intact: unlocked)
//	                             └▶ INICIADA/METADATA_CLEANUP (file gone after all)
//
// A deletion without an undo window starts at MINIO_CLEANUP. That of a certified
// document waits for an approval instead; the document is locked meanwhile:
//
//	solicitarEliminacion          approved by an operador who is not the requester
//	────────────────────▶ INICIADA/APROBACION ─▶ INICIADA/MINIO_CLEANUP ─▶ …
//	                       │ rejected, expired, taken back
//	                       ▼
//	                  CANCELADA/APROBACION (unlocked)
//
// Imported by: app, app/metrics, graph, hub, operacion, outbox, reconciliacion, resolvers, server/engine, server/socket, server/sse, store, tests, tools.
package eliminacion
