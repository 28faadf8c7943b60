package auditoria

import (
	"strconv"
	"time"
)

// DeRespaldo is the event of a backup, which takes everything with it. It is told before it is made.
func DeRespaldo(cifrado bool) Evento {
	return Evento{Tipo: RespaldoHecho, Recurso: Recurso{Tipo: "respaldo"}, OperadorID: SinOperador, Datos: map[string]string{"cifrado": strconv.FormatBool(cifrado)}}
}

// DeRestauracion is the event of a data folder that was made of a backup: what happened after it was taken is
// not in this trail.
func DeRestauracion(id string, tomado time.Time) Evento {
	return Evento{Tipo: RespaldoRestaurado, Recurso: Recurso{Tipo: "respaldo", ID: id}, OperadorID: SinOperador, Datos: map[string]string{"tomado": tomado.UTC().Format(time.RFC3339)}}
}
