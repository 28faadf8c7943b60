package auditoria

import (
	"fmt"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Mandato is what an auditor asks to be hidden, and by whose order: events, or an office, or both.
type Mandato struct {
	CarpetaID         string
	Motivo, BaseLegal string
	Hasta             time.Time
	Eventos           []string
	Oficina           *Oficina
	Desde             time.Time // of Oficina; zero for now
}

// The bounds of an order. Looks are kept for a year, so that even a second order after the first one
// leaves the owner time to see them.
const (
	MaxEmbargo        = 180 * 24 * time.Hour
	MaxEventosEmbargo = 50
	maxVigentes       = 16 // of a carpeta
	maxEmbargos       = 32 // kept of a carpeta; the trail has all
)

const (
	faltaFinalidad = "Una sola línea de texto, de 1 a 120 bytes en UTF-8, que empieza con letra o número."
	ajenoACarpeta  = "No es un evento de esta carpeta."
	delDueno       = "Lo hizo el propio ciudadano: no se le oculta."
)

// validar looks at everything that no store has to be asked for.
func (m Mandato) validar(f *faltas, now time.Time) {
	f.si(!auth.EsFinalidad(m.Motivo), "motivo", faltaFinalidad)
	f.si(!auth.EsFinalidad(m.BaseLegal), "baseLegal", faltaFinalidad)
	f.si(!m.Hasta.After(now) || m.Hasta.After(now.Add(MaxEmbargo)), "hasta",
		fmt.Sprintf("Debe estar en el futuro, y a lo sumo %d días después.", MaxEmbargo/(24*time.Hour)))
	f.si(len(m.Eventos) == 0 && m.Oficina == nil, "eventoIds", "Indique qué se oculta: eventos, las miradas de una oficina, o ambos.")
	f.si(len(m.Eventos) > MaxEventosEmbargo, "eventoIds", fmt.Sprintf("Como máximo %d.", MaxEventosEmbargo))
	for i, id := range m.Eventos {
		f.si(i < MaxEventosEmbargo && !relay.IsUUID(id), campoEvento(i), "Debe ser un UUID en minúsculas.")
	}
	if m.Oficina != nil {
		m.Oficina.validar(f)
		f.si(m.Desde.After(now.Add(desfase)), "miradasDe.desde", "Está en el futuro.")
	}
}

func campoEvento(i int) string { return fmt.Sprintf("eventoIds.%d", i) }

func (o Oficina) validar(f *faltas) {
	rol := auth.Role(o.Rol)
	oficial := rol == auth.Operador || rol == auth.Entidad || rol == auth.Auditor || rol == auth.Administrador
	f.si(!oficial, "miradasDe.rol", "Debe ser operador, entidad, auditor o administrador: al ciudadano no se le oculta lo propio.")
	f.si(o.OperadorID != "" && (rol != auth.Operador || !esID(o.OperadorID)), "miradasDe.operadorId", "Solo junto al rol operador, y de 1 a 128 caracteres ASCII visibles.")
	f.si(o.EntidadID != "" && (rol != auth.Entidad || !esID(o.EntidadID)), "miradasDe.entidadId", "Solo junto al rol entidad, y de 1 a 128 caracteres ASCII visibles.")
}

// embargo is the order at a moment. Clocks differ: whoever looks after it, by another clock, is hidden too.
func (m Mandato) embargo(now time.Time) Embargo {
	o := Embargo{
		Motivo: m.Motivo, BaseLegal: m.BaseLegal, OrdenadoEn: now, Hasta: m.Hasta.UTC().Truncate(time.Millisecond), Eventos: m.Eventos, Oficina: m.Oficina,
	}
	if o.Oficina != nil {
		if o.Desde = m.Desde.UTC().Truncate(time.Millisecond); m.Desde.IsZero() || o.Desde.After(now) {
			o.Desde = now
		}
		o.Desde = o.Desde.Add(-desfase)
	}
	return o
}
