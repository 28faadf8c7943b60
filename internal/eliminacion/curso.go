package eliminacion

import (
	"strconv"
	"strings"
	"time"
)

// NacidaEn is when an eventoId was made, as a UUID v7 tells; a moment long ago for
// any other.
func NacidaEn(eventoID string) time.Time {
	digitos := strings.ReplaceAll(eventoID, "-", "")
	ms, err := strconv.ParseInt(digitos[:min(len(digitos), 12)], 16, 64)
	if err != nil {
		return time.Time{}
	}
	return time.UnixMilli(ms)
}

// EnCursoDesde is since when the machine has been at work on a saga, or should have
// been; false if it has ended or waits for a person. The wait that a person asked
// for, and the time before an operador tried again, do not count.
func (e Eliminacion) EnCursoDesde() (time.Time, bool) {
	switch {
	case e.Estado.Terminal():
		return time.Time{}, false
	case e.Paso == Espera && e.VentanaHasta.After(e.SolicitadaEn):
		return e.VentanaHasta, true
	case !enCurso(Cambio{Estado: e.Estado, Paso: e.Paso}):
		return time.Time{}, false
	}
	desde := e.ultimoCambio()
	for i := len(e.Historia) - 1; i >= 0 && enCurso(e.Historia[i]); i-- {
		desde = e.Historia[i].En
	}
	return desde, true
}

func enCurso(c Cambio) bool {
	return !c.Estado.Terminal() && c.Paso != Espera && c.Paso != Aprobacion
}
