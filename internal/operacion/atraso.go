package operacion

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// maxAtraso is how many deletions of a state are counted: one walk of the index.
const maxAtraso = 1000

// Edad is how long ago a deletion was asked for, roughly.
type Edad string

// The ages, the youngest first.
const (
	Minuto Edad = "MINUTO" // less than a minute
	Hora   Edad = "HORA"   // less than an hour, and so on
	Dia    Edad = "DIA"
	Semana Edad = "SEMANA"
	Mayor  Edad = "MAYOR" // a week or more
)

// edades are the ages and where each ends; the last one does not.
var edades = []struct {
	edad  Edad
	hasta time.Duration
}{{Minuto, time.Minute}, {Hora, time.Hour}, {Dia, 24 * time.Hour}, {Semana, 7 * 24 * time.Hour}, {Mayor, 0}}

// AtrasoDeEstado is how many deletions of an operador are in a state, and how old they are.
type AtrasoDeEstado struct {
	Estado     eliminacion.EstadoSaga
	Total      int // maxAtraso stands for that many or more: the oldest are counted
	Acotado    bool
	MasAntigua *time.Time     // when the oldest was asked for; nil if there is none
	Edades     []AtrasoDeEdad // each age, the youngest first
}

// AtrasoDeEdad is how many of them are of an age.
type AtrasoDeEdad struct {
	Edad    Edad
	Cuantas int
}

// Atraso counts an operador's deletions that may need somebody, by state and age. It reads nothing but the keys of the
// index, and names nobody: so it is not written into the trail.
func (s *Servicio) Atraso(ctx context.Context, quien auth.Principal, operadorID string) (as []AtrasoDeEstado, err error) {
	operadorID, err = unOperador(quien, operadorID)
	if err != nil {
		return nil, err
	}
	for _, estado := range estadosPorAtender {
		claves, err := s.Sagas.Store.ClavesDeOperador(ctx, eliminacion.ConsultaOperador{OperadorID: operadorID, Estado: estado, Limite: maxAtraso})
		if err != nil {
			return nil, err
		}
		as = append(as, contar(estado, claves, s.Clock()))
	}
	return as, nil
}

// contar counts keys, the oldest first, by their age.
func contar(estado eliminacion.EstadoSaga, claves []string, now time.Time) AtrasoDeEstado {
	a := AtrasoDeEstado{Estado: estado, Total: len(claves), Acotado: len(claves) == maxAtraso}
	for _, e := range edades {
		a.Edades = append(a.Edades, AtrasoDeEdad{Edad: e.edad})
	}
	for i, clave := range claves {
		en := eliminacion.SolicitadaEnDeClave(clave)
		if i == 0 {
			a.MasAntigua = &en
		}
		a.Edades[edadDe(now.Sub(en))].Cuantas++
	}
	return a
}

// edadDe is the place of an age among edades.
func edadDe(d time.Duration) int {
	for i, e := range edades[:len(edades)-1] {
		if d < e.hasta {
			return i
		}
	}
	return len(edades) - 1
}
