package eliminacion

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// Reparador is the asker of a saga that no person asked for.
const Reparador = "reconciliador"

// Reparaciones is the part of the store that mends documents that no saga looks after any
// more. Failures are those of Store; CONFLICT means that nothing was written.
type Reparaciones interface {
	// IniciarHuerfana writes a saga for a file without a document; it locks nothing.
	// CONFLICT if the saga is there, or the document (an expired upload is not).
	IniciarHuerfana(ctx context.Context, e Eliminacion, h auditoria.Evento) error
	Adopcion
	// Reprogramar makes a command due at a moment, if Secuencia and Arriendos are
	// still p's, and sees to it that the sweeper looks at its operador.
	Reprogramar(ctx context.Context, p Pendiente, cuando time.Time, h auditoria.Evento) error
}

// NewReparacion is a saga that the reconciler starts, due at once. Iniciada erases
// file and metadata; Compensando looks first: a file that is intact is given back.
func NewReparacion(eventoID, operadorID string, estado EstadoSaga, d documento.Documento, now time.Time) Eliminacion {
	now = documento.Milisegundos(now)
	var r *Recuerdo
	if d.Titulo != "" { // of a file without a document nothing is known
		r = recuerdoDe(d)
	}
	return siguiente(Eliminacion{
		EventoID: eventoID, CarpetaID: d.CarpetaID, DocumentoID: d.DocumentoID, OperadorID: operadorID,
		SolicitadaPor: Reparador, StoragePath: d.StoragePath, VersionArchivo: d.VersionArchivo, TipoCarpeta: d.TipoCarpeta, TamanoBytes: d.TamanoBytes, Recuerdo: r,
		EnPapelera: d.EnPapelera(),
		Estado:     estado, Paso: MinioCleanup, SolicitadaEn: now, NoAntesDe: now,
	}, now)
}

// Pendiente is the saga as the sweeper sees it.
func (e Eliminacion) Pendiente() Pendiente {
	return Pendiente{EventoID: e.EventoID, OperadorID: e.OperadorID, NoAntesDe: e.NoAntesDe, Secuencia: e.Secuencia, Arriendos: e.Arriendos}
}
