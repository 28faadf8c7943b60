package sellado

import (
	"crypto/ed25519"
	"encoding/base64"
	"fmt"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
)

// Hechos are the events of the keys as they are: one for each, which says since when it signs, and until when
// if another one follows it. They belong to no operador.
func (l Llaves) Hechos() []auditoria.Evento {
	hs := make([]auditoria.Evento, len(l.llaves))
	for i, k := range l.llaves {
		public := ed25519.NewKeyFromSeed(k.semilla).Public().(ed25519.PublicKey)
		id := fmt.Sprintf("%08x", verify.KeyID(l.nombre, verify.KindLog, public))
		hs[i] = auditoria.Evento{
			Tipo: auditoria.LlaveCambiada, Recurso: auditoria.Recurso{Tipo: "llave de sello", ID: id}, OperadorID: auditoria.SinOperador, CorrelacionID: "sello+" + id,
			Datos: map[string]string{"nombre": l.nombre, "publica": base64.StdEncoding.EncodeToString(public), "desde": k.desde.Format(time.RFC3339)},
		}
		if !k.hasta.IsZero() {
			hs[i].Datos["hasta"] = k.hasta.Format(time.RFC3339)
		}
	}
	return hs
}
