package auditoria

import (
	"time"
)

// DeRespaldo is the event of a backup, which takes everything with it. It is written before the backup is made.
func DeRespaldo() Evento {
	return Evento{Tipo: RespaldoHecho, Recurso: Recurso{Tipo: "respaldo"}, OperadorID: SinOperador, Datos: map[string]string{"cifrado": "false"}}
}

// DeMigracion is the event of a data folder whose content is taken to other stores. It is written before anything is
// read.
func DeMigracion(origen string) Evento {
	e := DeRespaldo()
	e.Recurso = Recurso{Tipo: "migracion", ID: origen}
	return e
}

// DeMigrado is the event of stores that took over what a data folder held at a moment.
func DeMigrado(origen string, tomado time.Time) Evento {
	e := DeRestauracion(origen, tomado)
	e.Recurso.Tipo = "migracion"
	return e
}

// DeRestauracion is the event of a data folder that was made of a backup: what happened after it was taken is
// not in this trail.
func DeRestauracion(id string, tomado time.Time) Evento {
	return Evento{Tipo: RespaldoRestaurado, Recurso: Recurso{Tipo: "respaldo", ID: id}, OperadorID: SinOperador, Datos: map[string]string{"tomado": tomado.UTC().Format(time.RFC3339)}}
}
