package carpeta

import (
	"fmt"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Uso is what a carpeta takes up: its documents in every state, announced ones included.
// It changes only inside the transactions that write or remove them.
type Uso struct {
	Bytes      int64 `json:"bytes"`
	Documentos int64 `json:"documentos"`
	Pendientes int64 `json:"pendientes"` // of these, announced and not confirmed
}

// Mas is the usage after a change.
func (u Uso) Mas(d Uso) Uso {
	u.Bytes, u.Documentos, u.Pendientes = u.Bytes+d.Bytes, u.Documentos+d.Documentos, u.Pendientes+d.Pendientes
	return u
}

// Menos is the usage before that change.
func (u Uso) Menos(d Uso) Uso { return u.Mas(Uso{-d.Bytes, -d.Documentos, -d.Pendientes}) }

// Cuota bounds the usage of one carpeta.
type Cuota struct{ Bytes, Documentos, Pendientes int64 }

// SinCuota is a quota without bounds, for writes that no citizen asked for.
var SinCuota = Cuota{1 << 62, 1 << 62, 1 << 62}

// Admite reports whether one more announced document of so many bytes fits.
func (q Cuota) Admite(u Uso, bytes int64) bool {
	return u.Bytes <= q.Bytes-bytes && u.Documentos < q.Documentos && u.Pendientes < q.Pendientes
}

// Exceso is the cause of a refusal: what was used, and allowed.
type Exceso struct {
	Uso   Uso
	Cuota Cuota
}

func (e Exceso) Error() string { return fmt.Sprintf("used %+v of %+v", e.Uso, e.Cuota) }

// Excedida refuses, and says what is used, what is allowed, and how to make room.
func (q Cuota) Excedida(u Uso, bytes int64) error { return q.mensaje(u, bytes).Because(Exceso{u, q}) }

func (q Cuota) mensaje(u Uso, bytes int64) *fault.Error {
	switch {
	case u.Pendientes >= q.Pendientes:
		return fault.Newf(fault.QuotaExceeded, "La carpeta ya tiene %d cargas sin confirmar, de %d permitidas: termínelas o cancélelas, o espere a que venzan.", u.Pendientes, q.Pendientes)
	case u.Documentos >= q.Documentos:
		return fault.Newf(fault.QuotaExceeded, "La carpeta ya tiene %d documentos, de %d permitidos: elimine los que no necesite, e intente de nuevo.", u.Documentos, q.Documentos)
	default:
		return fault.Newf(fault.QuotaExceeded, "El archivo de %s no cabe: la carpeta ocupa %s de %s. Elimine documentos que no necesite, o suba un archivo más pequeño.", tamano(bytes), tamano(u.Bytes), tamano(q.Bytes))
	}
}

// tamano writes bytes for people.
func tamano(n int64) string {
	switch {
	case n >= 1<<30:
		return fmt.Sprintf("%.1f GiB", float64(n)/(1<<30))
	case n >= 1<<20:
		return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
	default:
		return fmt.Sprintf("%d bytes", n)
	}
}
