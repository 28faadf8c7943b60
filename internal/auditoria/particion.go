package auditoria

import "strconv"

// DeParticion is the event of a change of the number of parts of an operador's indexes, when it begins.
func DeParticion(operadorID string, partes int) Evento {
	return Evento{
		Tipo: IndiceDividido, Recurso: Recurso{Tipo: "indice", ID: operadorID}, OperadorID: operadorID,
		Datos: map[string]string{"partes": strconv.Itoa(partes)},
	}
}
