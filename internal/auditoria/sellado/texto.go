package sellado

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
)

// eventoV1 is what the log commits to, in this order. A field that comes later is left out when
// it is empty, so that the text of an older event stays what it was.
type eventoV1 struct {
	EventoID      string            `json:"eventoId"`
	Tipo          string            `json:"tipo"`
	Servicio      string            `json:"servicio"`
	CorrelacionID string            `json:"correlacionId,omitempty"`
	Momento       string            `json:"momento"`
	Resultado     string            `json:"resultado"`
	Gravedad      string            `json:"gravedad"`
	Recurso       *recursoV1        `json:"recurso,omitempty"`
	Actor         actorV1           `json:"actor"`
	EnNombreDe    string            `json:"enNombreDe,omitempty"`
	Proposito     string            `json:"proposito,omitempty"`
	BaseLegal     string            `json:"baseLegal,omitempty"`
	OperadorID    string            `json:"operadorId"`
	CarpetaID     string            `json:"carpetaId,omitempty"`
	DocumentoID   string            `json:"documentoId,omitempty"`
	Datos         map[string]string `json:"datos,omitempty"`
}

type recursoV1 struct {
	Tipo string `json:"tipo"`
	ID   string `json:"id,omitempty"`
}

// actorV1 has no id of a person: the text is handed to citizens, and who works for an operador
// is nobody's business there. Who knows the event's salt and the id can compute the hash.
type actorV1 struct {
	Tipo       string `json:"tipo"`
	Hash       string `json:"hash,omitempty"`
	OperadorID string `json:"operadorId,omitempty"`
	EntidadID  string `json:"entidadId,omitempty"`
}

const formatoMomento = "2006-01-02T15:04:05.000Z"

// Texto is the event as the log commits to it: one line of JSON, always the same bytes.
func Texto(e auditoria.Evento) []byte {
	v := eventoV1{
		EventoID: e.EventoID, Tipo: string(e.Tipo), Servicio: string(e.Servicio), CorrelacionID: e.CorrelacionID,
		Momento: e.Momento.UTC().Truncate(time.Millisecond).Format(formatoMomento), Resultado: string(e.Resultado), Gravedad: string(e.Gravedad),
		Actor:      actorV1{Tipo: e.Actor.Tipo, OperadorID: e.Actor.OperadorID, EntidadID: e.Actor.EntidadID},
		EnNombreDe: e.EnNombreDe, Proposito: e.Proposito, BaseLegal: e.BaseLegal,
		OperadorID: e.OperadorID, CarpetaID: e.CarpetaID, DocumentoID: e.DocumentoID, Datos: e.Datos,
	}
	if e.Recurso != (auditoria.Recurso{}) {
		v.Recurso = &recursoV1{e.Recurso.Tipo, e.Recurso.ID}
	}
	if e.Actor.ID != "" {
		v.Actor.Hash = hex.EncodeToString(derivada(e.Sal, "actor\n"+e.Actor.ID))
	}
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // strings always marshal
	}
	return text
}

// Archivo is the event as a file, with the salt of its commitment. That salt is made from the
// event's own, which stays inside: with it a short id could be found by trying.
func Archivo(e auditoria.Evento) verify.EventFile {
	return verify.EventFile{Salt: verify.Salt(derivada(e.Sal, "evento\n")), Event: Texto(e)}
}

// entrada is what the log holds of the event.
func entrada(e auditoria.Evento) []byte {
	c := Archivo(e).Commitment()
	return c[:]
}

func derivada(sal []byte, palabra string) []byte {
	mac := hmac.New(sha256.New, sal)
	mac.Write([]byte(palabra))
	return mac.Sum(nil)
}
