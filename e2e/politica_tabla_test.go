package e2e_test

// salida is what comes of a request.
type salida string

const (
	si     salida = "sí"        // there is a value
	talvez salida = "sí o nulo" // a value that may be null, whoever asks
	nulo   salida = "nulo"      // as if there were nothing
	vacia  salida = "vacía"     // a list without elements in this world
	noAuth salida = "UNAUTHENTICATED"
	noEsta salida = "NOT_FOUND"
	no     salida = "FORBIDDEN"
	regla  salida = "OPERACION_NO_PERMITIDA" // allowed, but not in this state
)

// permite: whoever asks comes through.
func (s salida) permite() bool { return s == si || s == talvez || s == vacia }

// acceso is what comes of it for each quien: anonimo, dueno, otro, operador, operadorAjeno, auditor.
type acceso [6]salida

var (
	quienSea      = acceso{noAuth, si, si, si, si, si}
	todoElMundo   = acceso{si, si, si, si, si, si}
	deCiudadano   = acceso{noAuth, si, si, noEsta, noEsta, noEsta}     // own carpeta, whose ever
	soloDueno     = acceso{noAuth, si, noEsta, noEsta, noEsta, noEsta} // the carpeta and all in it
	nodoDueno     = acceso{noAuth, si, nulo, nulo, nulo, nulo}         // the same, asked by node
	suEliminacion = acceso{noAuth, si, noEsta, si, noEsta, si}         // who may see a deletion
	nodoSuya      = acceso{noAuth, si, nulo, si, nulo, si}             // the same, asked by node
	decide        = acceso{noAuth, no, noEsta, si, noEsta, no}         // decides on a certified document
	pideBorrar    = acceso{noAuth, si, noEsta, si, noEsta, noEsta}     // asks for that decision
	cancela       = acceso{noAuth, si, noEsta, no, noEsta, no}         // takes a deletion back
	reintenta     = acceso{noAuth, no, noEsta, regla, noEsta, no}      // runs one again
	deSuOperador  = acceso{noAuth, no, no, si, no, si}                 // lists of an operador, asked for by its name
	investiga     = acceso{noAuth, no, noEsta, si, noEsta, si}         // asks why a deletion does not move
	cadaOperador  = acceso{noAuth, no, no, si, si, no}                 // does something to its own
	deLaLista     = acceso{noAuth, si, noEsta, si, noEsta, si}         // a page of deletions: the owner's, or the operador's
	soloSuyo      = acceso{noAuth, si, nulo, nulo, nulo, nulo}         // an error about the owner's things
	quienLoHizo   = acceso{noAuth, nulo, noEsta, nulo, noEsta, si}     // who deleted what
	enLaLista     = acceso{noAuth, no, no, nulo, no, si}               // the same in the list of an operador
)

// quiza is the same access to what may be null.
func quiza(a acceso) acceso { return en(a, talvez) }

// en puts another outcome wherever there was a value.
func en(a acceso, s salida) acceso {
	for q, que := range a {
		if que == si {
			a[q] = s
		}
	}
	return a
}

// con changes what comes of it for one of them.
func con(a acceso, q quien, s salida) acceso { a[q] = s; return a }

// tipoPolitica are the rows of a type's fields, and the ways to an object of it.
type tipoPolitica struct {
	nombre string
	vias   []via
	reglas []reglaCampos
}

type reglaCampos struct {
	acceso acceso
	campos string // names, separated by blanks
}

// via is a way to an object: through a root field, whose row says who gets in.
type via struct {
	raiz   string
	hasta  string  // selection under the root field, %s are the object's fields
	camino string  // the same as a path in the answer
	acceso *acceso // of this request, if not the root's row
	pide   string  // key of pedidos, if not raiz
}

// politica is who sees and does what, field by field. A field that is not here
// fails TestPolitica.
var politica = []tipoPolitica{
	{"Query", nil, []reglaCampos{
		{nodoDueno, "node nodes"},
		{soloDueno, "carpeta"},
		{deCiudadano, "miCarpeta"},
		{suEliminacion, "eliminacion"},
		{deSuOperador, "eliminaciones mensajesMuertos"},
		{investiga, "porQueNoAvanza"},
		{todoElMundo, "rateLimit"},
	}},
	{"Mutation", nil, []reglaCampos{
		{soloDueno, "iniciarCarga confirmarCarga deleteDocumento"},
		{cancela, "cancelarEliminacion"},
		{reintenta, "reintentarEliminacion"},
		{pideBorrar, "solicitarEliminacion"},
		{decide, "aprobarEliminacion rechazarEliminacion"},
		{cadaOperador, "reencolarMensajes"},
	}},
	{"Subscription", nil, []reglaCampos{
		{suEliminacion, "eliminacion"},
		{soloDueno, "eliminacionesDeCarpeta"},
	}},

	{"Carpeta", []via{
		{raiz: "Query.carpeta", hasta: "%s", camino: "r"},
		{raiz: "Query.node", hasta: "... on Carpeta { %s }", camino: "r", pide: "Query.node carpeta"},
		{raiz: "Query.eliminacion", hasta: "carpeta { %s }", camino: "r.carpeta", acceso: &carpetaDeEliminacion},
		{raiz: "Subscription.eliminacion", hasta: "carpeta { %s }", camino: "r.carpeta", acceso: &carpetaDeEliminacion},
		{raiz: "Mutation.confirmarCarga", hasta: "carpeta { %s }", camino: "r.carpeta"},
	}, []reglaCampos{
		{soloDueno, "id carpetaId operadorId totalDocumentosAproximado documentos eliminaciones"},
	}},
	{"Documento", []via{
		{raiz: "Query.node", hasta: "... on Documento { %s }", camino: "r"},
		{raiz: "Query.nodes", hasta: "... on Documento { %s }", camino: "r"},
		{raiz: "Query.carpeta", hasta: "documentos { nodes { %s } }", camino: "r.documentos.nodes"},
		{raiz: "Query.carpeta", hasta: "documentos { edges { node { %s } } }", camino: "r.documentos.edges.node"},
		{raiz: "Mutation.deleteDocumento", hasta: "documento { %s }", camino: "r.documento"},
		{raiz: "Mutation.iniciarCarga", hasta: "documento { %s }", camino: "r.documento"},
	}, []reglaCampos{
		{soloDueno, "id documentoId titulo tipoDocumento contextoDocumento estadoDocumento tamanoBytes hashDocumento"},
		{soloDueno, "fechaRecepcion fechaUltimaModificacion certificado esDescargable"},
		{quiza(soloDueno), "urlDescarga eliminacion"},
	}},
	{"Eliminacion", []via{
		{raiz: "Query.eliminacion", hasta: "%s", camino: "r"},
		{raiz: "Query.node", hasta: "... on Eliminacion { %s }", camino: "r", pide: "Query.node eliminacion", acceso: &nodoSuya},
		{raiz: "Query.node", hasta: "... on Documento { eliminacion { %s } }", camino: "r.eliminacion", pide: "Query.node bloqueado"},
		{raiz: "Query.carpeta", hasta: "eliminaciones { nodes { %s } }", camino: "r.eliminaciones.nodes"},
		{raiz: "Query.carpeta", hasta: "eliminaciones { edges { node { %s } } }", camino: "r.eliminaciones.edges.node"},
		{raiz: "Query.eliminaciones", hasta: "nodes { %s }", camino: "r.nodes"},
		{raiz: "Query.eliminaciones", hasta: "edges { node { %s } }", camino: "r.edges.node"},
		{raiz: "Subscription.eliminacion", hasta: "%s", camino: "r"},
		{raiz: "Subscription.eliminacionesDeCarpeta", hasta: "%s", camino: "r"},
		{raiz: "Mutation.deleteDocumento", hasta: "eliminacion { %s }", camino: "r.eliminacion"},
		{raiz: "Mutation.cancelarEliminacion", hasta: "eliminacion { %s }", camino: "r.eliminacion"},
		{raiz: "Mutation.solicitarEliminacion", hasta: "eliminacion { %s }", camino: "r.eliminacion"},
		{raiz: "Mutation.aprobarEliminacion", hasta: "eliminacion { %s }", camino: "r.eliminacion"},
	}, []reglaCampos{
		{suEliminacion, "id eventoId estado pasoActual secuencia estadoEvento progreso documentoId solicitadaEn errores historia"},
		{quiza(suEliminacion), "cancelableHasta completadaEn aprobacion"},
		{carpetaDeEliminacion, "carpeta documentoGlobalId"},
		{quienLoHizo, "auditoria"},
	}},
	{"Auditoria", []via{
		{raiz: "Query.eliminacion", hasta: "auditoria { %s }", camino: "r.auditoria", acceso: &quienLoHizo},
		{raiz: "Query.eliminaciones", hasta: "nodes { auditoria { %s } }", camino: "r.nodes.auditoria", acceso: &enLaLista},
		{raiz: "Subscription.eliminacion", hasta: "auditoria { %s }", camino: "r.auditoria", acceso: &quienLoHizo},
	}, []reglaCampos{
		{quienLoHizo, "carpetaId operadorId solicitadaPor"},
		{quiza(quienLoHizo), "decididaPor"},
	}},
	{"Progreso", []via{{raiz: "Query.eliminacion", hasta: "progreso { %s }", camino: "r.progreso"}}, []reglaCampos{
		{suEliminacion, "paso totalPasos intento"},
		{quiza(suEliminacion), "proximoReintento"},
	}},
	{"CambioDeEliminacion", []via{{raiz: "Query.eliminacion", hasta: "historia { %s }", camino: "r.historia"}}, []reglaCampos{
		{suEliminacion, "secuencia estado paso intento en"},
	}},
	{"FallaDePaso", []via{{raiz: "Query.eliminacion", hasta: "errores { %s }", camino: "r.errores", pide: "Query.eliminacion averiada"}}, []reglaCampos{
		{suEliminacion, "paso codigo mensaje intento en"},
	}},
	{"Aprobacion", []via{{raiz: "Query.eliminacion", hasta: "aprobacion { %s }", camino: "r.aprobacion", pide: "Query.eliminacion solicitada"}}, []reglaCampos{
		{suEliminacion, "motivo hasta resultado"},
		{quiza(suEliminacion), "decididaEn comentario"},
	}},

	{"Bloqueo", []via{{raiz: "Query.porQueNoAvanza", hasta: "%s", camino: "r"}}, []reglaCampos{
		{investiga, "causa detalle siguiente"},
		{quiza(investiga), "desde hasta quien"},
	}},
	{"MensajeMuertoConnection", []via{{raiz: "Query.mensajesMuertos", hasta: "%s", camino: "r"}}, []reglaCampos{
		{deSuOperador, "edges nodes pageInfo total incompleta"},
	}},
	{"MensajeMuertoEdge", []via{{raiz: "Query.mensajesMuertos", hasta: "edges { %s }", camino: "r.edges"}}, []reglaCampos{
		{deSuOperador, "cursor node"},
	}},
	{"MensajeMuerto", []via{
		{raiz: "Query.mensajesMuertos", hasta: "nodes { %s }", camino: "r.nodes"},
		{raiz: "Query.mensajesMuertos", hasta: "edges { node { %s } }", camino: "r.edges.node"},
	}, []reglaCampos{
		{deSuOperador, "id cola colaDeTrabajo tipo motivo legible eventoId operadorId eliminacion intento publicadoEn muertoEn"},
	}},
	{"RateLimit", []via{{raiz: "Query.rateLimit", hasta: "%s", camino: "r"}}, []reglaCampos{
		{todoElMundo, "limite costo restante reinicio"},
	}},

	{"DocumentoConnection", []via{{raiz: "Query.carpeta", hasta: "documentos { %s }", camino: "r.documentos"}}, []reglaCampos{
		{soloDueno, "edges nodes pageInfo modificacionDetectada"},
	}},
	{"DocumentoEdge", []via{{raiz: "Query.carpeta", hasta: "documentos { edges { %s } }", camino: "r.documentos.edges"}}, []reglaCampos{
		{soloDueno, "cursor node"},
	}},
	{"EliminacionConnection", []via{
		{raiz: "Query.carpeta", hasta: "eliminaciones { %s }", camino: "r.eliminaciones"},
		{raiz: "Query.eliminaciones", hasta: "%s", camino: "r"},
	}, []reglaCampos{
		{deLaLista, "edges nodes pageInfo"},
	}},
	{"EliminacionEdge", []via{
		{raiz: "Query.carpeta", hasta: "eliminaciones { edges { %s } }", camino: "r.eliminaciones.edges"},
		{raiz: "Query.eliminaciones", hasta: "edges { %s }", camino: "r.edges"},
	}, []reglaCampos{
		{deLaLista, "cursor node"},
	}},
	{"PageInfo", []via{
		{raiz: "Query.carpeta", hasta: "documentos { pageInfo { %s } }", camino: "r.documentos.pageInfo"},
		{raiz: "Query.carpeta", hasta: "eliminaciones { pageInfo { %s } }", camino: "r.eliminaciones.pageInfo"},
		{raiz: "Query.eliminaciones", hasta: "pageInfo { %s }", camino: "r.pageInfo"},
	}, []reglaCampos{
		{deLaLista, "hasNextPage hasPreviousPage startCursor endCursor"},
	}},

	{"IniciarCargaPayload", []via{{raiz: "Mutation.iniciarCarga", hasta: "%s", camino: "r"}}, []reglaCampos{{soloDueno, "documento carga errores"}}},
	{"Carga", []via{{raiz: "Mutation.iniciarCarga", hasta: "carga { %s }", camino: "r.carga"}}, []reglaCampos{{soloDueno, "metodo url encabezados expiraEn"}}},
	{"Encabezado", []via{{raiz: "Mutation.iniciarCarga", hasta: "carga { encabezados { %s } }", camino: "r.carga.encabezados"}}, []reglaCampos{{soloDueno, "nombre valor"}}},
	{"ConfirmarCargaPayload", []via{{raiz: "Mutation.confirmarCarga", hasta: "%s", camino: "r"}}, []reglaCampos{{soloDueno, "documento carpeta errores"}}},
	{"DeleteDocumentoPayload", []via{{raiz: "Mutation.deleteDocumento", hasta: "%s", camino: "r"}}, []reglaCampos{{soloDueno, "eliminacion documento errores"}}},
	{"CancelarEliminacionPayload", []via{{raiz: "Mutation.cancelarEliminacion", hasta: "%s", camino: "r"}}, []reglaCampos{{cancela, "eliminacion documento errores"}}},
	{"ReintentarEliminacionPayload", []via{{raiz: "Mutation.reintentarEliminacion", hasta: "%s", camino: "r"}}, []reglaCampos{{reintenta, "eliminacion errores"}}},
	{"SolicitarEliminacionPayload", []via{{raiz: "Mutation.solicitarEliminacion", hasta: "%s", camino: "r"}}, []reglaCampos{
		{pideBorrar, "eliminacion errores"},
		{con(pideBorrar, operador, nulo), "documento"},
	}},
	{"AprobarEliminacionPayload", []via{{raiz: "Mutation.aprobarEliminacion", hasta: "%s", camino: "r"}}, []reglaCampos{{decide, "eliminacion errores"}}},
	{"RechazarEliminacionPayload", []via{{raiz: "Mutation.rechazarEliminacion", hasta: "%s", camino: "r"}}, []reglaCampos{{decide, "eliminacion errores"}}},

	{"ReencolarMensajesPayload", []via{{raiz: "Mutation.reencolarMensajes", hasta: "%s", camino: "r"}}, []reglaCampos{
		{cadaOperador, "simulado lotes reencolados restantes errores"},
		{quiza(cadaOperador), "detenidoPor detalle"},
	}},
	{"LoteReencolado", []via{{raiz: "Mutation.reencolarMensajes", hasta: "lotes { %s }", camino: "r.lotes"}}, []reglaCampos{
		{con(cadaOperador, operadorAjeno, vacia), "tamano reencolados fallidos"},
	}},

	errorPolitica("MensajeNoEncontrado", "Mutation.reencolarMensajes", "ausente", cadaOperador),
	errorPolitica("DocumentoNoEncontrado", "Mutation.deleteDocumento", "ausente", quienSea),
	errorPolitica("EliminacionNoEncontrada", "Mutation.cancelarEliminacion", "ausente", quienSea),
	errorPolitica("OperacionNoPermitida", "Mutation.deleteDocumento", "certificado", soloSuyo),
	errorPolitica("CargaInvalida", "Mutation.confirmarCarga", "vacio", soloSuyo),
	{"EntradaInvalida", viaDeError("EntradaInvalida", "Mutation.iniciarCarga", "mala", quienSea), []reglaCampos{{quienSea, "codigo mensaje campos"}}},
	{"CampoInvalido", []via{{raiz: "Mutation.iniciarCarga", pide: "Mutation.iniciarCarga mala", acceso: &quienSea,
		hasta: "errores { ... on EntradaInvalida { campos { %s } } }", camino: "r.errores.campos"}}, []reglaCampos{{quienSea, "campo mensaje"}}},
}

// carpetaDeEliminacion: who may see a deletion may not for that see the folder.
var carpetaDeEliminacion = con(con(suEliminacion, operador, nulo), auditor, nulo)

func errorPolitica(tipo, raiz, caso string, a acceso) tipoPolitica {
	return tipoPolitica{tipo, viaDeError(tipo, raiz, caso, a), []reglaCampos{{a, "codigo mensaje"}}}
}

func viaDeError(tipo, raiz, caso string, a acceso) []via {
	return []via{{raiz: raiz, pide: raiz + " " + caso, acceso: &a, hasta: "errores { ... on " + tipo + " { %s } }", camino: "r.errores"}}
}
