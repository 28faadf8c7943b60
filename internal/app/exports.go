package app

import (
	"context"
	"errors"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// linksOf signs what stands in an address as cursors are signed, with the keys that all processes share. It is good for a
// while, and counted with no cursor.
func linksOf(cursors *relay.Codec, life time.Duration) *relay.Codec {
	links := *cursors
	links.TTL, links.Observer = life, nil
	return &links
}

// newExports makes verifiable files. Their links live as long as links to files.
func newExports(d *Domain, cursors *relay.Codec) *entrega.Exportacion {
	return &entrega.Exportacion{
		Entregas: d.Entregas, Eventos: d.whole, Firmante: linksOf(cursors, d.Documentos.Limites.DescargaVence), Base: d.public.get, Leidos: entrega.NewLeidos(),
		Probar: func(ctx context.Context, e auditoria.Evento) (entrega.Prueba, error) {
			return proofOf(ctx, d.Sellador, e)
		},
	}
}

// proofOf proves an event. A log that is damaged proves nothing before a person has looked after it.
func proofOf(ctx context.Context, s *sellado.Sellador, e auditoria.Evento) (entrega.Prueba, error) {
	p, err := s.Probar(ctx, e)
	switch {
	case err != nil || p.Motivo == sellado.Apagado:
		return entrega.Prueba{}, err
	case p.Sellado == nil:
		return entrega.Prueba{}, fault.Wrap(fault.Unavailable, errors.New("the seal of the delivery is still to come: "+string(p.Motivo))).WithEspera(5 * time.Second)
	}
	return entrega.Prueba{Evento: []byte(p.Archivo), Prueba: []byte(p.Sellado.Prueba)}, nil
}
