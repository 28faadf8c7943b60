package transport_test

import (
	"context"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/transport"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

type unmetered struct{}

func (unmetered) LecturasAnotadas(int)           {}
func (unmetered) LecturasNegadas(int)            {}
func (unmetered) Muestreado(auditoria.Tipo, int) {}
func (unmetered) MuestreoFallido()               {}

// TestSocketsTellWhoComes: a socket is told of as a request is: its token once, also where the header of the
// upgrade brings it, and its bad tokens.
func TestSocketsTellWhoComes(t *testing.T) {
	store, _ := world.Open(t, world.Config{})
	l := &auditoria.Lecturas{Rastro: store, Metrics: unmetered{}}
	refusals := &auditoria.Muestreo{Rastro: store, Ventana: time.Hour, Max: 1, Metrics: unmetered{}}
	b := start(t, func(cfg *transport.Config) {
		cfg.Sesiones = auditoria.NewSesiones(auditoria.ConfigSesiones{
			Lecturas: l, Rastro: store, Rechazos: refusals,
			CarpetaDe: func(context.Context, string) (string, string, error) { return "", "", fault.Plain(fault.NotFound) },
		})
	})
	for range 2 {
		ws := b.dial(nil)
		ws.send(`{"type":"connection_init","payload":{"Authorization":"Bearer ` + b.token + `"}}`)
		ws.expect("", "connection_ack")
		up := b.dial(map[string][]string{"Authorization": {"Bearer " + b.issue("otro", time.Hour)}})
		up.send(`{"type":"connection_init"}`)
		up.expect("", "connection_ack")
		bad := b.dial(nil)
		bad.send(`{"type":"connection_init","payload":{"Authorization":"Bearer ` + b.issue("otro", -time.Hour) + `"}}`)
		bad.expectClose(4403, "Forbidden")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_ = refusals.Run(ctx)
	es, err := store.Eventos(t.Context(), auditoria.Consulta{Filtro: auditoria.Filtro{OperadorID: auditoria.SinOperador}, Limite: 100})
	b.must(err)
	subjects := map[string]bool{}
	for _, e := range es {
		subjects[string(e.Tipo)+" "+e.Actor.ID+" "+e.Datos["causa"]+e.Datos["veces"]] = true
	}
	for _, want := range []string{"sesion.iniciada " + b.carpeta.CiudadanoID + " ", "sesion.iniciada otro ", "token.rechazado api vencido2"} {
		if !subjects[want] {
			t.Errorf("%q is not among %v", want, subjects)
		}
	}
}
