package boltstore

import (
	"encoding/json"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// sagaV1 is how a saga is stored. It has the fields of eliminacion.Eliminacion,
// and stops compiling when they change.
type sagaV1 struct {
	EventoID          string                 `json:"eventoId"`
	CarpetaID         string                 `json:"carpetaId"`
	DocumentoID       string                 `json:"documentoId"`
	OperadorID        string                 `json:"operadorId"`
	SolicitadaPor     string                 `json:"solicitadaPor"`
	StoragePath       string                 `json:"storagePath"`
	VersionArchivo    string                 `json:"versionArchivo,omitempty"`
	TipoCarpeta       string                 `json:"tipoCarpeta,omitempty"`
	TamanoBytes       int64                  `json:"tamanoBytes,omitempty"`
	VersionesBorradas int                    `json:"versionesBorradas,omitempty"`
	Estado            eliminacion.EstadoSaga `json:"estado"`
	Paso              eliminacion.Paso       `json:"paso"`
	Secuencia         int64                  `json:"secuencia"`
	Intento           int                    `json:"intento,omitempty"`
	Recuerdo          *eliminacion.Recuerdo  `json:"recuerdo,omitempty"`
	Aprobacion        *eliminacion.Solicitud `json:"aprobacion,omitempty"`
	VentanaHasta      time.Time              `json:"ventanaHasta,omitzero"`
	ProximoReintento  time.Time              `json:"proximoReintento,omitzero"`
	SolicitadaEn      time.Time              `json:"solicitadaEn"`
	CompletadaEn      time.Time              `json:"completadaEn,omitzero"`
	Errores           []eliminacion.Falla    `json:"errores,omitempty"`
	Historia          []eliminacion.Cambio   `json:"historia,omitempty"`
	NoAntesDe         time.Time              `json:"noAntesDe,omitzero"`
	Arriendos         int64                  `json:"arriendos,omitempty"`
	Entregas          int                    `json:"entregas,omitempty"`
	Traza             string                 `json:"traza,omitempty"`
	ArrendadaPor      string                 `json:"arrendadaPor,omitempty"`
	FalloEnvio        eliminacion.FalloEnvio `json:"falloEnvio,omitempty"`
	ExpiraEn          time.Time              `json:"expiraEn,omitzero"`
}

func encodeSaga(e eliminacion.Eliminacion) ([]byte, error) {
	j, err := json.Marshal(sagaV1(e))
	return append([]byte{version1}, j...), err
}

func decodeSaga(v []byte) (eliminacion.Eliminacion, error) {
	l := openValue(v)
	if l.err != nil {
		return eliminacion.Eliminacion{}, l.err
	}
	var e sagaV1
	err := json.Unmarshal(l.b, &e)
	return eliminacion.Eliminacion(e), err
}
