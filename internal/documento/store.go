package documento

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
)

// Store keeps the documents. What changes something writes its event h in the same
// transaction: both, or neither; a call that changes nothing writes none. Failures are *fault.Error: NOT_FOUND when absent
// (or expired), UNAVAILABLE when the store does not answer in time, CONFLICT when
// a concurrent change kept winning.
type Store interface {
	// Listar returns up to Limite rows in walk order; fewer only if the walk
	// reached its end. Without a filter it is one store call, unless a call's 1 MB are not enough. May lag behind writes.
	// After MaxLlamadas calls, or MaxFilas rows looked at, that did not fill the run, what was found
	// comes with Sigue. Rows that were looked at in vain are given to FilasEnVano.
	Listar(ctx context.Context, c Consulta) ([]Fila, error)
	// Papelera returns up to Limite rows of the bin in walk order; fewer only if the walk reached its end. One store
	// call. May lag behind writes.
	Papelera(ctx context.Context, c ConsultaPapelera) ([]Desechado, error)
	// Documento reads one, strongly consistent, in any state.
	Documento(ctx context.Context, k Clave) (Documento, error)
	// AunVencido is Documento, also of an upload whose end has passed, or that was cancelled: on another process's clock
	// it may still be there.
	AunVencido(ctx context.Context, k Clave) (Documento, error)
	// Documentos reads up to 100 in one round. Absent ones are left out; order is not kept.
	Documentos(ctx context.Context, ks []Clave) ([]Documento, error)
	// CrearCarga writes a document in state CARGANDO, invisible to Listar, and counts it
	// in the carpeta's usage. CONFLICT if the id is taken, or, with the cause YaAnunciada, if the citizen's upload of
	// the same content was announced just before; QUOTA_EXCEEDED if the carpeta
	// would take up more than allowed, NOT_FOUND without carpeta.
	CrearCarga(ctx context.Context, d Documento, cuota carpeta.Cuota, h auditoria.Evento) error
	// ConfirmarCarga makes it visible: in one transaction the document changes from
	// CARGANDO to PROCESADO with d's attributes (ExpiraEn and ReservadaHasta are dropped),
	// the carpeta's total and version grow by one, and one pending upload less is
	// counted. If the stored one is not CARGANDO any more nothing changes and it is
	// returned: a repeated call counts once. CONFLICT if its size is another than d's, or it was
	// reserved or announced again since visto was read.
	ConfirmarCarga(ctx context.Context, visto, d Documento, h auditoria.Evento) (Documento, error)
	// ReservarCarga sets ReservadaHasta of a document that is CARGANDO, and lets it expire no
	// earlier. CONFLICT if it changed since d was read: one of many reserves.
	ReservarCarga(ctx context.Context, d Documento, hasta time.Time) (Documento, error)
	// CambiarCarga writes a document that is CARGANDO anew: texts, ExpiraEn, ReservadaHasta, Partes. Size,
	// hash and key stay. NOT_FOUND if it expired, unless nuevo is Cancelada: that counts on every clock. CONFLICT if it
	// changed since visto was read. h is nil if nobody asked for it: how far a verification came.
	CambiarCarga(ctx context.Context, visto, nuevo Documento, h *auditoria.Evento) (Documento, error)
	// Cargas returns up to limite uploads of a carpeta that are CARGANDO, in the order of their
	// documentoId, behind desde; deliveries of entities and expired ones are left out. May lag behind writes.
	Cargas(ctx context.Context, carpetaID, desde string, descendente bool, limite int) ([]CargaPendiente, error)
	// MismaCarga is an upload among those that Cargas would return that has this content; of the newest MaxMismas only.
	// False if there is none.
	MismaCarga(ctx context.Context, carpetaID, hash string, size int64) (Documento, bool, error)
	// Corregir writes title, kind and context of d, which is one correction and one change later than visto, moves its
	// rows, and writes its news down, in one transaction. CONFLICT, and nothing written, unless the document
	// is PROCESADO, not certified, and unchanged since visto was read.
	Corregir(ctx context.Context, visto, d Documento, h auditoria.Evento) error
	// CargasVencidas lists documents in state CARGANDO that expired before a moment. May lag behind writes.
	CargasVencidas(ctx context.Context, antes time.Time, limite int) ([]Documento, error)
	// OlvidarCarga removes such a document, and takes it out of the usage. An absent one
	// is success; CONFLICT if it changed since d was read. h is nil if the trail has its end already.
	OlvidarCarga(ctx context.Context, d Documento, h *auditoria.Evento) error
	// Novedades lists the changes of a carpeta's documents that were written down, in the
	// order of ClaveOrden; fewer than Limite only if there are no more. What has expired is
	// left out. May lag behind writes.
	Novedades(ctx context.Context, c ConsultaNovedades) ([]Novedad, error)
}

// Sembrador writes generated data in bulk: seeds and benchmarks.
type Sembrador interface {
	// Sembrar writes all documents, visible, and then their carpeta, with its total and their usage.
	// Not atomic: a seed that died is written again under new ids. CONFLICT if the
	// owner has another carpeta; the documents stay behind then, in no carpeta. h is of the carpeta,
	// and in its transaction.
	Sembrar(ctx context.Context, c carpeta.Carpeta, ds []Documento, h auditoria.Evento) error
}
