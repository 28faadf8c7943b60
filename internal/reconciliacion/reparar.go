package reconciliacion

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Accion is the deed of a repair.
type Accion string

// The actions.
const (
	SagaIniciada  Accion = "SAGA_INICIADA"  // a saga takes it from here
	Reprogramada  Accion = "REPROGRAMADA"   // the saga is due now
	Corregido     Accion = "CORREGIDO"      // the counter
	CargaOlvidada Accion = "CARGA_OLVIDADA" // the upload, with its file
	NoReparada    Accion = "NO_REPARADA"    // see Detalle
	CambioAntes   Accion = "CAMBIO_ANTES"   // it changed meanwhile; nothing was written
	LimiteAgotado Accion = "LIMITE"         // the run had repaired as many as it may
)

// Hecha reports whether the finding is taken care of.
func (a Accion) Hecha() bool {
	return a == SagaIniciada || a == Reprogramada || a == Corregido || a == CargaOlvidada
}

// Reparacion is the outcome of one finding.
type Reparacion struct {
	Tipo        Tipo   `json:"tipo"`
	Accion      Accion `json:"accion"`
	CarpetaID   string `json:"carpetaId"`
	DocumentoID string `json:"documentoId,omitempty"`
	EventoID    string `json:"eventoId,omitempty"` // the saga that repairs
	Detalle     string `json:"detalle,omitempty"`
}

// Reparar mends one finding. Conditions make it change nothing if the finding
// is not so any more, and nothing twice.
func (r *Reconciliador) Reparar(ctx context.Context, h Hallazgo) (Reparacion, error) {
	p := Reparacion{Tipo: h.Tipo, CarpetaID: h.CarpetaID, DocumentoID: h.DocumentoID}
	if h.NoReparable != "" {
		p.Accion, p.Detalle = NoReparada, h.NoReparable
		return p, nil
	}
	accion, eventoID, err := r.reparar(ctx, h)
	p.Accion, p.EventoID = accion, eventoID
	switch {
	case errors.Is(err, fault.Conflict), errors.Is(err, fault.NotFound):
		p.Accion, p.EventoID, p.Detalle = CambioAntes, "", "it changed, or another repair has taken it over"
	case err != nil:
		return p, err
	}
	r.Log.Info("reparación", "tipo", p.Tipo, "motivo", h.Motivo, "accion", p.Accion, "carpetaId", p.CarpetaID,
		"documentoId", p.DocumentoID, "eventoId", p.EventoID, "solicitadaPor", eliminacion.Reparador)
	return p, nil
}

func (r *Reconciliador) reparar(ctx context.Context, h Hallazgo) (Accion, string, error) {
	switch h.Tipo {
	case ObjetoSinMetadatos:
		if h.Motivo == CargaVencida {
			return CargaOlvidada, "", r.Cargas.Olvidar(ctx, h.documento)
		}
		e := r.sagaPara(h, idDeObjeto(h), eliminacion.Iniciada)
		return SagaIniciada, e.EventoID, r.Reparaciones.IniciarHuerfana(ctx, e, r.porSaga(ctx, e, h))
	case MetadatosSinObjeto:
		return r.repararMetadatos(ctx, h)
	case SagaSinProgreso:
		return r.repararSaga(ctx, h)
	default:
		return Corregido, "", r.corregir(ctx, h)
	}
}

// corregir sets what is wrong of a carpeta: each part as it was seen.
func (r *Reconciliador) corregir(ctx context.Context, h Hallazgo) error {
	v := h.carpeta
	if h.Motivo == TotalDistinto {
		if err := r.Reparaciones.CorregirTotal(ctx, v, *h.Contados, h.papelera(), r.enCarpeta(ctx, v, h.Tipo, TotalDistinto)); err != nil {
			return err
		}
		v.TotalDocumentos, v.TotalPapelera = *h.Contados, h.papelera()
	}
	if h.UsoContado == nil {
		return nil
	}
	return r.Reparaciones.CorregirUso(ctx, v, *h.UsoContado, r.enCarpeta(ctx, v, h.Tipo, UsoDistinto))
}

// repararMetadatos looks once more: a file that somebody restored meanwhile stays.
func (r *Reconciliador) repararMetadatos(ctx context.Context, h Hallazgo) (Accion, string, error) {
	g, err := r.Objetos.Rastro(ctx, h.documento.StoragePath)
	if err != nil {
		return "", "", err
	}
	if g.ConDatos {
		return CambioAntes, "", nil
	}
	e := r.sagaPara(h, r.NewID(), eliminacion.Iniciada)
	return SagaIniciada, e.EventoID, r.Reparaciones.Iniciar(ctx, e, r.porSaga(ctx, e, h))
}

// repararSaga makes a saga due that is under way, and otherwise starts one that
// takes the lock over. A deletion that ended with the document kept must not delete
// it now: then the new saga looks for the file and gives the document back.
func (r *Reconciliador) repararSaga(ctx context.Context, h Hallazgo) (Accion, string, error) {
	if h.Motivo == SinFecha || h.Motivo == Vencida {
		return Reprogramada, h.saga.EventoID, r.Reparaciones.Reprogramar(ctx, h.saga.Pendiente(), documento.Milisegundos(r.Clock()), r.porSaga(ctx, h.saga, h))
	}
	estado := eliminacion.Iniciada
	if h.Motivo == SagaTerminada && h.saga.Estado != eliminacion.Completada {
		estado = eliminacion.Compensando
	}
	e := r.sagaPara(h, r.NewID(), estado)
	return SagaIniciada, e.EventoID, r.Reparaciones.Adoptar(ctx, e, h.documento.EliminacionID, r.porSaga(ctx, e, h))
}

func (r *Reconciliador) sagaPara(h Hallazgo, eventoID string, estado eliminacion.EstadoSaga) eliminacion.Eliminacion {
	operador := h.OperadorID
	if operador == "" { // of no carpeta, so of no operador
		operador = eliminacion.Reparador
	}
	return eliminacion.NewReparacion(eventoID, operador, estado, h.documento, r.Clock())
}

// idDeObjeto is the same for the same file however often it is found, so that two
// runs start one saga. The form is a UUID's, version 8.
func idDeObjeto(h Hallazgo) string {
	s := sha256.Sum256([]byte(h.documento.StoragePath + "\x00" + h.objeto.Modificado.UTC().Format(time.RFC3339Nano)))
	s[6], s[8] = s[6]&0x0f|0x80, s[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", s[0:4], s[4:6], s[6:8], s[8:10], s[10:16])
}
