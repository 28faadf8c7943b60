package sim

import (
	"slices"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// saga is what the store keeps of a deletion, with its past: for indexes that
// lag, and to compare with what subscribers were told.
type saga struct {
	eliminacion.Eliminacion
	pasado   []version
	historia []eliminacion.Cambio // every change that was ever stored, unbounded
	nacida   time.Duration
	intactas int // versions of the file when it began

	// Of a request to delete a certified document, as it was made:
	pidio     string
	vence     time.Time
	opiniones []opinion
}

type version struct {
	en time.Duration
	e  eliminacion.Eliminacion
}

// leer is a strongly consistent read.
func (s *saga) leer(m *mundo) eliminacion.Eliminacion {
	if m.plantado == LecturaRancia {
		return s.hace(m.ahora - m.entre(0, 2*time.Second))
	}
	return s.Eliminacion
}

// hace is the saga as it was at a moment, or its first form.
func (s *saga) hace(en time.Duration) eliminacion.Eliminacion {
	for i := len(s.pasado) - 1; i > 0; i-- {
		if s.pasado[i].en <= en {
			return s.pasado[i].e
		}
	}
	return s.pasado[0].e
}

func (s *saga) poner(m *mundo, e eliminacion.Eliminacion) {
	s.Eliminacion = e
	s.pasado = append(s.pasado, version{m.ahora, e})
}

// rezago is how far an index lags behind at this reading.
func (m *mundo) rezago() time.Duration {
	if m.falla(IndiceRancio) {
		return m.entre(0, 4*time.Second)
	}
	return 0
}

// iniciar locks the document and stores the saga, or nothing.
func (m *mundo) iniciar(p *proceso, e eliminacion.Eliminacion) error {
	d, hay := m.documentos[e.DocumentoID]
	libre := hay && (d.Estado == documento.Procesado || m.plantado == IniciarSinCandado)
	if hay && m.plantado != CertificadoSinCondicion && d.Certificado != (e.Paso == eliminacion.Aprobacion) {
		libre = false
	}
	if _, ya := m.sagas[e.EventoID]; ya || !libre {
		return errConflict
	}
	if i, hay := slices.BinarySearch(m.operadores, e.OperadorID); !hay {
		m.operadores = slices.Insert(slices.Clone(m.operadores), i, e.OperadorID)
	}
	previo := *d
	d.EstadoPrevio, d.Estado, d.EliminacionID = d.Estado, documento.Eliminando, e.EventoID
	s := &saga{nacida: m.ahora, intactas: m.archivos[e.StoragePath].versiones, pidio: e.SolicitadaPor}
	if e.Aprobacion != nil {
		s.vence = e.Aprobacion.Hasta
	}
	if m.plantado == VencerSinPlazo && e.Aprobacion != nil {
		e.Aprobacion = &eliminacion.Solicitud{Motivo: e.Aprobacion.Motivo, Decision: e.Aprobacion.Decision}
		e.NoAntesDe = e.SolicitadaEn
	}
	s.poner(m, e)
	s.historia = append(s.historia, e.Historia...)
	m.sagas[e.EventoID] = s
	m.orden = append(m.orden, s)
	m.alIniciar(p, previo, s)
	return nil
}

// guardar stores a change of a saga with its effect, if it follows what is stored.
func (m *mundo) guardar(p *proceso, g eliminacion.Guardado) error {
	s, hay := m.sagas[g.Nueva.EventoID]
	if !hay {
		return errAusente
	}
	sigue := s.Secuencia == g.Nueva.Secuencia-1
	if m.plantado == EfectoSinCondicion && !sigue {
		m.efecto(g)
	}
	if !sigue && m.plantado != GuardarSinCondicion {
		return errConflict
	}
	antes := s.Eliminacion
	if m.plantado == TransaccionPartida && g.Efecto == eliminacion.BorrarMetadato {
		if !m.uno(4) {
			m.efecto(g)
		}
	} else {
		m.efecto(g)
	}
	if m.plantado == DecidirLoPropio {
		g.Nueva.SolicitadaPor = s.pidio // only who decides does not see it
	}
	s.poner(m, g.Nueva)
	s.historia = append(s.historia, g.Nueva.Historia[len(g.Nueva.Historia)-1])
	m.alGuardar(p, s, antes)
	return nil
}

// efecto is what a change does to the document that the saga locks.
func (m *mundo) efecto(g eliminacion.Guardado) {
	d, hay := m.documentos[g.Nueva.DocumentoID]
	if !hay || d.EliminacionID != g.Nueva.EventoID {
		return
	}
	switch g.Efecto {
	case eliminacion.Desbloquear:
		d.Estado, d.EstadoPrevio, d.EliminacionID = d.EstadoPrevio, "", ""
	case eliminacion.BorrarMetadato:
		delete(m.documentos, d.DocumentoID)
		c := m.carpetas[d.CarpetaID]
		c.TotalDocumentos, c.Version = c.TotalDocumentos-1, c.Version+1
		m.alBorrarMetadato(*d)
	}
}

func (m *mundo) arrendar(p *proceso, q eliminacion.Pendiente, a eliminacion.Arriendo) (eliminacion.Eliminacion, error) {
	s, hay := m.sagas[q.EventoID]
	if !hay {
		return eliminacion.Eliminacion{}, errAusente
	}
	cerca := s.Arriendos == q.Arriendos && !s.NoAntesDe.IsZero() && s.NoAntesDe.Equal(q.NoAntesDe)
	if m.plantado == ArriendoSinCerca {
		cerca = !s.NoAntesDe.IsZero()
	}
	if s.Secuencia != q.Secuencia || !cerca {
		return eliminacion.Eliminacion{}, errConflict
	}
	m.alArrendar(p, s)
	e := s.Eliminacion
	e.NoAntesDe, e.Arriendos, e.Entregas = a.Hasta, e.Arriendos+1, e.Entregas+1
	e.ArrendadaPor, e.FalloEnvio = a.Por, ""
	if m.plantado == ArriendoSinFin {
		e.NoAntesDe = time.Time{}
	}
	s.poner(m, e)
	e.NoAntesDe = a.Hasta
	return e, nil
}

// devolver knows both ways in which the adapters recognise a repetition.
func (m *mundo) devolver(_ *proceso, e eliminacion.Eliminacion, cuando time.Time, fallo eliminacion.FalloEnvio) error {
	s, hay := m.sagas[e.EventoID]
	if !hay || s.Secuencia != e.Secuencia || s.Arriendos != e.Arriendos || m.plantado == DevolverSinEfecto {
		return nil
	}
	if m.plan.porEntregas && s.Entregas != e.Entregas || !m.plan.porEntregas && !s.NoAntesDe.Equal(e.NoAntesDe) {
		return nil
	}
	n := s.Eliminacion
	n.NoAntesDe, n.Entregas, n.FalloEnvio = cuando, max(0, n.Entregas-1), fallo
	s.poner(m, n)
	return nil
}

// vencidas reads the index of what is due.
func (m *mundo) vencidas(operadorID string, ahora time.Time, limite int, rezago time.Duration) []eliminacion.Pendiente {
	var ps []eliminacion.Pendiente
	for _, s := range m.orden {
		e := s.Eliminacion
		if rezago > 0 {
			if e = s.hace(m.ahora - rezago); s.nacida > m.ahora-rezago {
				continue
			}
		}
		if e.OperadorID == operadorID && !e.NoAntesDe.IsZero() && !e.NoAntesDe.After(ahora) {
			ps = append(ps, eliminacion.Pendiente{EventoID: e.EventoID, OperadorID: operadorID, NoAntesDe: e.NoAntesDe, Secuencia: e.Secuencia, Arriendos: e.Arriendos})
		}
	}
	slices.SortFunc(ps, func(a, b eliminacion.Pendiente) int {
		if c := a.NoAntesDe.Compare(b.NoAntesDe); c != 0 {
			return c
		}
		return strings.Compare(a.EventoID, b.EventoID)
	})
	return ps[:min(len(ps), limite)]
}

// deCarpeta reads the index by carpeta; the items come as they are, or as the
// index last saw them.
func (m *mundo) deCarpeta(c eliminacion.ConsultaCarpeta, rezago time.Duration) []eliminacion.Eliminacion {
	var es []eliminacion.Eliminacion
	for _, s := range m.orden {
		if s.CarpetaID != c.CarpetaID || rezago > 0 && s.nacida > m.ahora-rezago {
			continue
		}
		es = append(es, s.hace(m.ahora-rezago))
	}
	slices.SortFunc(es, func(a, b eliminacion.Eliminacion) int { return strings.Compare(b.ClaveCarpeta(), a.ClaveCarpeta()) })
	return es[:min(len(es), c.Limite)]
}
