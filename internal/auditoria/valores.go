package auditoria

// Servicios are all parts that write events, Resultados and Gravedades all values of theirs.
var (
	Servicios  = []Servicio{API, Coordinador, BorradorObjetos, BorradorMetadata, Barrendero, Reconciliador, Consola}
	Resultados = []Resultado{Exito, Fracaso, Negado}
	Gravedades = []Gravedad{Informa, Advierte, Critica}
)
