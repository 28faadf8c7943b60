package eliminacion

import (
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
)

// MensajeDeMiradas tells of looks at a carpeta. It holds ids only: who hears it reads the trail, and there
// what is hidden from the owner.
func MensajeDeMiradas(m auditoria.Miradas, now time.Time) broker.Message {
	a := Aviso{Version: versionAviso, CarpetaID: m.CarpetaID, OperadorID: m.OperadorID, En: now, Miradas: m.EventoIDs}
	return broker.Message{
		ID: m.EventoIDs[0], Type: broker.CarpetaLooked, Source: Origen, Subject: m.CarpetaID, Time: now, Intento: 1, Data: a.json(),
	}
}

// sinSaga reports whether a message tells of no deletion, and is whole.
func (a Aviso) sinSaga(tipo string) bool {
	switch tipo {
	case broker.DocumentChanged:
		return a.Novedad != "" && a.CarpetaID != "" && a.DocumentoID != ""
	case broker.CarpetaLooked:
		return len(a.Miradas) > 0 && a.CarpetaID != "" && a.OperadorID != ""
	}
	return false
}
