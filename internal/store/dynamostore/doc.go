// Package dynamostore keeps everything in DynamoDB: eight tables, on-demand capacity, no Scan.
//
//	Carpeta                 carpetaId                 indexes by ciudadanoId and by operadorId
//	Documento               carpetaId, documentoId    one narrow index per order
//	DocumentoEventosOutbox  eventoId                  the due commands; by carpeta; by operador and state
//	Entidad                 particion, clave          the registry, the deliveries, their contents
//	Novedad                 carpetaId, novedad        news of documents
//	ActaSello               operadorId, clave         the seals of each operador, and the numbers of late events
//	EventosAuditoria        particion, clave          the trail by operador, day and shard; by carpeta; by correlation
//
// How calls are kept safe: every call has a deadline and records what it
// consumed (capacity.go); every write carries a token of its own, so that a
// repetition whose first answer was lost is recognised (attributes.go, isMine);
// transaction conflicts are repeated with jitter (conflict.go); SDK errors get
// their code in errors.go and nowhere else.
//
// Imported by: app, tests.
package dynamostore
