// Package rules is the store of every profile: which items stand for what, and what may be written when
//
// It is written once, over the port records; an engine keeps the items. The tables:
//
//	Carpeta                 carpetaId                 by operador; beside them the items of owners, the census and marks
//	Documento               carpetaId, documentoId    one narrow index per order; uploads, and the bin
//	DocumentoEventosOutbox  eventoId                  deletions: the due commands; by carpeta; by operador and state
//	Entidad                 particion, clave          the registry, the catalogue of kinds, deliveries, status lists
//	Novedad                 carpetaId, novedad        news of documents
//	ActaSello               operadorId, clave         the seals of each operador, and the numbers of late events
//	Consentimiento          particion, clave          the codes by which documents are shown, and procedures
//	EventosAuditoria        particion, clave          the trail by operador, day and shard; by carpeta; by correlation
//
// A refusal is a condition that did not hold: *records.Refused inside a CONFLICT. Its sentence is the use case's.
//
// Imported by: cli/migrar, store/{boltstore,dynamostore}, tests.
package rules
