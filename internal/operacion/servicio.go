package operacion

import (
	"context"
	"log/slog"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Despacho tells how this process's dispatcher stands towards operadores.
type Despacho interface {
	Vista(operadorID string) eliminacion.VistaDespacho
}

// Metrics counts what operadores do.
type Metrics interface {
	// AccionDeOperador counts an action and how it ended: OK or a code.
	AccionDeOperador(accion, resultado string)
	// MensajesReencolados counts dead letters that were sent again.
	MensajesReencolados(cola string, n int)
}

// Servicio is every use case of operadores.
type Servicio struct {
	Sagas    *eliminacion.Servicio
	Cartas   broker.DeadLetterOffice
	Despacho Despacho
	Metrics  Metrics
	Cursores *relay.Codec
	Plazos   Plazos
	Clock    func() time.Time
	Log      *slog.Logger

	Rastro    Rastro
	Escribano auditoria.Escribano
}

// Plazos bound what one call does.
type Plazos struct {
	Mirar     time.Duration // longest look at the dead letters
	Reencolar time.Duration // longest redrive; the rest waits for another call
	Lote      time.Duration // longest wait for the result of a batch
	Pausa     time.Duration // between two looks at the result
	Reads     int           // store calls of one run of a list
}

// PlazosNormales keep a call below the API's limit of 10 s.
var PlazosNormales = Plazos{Mirar: 4 * time.Second, Reencolar: 8 * time.Second, Lote: 2 * time.Second, Pausa: 50 * time.Millisecond, Reads: documento.MaxLlamadasOtras}

// The actions, as they are logged and counted.
const (
	accionReintentar = "reintentar"
	accionReencolar  = "reencolar"
)

// maxOperadorID bounds the ids that the stores are asked for.
const maxOperadorID = 128

// alcance is whose deletions somebody may see: the operador asked for, the caller's
// own if none is, or "" for an auditor's all.
func alcance(quien auth.Principal, pedido string) (string, error) {
	if len(pedido) > maxOperadorID {
		return "", fault.New(fault.BadUserInput, "El operador no es válido.").WithCampo("operadorId", "demasiado largo")
	}
	if pedido == "" && quien.Has(auth.Operador) {
		pedido = quien.OperadorID
	}
	return pedido, auth.MayReadOperador(quien, pedido)
}

// unOperador is the one whose deletions somebody may see: an auditor must name one.
func unOperador(quien auth.Principal, pedido string) (string, error) {
	operadorID, err := alcance(quien, pedido)
	if err == nil && operadorID == "" {
		err = fault.New(fault.BadUserInput, "Indique `operadorId`: un auditor ve las eliminaciones de un operador a la vez.").WithCampo("operadorId", "falta")
	}
	return operadorID, err
}

// Reintentar runs a failed deletion again that is past its pivot.
func (s *Servicio) Reintentar(ctx context.Context, quien auth.Principal, eventoID string) (eliminacion.Eliminacion, error) {
	e, err := s.Sagas.Reintentar(ctx, quien, eventoID)
	s.anotar(quien, accionReintentar, err, "evento", eventoID)
	return e, err
}

// anotar logs and counts an action, also a refused one. Officials act in office, and
// are named; somebody who is a citizen here as well is named by their operador only.
func (s *Servicio) anotar(quien auth.Principal, accion string, err error, mas ...any) {
	resultado := "OK"
	if err != nil {
		resultado = string(fault.CodeOf(err))
	}
	s.Metrics.AccionDeOperador(accion, resultado)
	nombre := quien.Sub
	if !quien.Has(auth.Operador) || quien.Has(auth.Ciudadano) {
		nombre = ""
	}
	s.Log.Info("operator action", append([]any{"accion", accion, "quien", nombre, "operador", quien.OperadorID, "resultado", resultado}, mas...)...)
}
