// Package eliminacion is the saga that deletes a document: first every version
// of the file, then the metadata. The saga is its own outbox: one item holds the
// state, the next command and the moment at which that command is due again.
//
// The transition table (transicion.go) is the whole behaviour. docs/saga.md draws it.
//
//   - A deletion without an undo window starts at MINIO_CLEANUP, others at ESPERA.
//   - The deletion of a certified document starts at APROBACION. The document is locked until
//     an operador, another person than the requester, approves.
//   - Once the file is gone (the pivot) a saga only goes forward. A failure after that is
//     FALLIDA with the document still locked, until somebody retries it.
//
// One executor does the steps (avanzar.go), whoever holds the deletion. Two interfaces lie between it and internal/outbox:
//
//	Cola   Plazo, Seguir     a request asks for the end of its lease, and after its write has the deletion go on
//	Sagas  Traer, Avanzar    a place or a message of a queue carries deletions on; each Fin says what is to be sent
//
//	ESPERA, APROBACION   time is over: stored at once
//	MINIO_CLEANUP        every version of the file is erased ─┐
//	METADATA_CLEANUP     the metadata may go ─────────────────┴─> one write: COMPLETADA
//
// A process does the steps of its roles (pasos.go), and hands the deletion on by the message of the next one
// (relevo). Where one process has all roles, METADATA_CLEANUP stands in the history only, unless the last write fails.
// Each write has the secuencia before it as its condition (escribir.go): of two who hold a deletion, one changes it.
//
// Imported by: app, app/{metrics,traces}, cli/reconciliacion, graph, graph/model, hub, operacion, outbox, reconciliacion, resolvers, server/sse, store/rules, tests.
package eliminacion
