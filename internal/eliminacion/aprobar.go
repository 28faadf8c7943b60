package eliminacion

import (
	"context"
	"fmt"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

const maxTexto = 500 // characters of a reason or a comment

// SolicitarAprobacion asks for the deletion of a certified document: it locks the
// document and waits for an operador's decision. If it is being deleted already,
// that deletion is returned. NOT_FOUND, BAD_USER_INPUT and the refusals are for
// the user.
func (s *Servicio) SolicitarAprobacion(ctx context.Context, quien auth.Principal, p Pedido) (Eliminacion, error) {
	if p.Motivo = documento.TextoLimpio(p.Motivo); !documento.EsTexto(p.Motivo, 1, maxTexto) {
		return Eliminacion{}, textoInvalido("motivo", 1)
	}
	p.Ventana = 0 // it can be taken back until somebody decides
	return s.Solicitar(ctx, quien, p)
}

func textoInvalido(campo string, minimo int) error {
	return fault.New(fault.BadUserInput, "Revise los datos del pedido.").
		WithCampo(campo, fmt.Sprintf("De %d a %d caracteres, sin caracteres de control.", minimo, maxTexto))
}

// porAprobar is a new saga that waits for a decision. It is due a little after its
// expiry, so that no clock finds the message too early.
func (s *Servicio) porAprobar(e Eliminacion, motivo string) Eliminacion {
	e.Paso = Aprobacion
	e.Aprobacion = &PedidoDeAprobacion{Motivo: motivo, Hasta: e.SolicitadaEn.Add(s.Plazos.Aprobacion), Decision: PorDecidir}
	e.NoAntesDe = e.Aprobacion.Hasta.Add(desvio)
	return siguiente(e, e.SolicitadaEn)
}

// Aprobar lets the deletion of a certified document begin.
func (s *Servicio) Aprobar(ctx context.Context, quien auth.Principal, eventoID, comentario string) (Eliminacion, error) {
	return s.decidir(ctx, quien, eventoID, SucesoAprobar, comentario, 0)
}

// Rechazar ends the request and gives the document back; it says why.
func (s *Servicio) Rechazar(ctx context.Context, quien auth.Principal, eventoID, comentario string) (Eliminacion, error) {
	return s.decidir(ctx, quien, eventoID, SucesoRechazar, comentario, 1)
}

func (s *Servicio) decidir(ctx context.Context, quien auth.Principal, eventoID string, suceso Suceso, comentario string, minimo int) (Eliminacion, error) {
	if comentario = documento.TextoLimpio(comentario); !documento.EsTexto(comentario, minimo, maxTexto) {
		return Eliminacion{}, textoInvalido("comentario", minimo)
	}
	return s.intervenir(ctx, quien, eventoID, intervencion{suceso: suceso, comentario: comentario, permite: func(e Eliminacion, dueno string) error {
		return auth.MayDecidir(quien, dueno, e.OperadorID)
	}})
}

// anotarDecision logs a person's action on a request. An operador acts in office
// and is named; a citizen is not.
func (s *Servicio) anotarDecision(e Eliminacion, quien auth.Principal, dueno string) {
	rol := quien.ActsAs(dueno)
	if rol == auth.Operador {
		s.anotar(e, "rol", rol, "quien", quien.Sub)
		return
	}
	s.anotar(e, "rol", rol)
}
