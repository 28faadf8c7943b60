package documento

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Hecho is something that happened to the document, in the carpeta that an operador keeps.
func (d Documento) Hecho(t auditoria.Tipo, operadorID string) auditoria.Evento {
	h := auditoria.Evento{
		Tipo: t, Recurso: auditoria.Recurso{Tipo: "documento", ID: d.DocumentoID},
		OperadorID: operadorID, CarpetaID: d.CarpetaID, DocumentoID: d.DocumentoID,
		Datos: map[string]string{"bytes": strconv.FormatInt(d.TamanoBytes, 10)},
	}
	if d.Hash != "" { // the list of expired uploads has none
		h.Datos["sha256"] = d.Hash
	}
	return h
}

// Renovacion is a later end, or other texts, of an upload that waits.
func (d Documento) Renovacion(operadorID string) auditoria.Evento {
	h := d.Hecho(auditoria.CargaAnunciada, operadorID)
	h.Datos["renovada"] = "true"
	return h
}

// Edicion is a correction of the document as it was seen: which fields, and not what they say.
func (d Documento) Edicion(visto Documento, operadorID string) auditoria.Evento {
	h := d.Hecho(auditoria.DocumentoEditado, operadorID)
	h.Datos["version"] = strconv.FormatInt(d.Version(), 10)
	var campos []string
	for campo, igual := range map[string]bool{"titulo": d.Titulo == visto.Titulo, "tipo": d.Tipo == visto.Tipo, "contexto": d.Contexto == visto.Contexto} {
		if !igual {
			campos = append(campos, campo)
		}
	}
	slices.Sort(campos)
	h.Datos["campos"] = strings.Join(campos, " ")
	return h
}

func (s *Servicio) levantar(ctx context.Context, h auditoria.Evento) *auditoria.Evento {
	h = s.Escribano.Levantar(ctx, h)
	return &h
}

// finCancelada is when an upload ends whose end was written down: before all clocks, so that no
// confirmation finds it, and no other upload ends then.
var finCancelada = time.Unix(1, 0).UTC()

// AlCancelar is the upload as its cancellation leaves it.
func (d Documento) AlCancelar() Documento {
	d.ExpiraEn = finCancelada
	return d
}

// Cancelada reports whether the end of the upload was written down, with its event: what is left of it goes in silence.
func (d Documento) Cancelada() bool { return d.ExpiraEn.Equal(finCancelada) }

// fin is the event of an upload that is forgotten; nil if the trail has its end already.
func (s *Servicio) fin(ctx context.Context, d Documento) (*auditoria.Evento, error) {
	if d.Cancelada() {
		return nil, nil
	}
	c, err := s.Carpetas.Store.Carpeta(ctx, d.CarpetaID)
	if errors.Is(err, fault.NotFound) {
		c, err = carpeta.Carpeta{OperadorID: auditoria.SinOperador}, nil
	}
	return s.levantar(ctx, d.Hecho(auditoria.CargaVencida, c.OperadorID)), err
}
