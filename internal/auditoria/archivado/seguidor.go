package archivado

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
)

// Seguidor is Eventos for one caller who goes on where the last answer ended, as an export does. It leaves the
// part open that it stopped in, so each part is fetched and read once, however short the runs are. Close it.
type Seguidor struct {
	a       *Archivador
	abierta *lectorDeParte
}

// Seguidor makes one.
func (a *Archivador) Seguidor() *Seguidor { return &Seguidor{a: a} }

// Eventos is Archivador.Eventos.
func (s *Seguidor) Eventos(ctx context.Context, c auditoria.Consulta) ([]auditoria.Evento, error) {
	return s.a.eventos(ctx, c, s)
}

// Retiene is what the open part takes.
func (s *Seguidor) Retiene() int {
	if s.abierta == nil {
		return 0
	}
	return s.abierta.pesa
}

// Close lets go of the open part. A further run opens it again.
func (s *Seguidor) Close() {
	if s.abierta != nil {
		s.abierta.cerrar()
		s.abierta = nil
	}
}

// tomar gives the open part to a walk that goes on in it after a key; nil if it is another one.
func (s *Seguidor) tomar(p parte, despues string) *lectorDeParte {
	l := s.abierta
	if l == nil || l.Nombre != p.Nombre || l.ultima > despues {
		return nil
	}
	s.abierta = nil
	return l
}

// dejar keeps a part open that is good, and of which something is left.
func (s *Seguidor) dejar(l *lectorDeParte, bueno bool) {
	s.Close()
	if bueno && l.leidos < l.Eventos {
		s.abierta = l
		return
	}
	l.cerrar()
}
