// Package dynamostore keeps carpetas, documents and sagas in DynamoDB: three
// tables, on-demand capacity, no Scan.
//
//	Carpeta                 carpetaId                 indexes by ciudadanoId and by operadorId
//	Documento               carpetaId, documentoId    one narrow index per order
//	DocumentoEventosOutbox  eventoId                  the due commands; by carpeta; by operador and state
//
// How calls are kept safe: every call has a deadline and records what it
// consumed (capacity.go); every write carries a token of its own, so that a
// repetition whose first answer was lost is recognised (attributes.go, isMine);
// transaction conflicts are repeated with jitter (conflict.go); SDK errors get
// their code in errors.go and nowhere else.
//
// Imported by: app, tools.
package dynamostore
