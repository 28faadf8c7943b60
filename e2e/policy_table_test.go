package e2e_test

// outcome is the outcome of a request.
type outcome string

const (
	yes             outcome = "sí"        // there is a value
	maybe           outcome = "sí o nulo" // a value that may be null, for every person
	null            outcome = "nulo"      // as if there were nothing
	empty           outcome = "vacía"     // a list without elements in this world
	unauthenticated outcome = "UNAUTHENTICATED"
	notFound        outcome = "NOT_FOUND"
	denied          outcome = "FORBIDDEN"
	notNow          outcome = "ELIMINACION_NO_FALLIDA" // allowed, but not in this state
	servedByOther   outcome = "CIUDADANO_DE_OTRO_OPERADOR"
	noReceiver      outcome = "ENTIDAD_NO_RECEPTORA"
	notYet          outcome = "RECORDATORIO_NO_ADMITIDO" // allowed, and too early
	closed          outcome = "SOLICITUD_CERRADA"        // allowed, but not in this state
)

// permits: the person gets a value.
func (s outcome) permits() bool { return s == yes || s == maybe || s == empty }

// access is the outcome for each quien with a row of their own: anonimo, dueno, otro, operador, operadorAjeno, auditor,
// entidad, entidadAjena, administrador.
type access [9]outcome

// of is the outcome for one of them. A code is no account: whoever has one asks for nothing of GraphQL.
func (a access) of(q quien) outcome {
	if q == codeHolder {
		return unauthenticated
	}
	return a[q]
}

var (
	anybody         = access{unauthenticated, yes, yes, yes, yes, yes, yes, yes, yes}
	everybody       = access{yes, yes, yes, yes, yes, yes, yes, yes, yes}
	ofCiudadano     = access{unauthenticated, yes, yes, notFound, notFound, notFound, notFound, notFound, notFound}      // own carpeta, whose ever
	onlyDueno       = access{unauthenticated, yes, notFound, notFound, notFound, notFound, notFound, notFound, notFound} // the carpeta and all in it
	nodeOfDueno     = access{unauthenticated, yes, null, null, null, null, null, null, null}                             // the same, asked by node
	seesEliminacion = access{unauthenticated, yes, notFound, yes, notFound, yes, notFound, notFound, notFound}           // who may see a deletion
	nodeOfSeen      = access{unauthenticated, yes, null, yes, null, yes, null, null, null}                               // the same, asked by node
	decides         = access{unauthenticated, denied, notFound, yes, notFound, denied, notFound, notFound, notFound}     // decides on a certified document
	asksToDelete    = access{unauthenticated, yes, notFound, yes, notFound, notFound, notFound, notFound, notFound}      // asks for that decision
	takesBack       = access{unauthenticated, yes, notFound, denied, notFound, denied, notFound, notFound, notFound}     // takes a deletion back
	erases          = access{unauthenticated, yes, yes, denied, yes, denied, yes, yes, yes}                              // ends windows: each deletion says so in its result, but to who sees it and may not
	runsAgain       = access{unauthenticated, denied, notFound, notNow, notFound, denied, notFound, notFound, notFound}  // runs one again
	ofOwnOperador   = access{unauthenticated, denied, denied, yes, denied, yes, denied, denied, denied}                  // lists of an operador, asked for by its name
	comparesLogs    = access{unauthenticated, yes, denied, yes, denied, yes, denied, denied, denied}                     // what an operador's sealed log was and is
	investigates    = access{unauthenticated, denied, notFound, yes, notFound, yes, notFound, notFound, notFound}        // asks why a deletion does not move
	eachOperador    = access{unauthenticated, denied, denied, yes, yes, denied, denied, denied, denied}                  // does something to its own
	opens           = access{unauthenticated, denied, denied, yes, servedByOther, denied, denied, denied, denied}        // opens the owner's carpeta, once more
	listed          = access{unauthenticated, yes, notFound, yes, notFound, yes, notFound, notFound, notFound}           // a page of deletions: the owner's, or the operador's
	onlyOwn         = access{unauthenticated, yes, null, null, null, null, null, null, null}                             // an error about the owner's things
	audits          = access{unauthenticated, denied, denied, denied, denied, yes, denied, denied, denied}               // orders embargos, and sees them
	whoDidIt        = access{unauthenticated, null, notFound, null, notFound, yes, notFound, notFound, notFound}         // who deleted what
	inTheList       = access{unauthenticated, denied, denied, null, denied, yes, denied, denied, denied}                 // the same in the list of an operador
)

const wrongSignature outcome = "FIRMA_INVALIDA"

// The accesses to entities and deliveries.
var (
	manages         = access{unauthenticated, denied, denied, denied, denied, denied, denied, denied, yes}          // keeps the registry
	listsTramites   = access{unauthenticated, denied, denied, denied, denied, denied, yes, yes, yes}                // the procedures that it may use
	usesTramites    = access{unauthenticated, yes, denied, denied, denied, denied, yes, empty, yes}                 // in that list: universidad may use one; the owner reads one in a request
	readsEntidad    = access{unauthenticated, notFound, notFound, notFound, notFound, notFound, yes, notFound, yes} // reads one entry
	eachEntidad     = access{unauthenticated, denied, denied, denied, denied, denied, yes, yes, denied}             // its own
	delivers        = access{unauthenticated, denied, denied, denied, denied, denied, yes, wrongSignature, denied}  // what universidad signed
	confirms        = access{unauthenticated, denied, denied, denied, denied, denied, yes, notFound, denied}        // what universidad delivers
	nodeOfRegistro  = access{unauthenticated, null, null, null, null, null, yes, null, yes}                         // readsEntidad, asked by node
	nodeOfEntidad   = access{unauthenticated, null, null, null, null, null, yes, null, null}                        // the same, asked by node
	verifies        = access{unauthenticated, yes, notFound, notFound, notFound, notFound, yes, notFound, notFound} // the owner, and who signed
	knowsTheIssuer  = access{unauthenticated, yes, notFound, yes, notFound, yes, yes, notFound, notFound}           // those, and who may see the deletion
	ofItsDeliveries = access{unauthenticated, denied, denied, denied, denied, denied, yes, empty, denied}           // in the list
)

// The accesses to consent. Both entities act with all permissions; notaria is no RECEPTOR.
var (
	asks            = access{unauthenticated, denied, denied, denied, denied, denied, yes, noReceiver, denied}              // asks the owner
	reminds         = access{unauthenticated, denied, denied, denied, denied, denied, notYet, notFound, denied}             // reminds the owner
	changesAsked    = access{unauthenticated, denied, denied, denied, denied, denied, yes, notFound, denied}                // its own request, or what it received
	answers         = access{unauthenticated, closed, notFound, notFound, notFound, notFound, notFound, notFound, notFound} // answers a request
	listsAsked      = access{unauthenticated, notFound, notFound, notFound, notFound, notFound, yes, yes, notFound}         // what its entity asked for and received
	inAskedList     = access{unauthenticated, notFound, notFound, notFound, notFound, notFound, yes, empty, notFound}       // in that list
	sharesList      = access{unauthenticated, yes, notFound, notFound, notFound, notFound, yes, yes, notFound}              // a page of requests
	seesAsked       = access{unauthenticated, yes, notFound, notFound, notFound, notFound, yes, empty, notFound}            // a request: the owner, and who asks
	nodeOfAsked     = access{unauthenticated, yes, null, null, null, null, yes, null, null}                                 // the same, asked by node
	onlyWhoAsks     = withOutcome(seesAsked, dueno, null)
	onlyWhoIsAsked  = withOutcome(seesAsked, entidad, null)
	looksAtReceived = changesAsked
)

// nullable is the same access to a value that may be null.
func nullable(a access) access { return replaceYes(a, maybe) }

// en puts another outcome wherever there was a value.
func replaceYes(a access, s outcome) access {
	for q, what := range a {
		if what == yes {
			a[q] = s
		}
	}
	return a
}

// con changes the outcome for one of them.
func withOutcome(a access, q quien, s outcome) access { a[q] = s; return a }

// policyType are the rows of a type's fields, and the ways to an object of it.
type policyType struct {
	name  string
	ways  []wayTo
	rules []fieldRule
}

type fieldRule struct {
	access access
	fields string // names, separated by blanks
}

// via is a way to an object: through a root field, whose row has the permissions.
type wayTo struct {
	root    string
	below   string  // selection under the root field, %s are the object's fields
	path    string  // the same as a path in the answer
	access  *access // of this request, if not the root's row
	request string  // key of policyRequests, if not rootField
}

// policyTable is the permissions of each person, field by field. A field that is not here
// fails TestPolicy.
var policyTable = []policyType{
	{"Query", nil, []fieldRule{
		{nodeOfDueno, "node nodes"},
		{listsAsked, "solicitudes documentosRecibidos novedadesDeEntidad"},
		{onlyDueno, "carpeta"},
		{ofCiudadano, "miCarpeta"},
		{seesEliminacion, "eliminacion pruebaDeEvento constancia"},
		{ofOwnOperador, "eliminaciones mensajesMuertos eventosAuditoria atraso"},
		{comparesLogs, "pruebaDeCrecimiento"},
		{investigates, "porQueNoAvanza"},
		{audits, "embargos"},
		{everybody, "rateLimit"},
		{anybody, "limites tiposDeDocumento"},
		{manages, "entidades catalogoDeTipos registroDeTramites denuncias"},
		{listsTramites, "tramites"},
		{readsEntidad, "entidad"},
		{eachEntidad, "entregas"},
		{verifies, "verificarDocumento"},
	}},
	{"Mutation", nil, []fieldRule{
		{anybody, "eliminarDocumentos cerrarSesiones"},
		{onlyDueno, "iniciarCarga confirmarCarga renovarCarga firmarPartes cancelarCarga deleteDocumento editarDocumento crearCodigo terminarCodigo"},
		{takesBack, "cancelarEliminacion"},
		{erases, "borrarYa"},
		{runsAgain, "reintentarEliminacion"},
		{asksToDelete, "solicitarEliminacion"},
		{decides, "aprobarEliminacion rechazarEliminacion"},
		{eachOperador, "reencolarMensajes"},
		{audits, "ordenarEmbargo levantarEmbargo"},
		{opens, "abrirCarpeta"},
		{manages, "registrarEntidad desactivarEntidad revocarLlave registrarTipo registrarTramite terminarTramite"},
		{delivers, "entregarDocumento"},
		{confirms, "confirmarEntrega revocarEntrega cancelarEntrega"},
		{asks, "solicitarDocumentos"},
		{reminds, "recordarSolicitud"},
		{changesAsked, "retirarSolicitud abrirDocumentoRecibido"},
		{answers, "responderSolicitud"},
		{onlyDueno, "rechazarSolicitud terminarAutorizacion pedirBorrado denunciarEntidad"},
		{ofCiudadano, "silenciarEntidad"},
	}},
	{"Subscription", nil, []fieldRule{
		{seesEliminacion, "eliminacion"},
		{onlyDueno, "eliminacionesDeCarpeta novedadesDeCarpeta accesosDeCarpeta"},
	}},

	{"Carpeta", []wayTo{
		{root: "Query.carpeta", below: "%s", path: "r"},
		{root: "Query.node", below: "... on Carpeta { %s }", path: "r", request: "Query.node carpeta"},
		{root: "Query.eliminacion", below: "carpeta { %s }", path: "r.carpeta", access: &carpetaOfEliminacion},
		{root: "Subscription.eliminacion", below: "carpeta { %s }", path: "r.carpeta", access: &carpetaOfEliminacion},
		{root: "Mutation.confirmarCarga", below: "carpeta { %s }", path: "r.carpeta"},
	}, []fieldRule{
		{onlyDueno, "id carpetaId operadorId totalDocumentosAproximado totalEnPapeleraAproximado uso documentos cargas papelera eliminaciones accesos codigos solicitudes autorizaciones entidadesSilenciadas"},
	}},
	{"UsoDeCarpeta", []wayTo{
		{root: "Query.carpeta", below: "uso { %s }", path: "r.uso"},
		{root: "Mutation.iniciarCarga", request: "Mutation.iniciarCarga llena", access: &onlyDueno,
			below: "errores { ... on CuotaExcedida { uso { %s } } }", path: "r.errores.uso"},
	}, []fieldRule{
		{onlyDueno, "bytes documentos limiteBytes limiteDocumentos"},
	}},
	{"Documento", []wayTo{
		{root: "Query.node", below: "... on Documento { %s }", path: "r"},
		{root: "Query.nodes", below: "... on Documento { %s }", path: "r"},
		{root: "Query.carpeta", below: "documentos { nodes { %s } }", path: "r.documentos.nodes"},
		{root: "Query.carpeta", below: "documentos { edges { node { %s } } }", path: "r.documentos.edges.node"},
		{root: "Mutation.deleteDocumento", below: "documento { %s }", path: "r.documento"},
		{root: "Mutation.iniciarCarga", below: "documento { %s }", path: "r.documento"},
	}, []fieldRule{
		{onlyDueno, "id documentoId titulo tipo clase contextoDocumento estadoDocumento tamanoBytes hashDocumento version"},
		{onlyDueno, "fechaRecepcion fechaUltimaModificacion certificado esDescargable accesos codigos autorizaciones"},
		{nullable(onlyDueno), "urlDescarga urlVista urlVerificable esVisible nombreArchivo tipoContenido eliminacion emisor fechaEmision"},
		{nullable(onlyDueno), "estadoJuridico vigenciaDesde vigenciaHasta numero motivoRevocacion revocadoEn reemplazadoPor reemplazaA"},
	}},
	{"Eliminacion", []wayTo{
		{root: "Query.eliminacion", below: "%s", path: "r"},
		{root: "Query.node", below: "... on Eliminacion { %s }", path: "r", request: "Query.node eliminacion", access: &nodeOfSeen},
		{root: "Query.node", below: "... on Documento { eliminacion { %s } }", path: "r.eliminacion", request: "Query.node bloqueado"},
		{root: "Query.carpeta", below: "eliminaciones { nodes { %s } }", path: "r.eliminaciones.nodes"},
		{root: "Query.carpeta", below: "eliminaciones { edges { node { %s } } }", path: "r.eliminaciones.edges.node"},
		{root: "Query.eliminaciones", below: "nodes { %s }", path: "r.nodes"},
		{root: "Query.eliminaciones", below: "edges { node { %s } }", path: "r.edges.node"},
		{root: "Subscription.eliminacion", below: "%s", path: "r"},
		{root: "Subscription.eliminacionesDeCarpeta", below: "%s", path: "r"},
		{root: "Mutation.deleteDocumento", below: "eliminacion { %s }", path: "r.eliminacion"},
		{root: "Mutation.cancelarEliminacion", below: "eliminacion { %s }", path: "r.eliminacion"},
		{root: "Mutation.solicitarEliminacion", below: "eliminacion { %s }", path: "r.eliminacion"},
		{root: "Mutation.aprobarEliminacion", below: "eliminacion { %s }", path: "r.eliminacion"},
	}, []fieldRule{
		{seesEliminacion, "id eventoId estado pasoActual secuencia estadoEvento progreso documentoId solicitadaEn enPapelera errores historia"},
		{nullable(seesEliminacion), "cancelableHasta completadaEn aprobacion"},
		{carpetaOfEliminacion, "carpeta documentoGlobalId"},
		{nullable(carpetaOfEliminacion), "documento documentoEliminadoId"},
		{withOutcome(nullable(seesEliminacion), operador, null), "nombreArchivo"},
		{nullable(seesEliminacion), "titulo tipo clase tamanoBytes hashDocumento certificado emisor"},
		{whoDidIt, "auditoria"},
		{nullable(seesEliminacion), "constancia"},
	}},
	{"Novedad", []wayTo{{root: "Subscription.novedadesDeCarpeta", below: "%s", path: "r"}}, []fieldRule{
		{onlyDueno, "novedadId cursor tipo en totalDocumentosAproximado totalEnPapeleraAproximado"},
		{nullable(onlyDueno), "documentoId documentoGlobalId documento eliminacion solicitud autorizacion"},
	}},
	{"AccesoNuevo", []wayTo{{root: "Subscription.accesosDeCarpeta", below: "%s", path: "r"}}, []fieldRule{
		{onlyDueno, "cursor"}, {nullable(onlyDueno), "acceso"},
	}},
	{"Auditoria", []wayTo{
		{root: "Query.eliminacion", below: "auditoria { %s }", path: "r.auditoria", access: &whoDidIt},
		{root: "Query.eliminaciones", below: "nodes { auditoria { %s } }", path: "r.nodes.auditoria", access: &inTheList},
		{root: "Subscription.eliminacion", below: "auditoria { %s }", path: "r.auditoria", access: &whoDidIt},
	}, []fieldRule{
		{whoDidIt, "carpetaId operadorId solicitadaPor"},
		{nullable(whoDidIt), "decididaPor"},
	}},
	{"Progreso", []wayTo{{root: "Query.eliminacion", below: "progreso { %s }", path: "r.progreso"}}, []fieldRule{
		{seesEliminacion, "paso totalPasos intento"},
		{nullable(seesEliminacion), "proximoReintento"},
	}},
	{"CambioDeEliminacion", []wayTo{{root: "Query.eliminacion", below: "historia { %s }", path: "r.historia"}}, []fieldRule{
		{seesEliminacion, "secuencia estado paso intento en"},
	}},
	{"FallaDePaso", []wayTo{{root: "Query.eliminacion", below: "errores { %s }", path: "r.errores", request: "Query.eliminacion averiada"}}, []fieldRule{
		{seesEliminacion, "paso codigo mensaje intento en"},
	}},
	{"Aprobacion", []wayTo{{root: "Query.eliminacion", below: "aprobacion { %s }", path: "r.aprobacion", request: "Query.eliminacion solicitada"}}, []fieldRule{
		{seesEliminacion, "motivo hasta resultado"},
		{nullable(seesEliminacion), "decididaEn comentario"},
	}},

	{"Entidad", []wayTo{
		{root: "Query.entidad", below: "%s", path: "r"},
		{root: "Query.node", below: "... on Entidad { %s }", path: "r", request: "Query.node entidad", access: &nodeOfRegistro},
	}, []fieldRule{
		{readsEntidad, "id entidadId nombre roles activa llavesRegistradas revocaciones registradaEn modificadaEn"},
		{nullable(readsEntidad), "nit llaves llavesUrl"},
	}},
	{"LlaveRegistrada", []wayTo{{root: "Query.entidad", below: "llavesRegistradas { %s }", path: "r.llavesRegistradas"}}, []fieldRule{{nullable(readsEntidad), "llave motivo"}}},
	{"LlaveRevocada", []wayTo{{root: "Mutation.revocarLlave", below: "entidad { revocaciones { %s } }", path: "r.entidad.revocaciones"}}, []fieldRule{{manages, "llave desde"}}},
	{"EntidadConnection", []wayTo{{root: "Query.entidades", below: "%s", path: "r"}}, []fieldRule{{manages, "edges nodes pageInfo"}}},
	{"EntidadEdge", []wayTo{{root: "Query.entidades", below: "edges { %s }", path: "r.edges"}}, []fieldRule{{manages, "cursor node"}}},
	{"RegistrarEntidadPayload", []wayTo{{root: "Mutation.registrarEntidad", below: "%s", path: "r"}}, []fieldRule{{manages, "entidad errores"}}},
	{"DesactivarEntidadPayload", []wayTo{{root: "Mutation.desactivarEntidad", below: "%s", path: "r"}}, []fieldRule{{manages, "entidad errores"}}},
	{"RevocarLlavePayload", []wayTo{{root: "Mutation.revocarLlave", below: "%s", path: "r"}}, []fieldRule{{manages, "entidad errores"}}},
	{"TipoDeDocumento", []wayTo{
		{root: "Query.tiposDeDocumento", below: "%s", path: "r"},
		{root: "Query.node", below: "... on Documento { clase { %s } }", path: "r.clase", access: &nodeOfDueno},
	}, []fieldRule{
		{anybody, "codigo nombre contexto icono palabras activo"},
		{nullable(anybody), "retencion"},
	}},
	{"TipoEnCatalogo", []wayTo{{root: "Query.catalogoDeTipos", below: "%s", path: "r"}}, []fieldRule{
		{manages, "codigo nombre contexto icono palabras activo"},
		{nullable(manages), "retencion modificadoEn"},
	}},
	{"TextoDeTipo", []wayTo{{root: "Query.catalogoDeTipos", below: "nombre { %s }", path: "r.nombre"}}, []fieldRule{{manages, "es en"}}},
	{"RegistrarTipoPayload", []wayTo{{root: "Mutation.registrarTipo", below: "%s", path: "r"}}, []fieldRule{{manages, "tipo errores"}}},
	{"Tramite", []wayTo{
		{root: "Query.tramites", below: "%s", path: "r"},
		{root: "Query.carpeta", below: "solicitudes { nodes { tramite { %s } } }", path: "r.solicitudes.nodes.tramite"},
	}, []fieldRule{
		{usesTramites, "codigo version nombre finalidad baseLegal conservacionDias plazoMaximoDias requisitos"},
	}},
	{"Requisito", []wayTo{
		{root: "Query.tramites", below: "requisitos { %s }", path: "r.requisitos"},
		{root: "Query.carpeta", below: "solicitudes { nodes { requisitos { requisito { %s } } } }", path: "r.solicitudes.nodes.requisitos.requisito"},
	}, []fieldRule{
		{usesTramites, "codigo nombre clases certificado opcional"},
	}},
	{"TramiteEnRegistro", []wayTo{{root: "Query.registroDeTramites", below: "%s", path: "r"}}, []fieldRule{
		{manages, "codigo version nombre finalidad baseLegal conservacionDias plazoMaximoDias requisitos entidadIds registradoEn"},
		{nullable(manages), "terminadoEn"},
	}},
	{"RequisitoEnRegistro", []wayTo{{root: "Query.registroDeTramites", below: "requisitos { %s }", path: "r.requisitos"}}, []fieldRule{
		{manages, "codigo nombre tipos certificado opcional"},
	}},
	{"RegistrarTramitePayload", []wayTo{{root: "Mutation.registrarTramite", below: "%s", path: "r"}}, []fieldRule{{manages, "tramite errores"}}},
	{"TerminarTramitePayload", []wayTo{{root: "Mutation.terminarTramite", below: "%s", path: "r"}}, []fieldRule{{manages, "tramite errores"}}},
	{"Emisor", []wayTo{
		{root: "Query.node", below: "... on Documento { emisor { %s } }", path: "r.emisor", request: "Query.node entregado"},
		{root: "Query.verificarDocumento", below: "emisor { %s }", path: "r.emisor"},
		{root: "Query.eliminacion", below: "emisor { %s }", path: "r.emisor", request: "Query.eliminacion solicitada"},
	}, []fieldRule{{knowsTheIssuer, "entidadId nombre"}}},
	{"Entrega", []wayTo{
		{root: "Query.entregas", below: "nodes { %s }", path: "r.nodes"},
		{root: "Query.entregas", below: "edges { node { %s } }", path: "r.edges.node"},
		{root: "Query.node", below: "... on Entrega { %s }", path: "r", request: "Query.node entrega", access: &nodeOfEntidad},
		{root: "Mutation.entregarDocumento", below: "entrega { %s }", path: "r.entrega"},
		{root: "Mutation.confirmarEntrega", below: "entrega { %s }", path: "r.entrega"},
		{root: "Mutation.revocarEntrega", below: "entrega { %s }", path: "r.entrega"},
	}, []fieldRule{
		{ofItsDeliveries, "id entregaId ciudadanoId estado anunciadaEn modificadaEn titulo tipo clase nombreArchivo tamanoBytes hashDocumento fechaEmision llave"},
		{withOutcome(nullable(ofItsDeliveries), foreignEntidad, empty), "entregadaEn eliminadaEn canceladaEn estadoJuridico revocadaEn motivo reemplazadaPor reemplazaA titular numero vigenciaDesde vigenciaHasta"},
	}},
	{"EntregaConnection", []wayTo{{root: "Query.entregas", below: "%s", path: "r"}}, []fieldRule{{eachEntidad, "edges nodes pageInfo"}}},
	{"EntregaEdge", []wayTo{{root: "Query.entregas", below: "edges { %s }", path: "r.edges"}}, []fieldRule{{ofItsDeliveries, "cursor node"}}},
	{"EntregarDocumentoPayload", []wayTo{{root: "Mutation.entregarDocumento", below: "%s", path: "r"}}, []fieldRule{{delivers, "entrega carga errores"}}},
	{"RevocarEntregaPayload", []wayTo{{root: "Mutation.revocarEntrega", below: "%s", path: "r"}}, []fieldRule{{confirms, "entrega errores"}}},
	{"CancelarEntregaPayload", []wayTo{{root: "Mutation.cancelarEntrega", below: "%s", path: "r"}}, []fieldRule{{confirms, "entrega errores"}}},
	{"ConfirmarEntregaPayload", []wayTo{{root: "Mutation.confirmarEntrega", below: "%s", path: "r"}}, []fieldRule{{confirms, "entrega errores"}}},
	{"Verificacion", []wayTo{{root: "Query.verificarDocumento", below: "%s", path: "r"}}, []fieldRule{
		{verifies, "valida resultado emisor llave algoritmo firmadaEn recibidaEn hashFirmado hashGuardado"},
		{withOutcome(verifies, entidad, null), "documento"},
	}},

	{"CodigoConnection", []wayTo{
		{root: "Query.carpeta", below: "codigos { %s }", path: "r.codigos"},
		{root: "Query.node", below: "... on Documento { codigos { %s } }", path: "r.codigos", request: "Query.node entregado"},
	}, []fieldRule{{onlyDueno, "edges nodes pageInfo"}}},
	{"CodigoEdge", []wayTo{{root: "Query.carpeta", below: "codigos { edges { %s } }", path: "r.codigos.edges"}}, []fieldRule{{onlyDueno, "cursor node"}}},
	{"Codigo", []wayTo{
		{root: "Query.carpeta", below: "codigos { nodes { %s } }", path: "r.codigos.nodes"},
		{root: "Query.node", below: "... on Codigo { %s }", path: "r", request: "Query.node codigo", access: &nodeOfDueno},
		{root: "Mutation.crearCodigo", below: "codigo { %s }", path: "r.codigo"},
		{root: "Mutation.terminarCodigo", below: "codigo { %s }", path: "r.codigo"},
	}, []fieldRule{
		{onlyDueno, "id codigoId estado alcance mostrarTitular conCopiaVerificable usos referencia creadoEn hasta"},
		{nullable(onlyDueno), "documento codigo direccion maxUsos terminadoEn"},
	}},
	{"CrearCodigoPayload", []wayTo{{root: "Mutation.crearCodigo", below: "%s", path: "r"}}, []fieldRule{{onlyDueno, "codigo errores"}}},
	{"TerminarCodigoPayload", []wayTo{{root: "Mutation.terminarCodigo", below: "%s", path: "r"}}, []fieldRule{{onlyDueno, "codigo errores"}}},
	policyError("CodigoNoEncontrado", "Mutation.terminarCodigo", "nada", anybody),

	{"SolicitudConnection", []wayTo{
		{root: "Query.solicitudes", below: "%s", path: "r"},
		{root: "Query.carpeta", below: "solicitudes { %s }", path: "r.solicitudes"},
	}, []fieldRule{{sharesList, "edges nodes pageInfo"}}},
	{"SolicitudEdge", []wayTo{
		{root: "Query.solicitudes", below: "edges { %s }", path: "r.edges"},
		{root: "Query.carpeta", below: "solicitudes { edges { %s } }", path: "r.solicitudes.edges"},
	}, []fieldRule{{seesAsked, "cursor node"}}},
	{"Solicitud", []wayTo{
		{root: "Query.solicitudes", below: "nodes { %s }", path: "r.nodes"},
		{root: "Query.carpeta", below: "solicitudes { nodes { %s } }", path: "r.solicitudes.nodes"},
		{root: "Query.node", below: "... on Solicitud { %s }", path: "r", request: "Query.node solicitud", access: &nodeOfAsked},
	}, []fieldRule{
		{seesAsked, "id solicitudId entidad ciudadanoId tramite estado creadaEn hasta modificadaEn version requisitos recordatorios"},
		{nullable(seesAsked), "recordadaEn rechazadaEn retiradaEn"},
		{onlyWhoAsks, "numeroInterno pedidaPor"},
	}},
	{"EntidadQuePide", []wayTo{
		{root: "Query.solicitudes", below: "nodes { entidad { %s } }", path: "r.nodes.entidad"},
		{root: "Query.carpeta", below: "solicitudes { nodes { entidad { %s } } }", path: "r.solicitudes.nodes.entidad"},
	}, []fieldRule{{seesAsked, "entidadId nombre nit activa"}}},
	{"RequisitoPedido", []wayTo{
		{root: "Query.solicitudes", below: "nodes { requisitos { %s } }", path: "r.nodes.requisitos"},
		{root: "Query.carpeta", below: "solicitudes { nodes { requisitos { %s } } }", path: "r.solicitudes.nodes.requisitos"},
	}, []fieldRule{
		{seesAsked, "requisito"}, {nullable(seesAsked), "respuesta"},
		{nullable(onlyWhoIsAsked), "candidatos autorizacion"}, {nullable(onlyWhoAsks), "recibido"},
	}},
	{"AutorizacionConnection", []wayTo{
		{root: "Query.carpeta", below: "autorizaciones { %s }", path: "r.autorizaciones"},
		{root: "Query.node", below: "... on Documento { autorizaciones { %s } }", path: "r.autorizaciones"},
	}, []fieldRule{{onlyDueno, "edges nodes pageInfo"}}},
	{"AutorizacionEdge", []wayTo{{root: "Query.carpeta", below: "autorizaciones { edges { %s } }", path: "r.autorizaciones.edges"}}, []fieldRule{{onlyDueno, "cursor node"}}},
	{"Autorizacion", []wayTo{
		{root: "Query.carpeta", below: "autorizaciones { nodes { %s } }", path: "r.autorizaciones.nodes"},
		{root: "Query.node", below: "... on Autorizacion { %s }", path: "r", request: "Query.node autorizacion", access: &nodeOfDueno},
		{root: "Mutation.terminarAutorizacion", below: "autorizacion { %s }", path: "r.autorizacion"},
	}, []fieldRule{
		{onlyDueno, "id autorizacionId entidad tramite solicitudId numeroInterno estado documentos conCopiaVerificable desde hasta miradas"},
		{nullable(onlyDueno), "terminadaEn borradoPedidoEn constancia constanciaDeFin finalidadLeida"},
	}},
	{"DocumentoAutorizado", []wayTo{{root: "Query.carpeta", below: "autorizaciones { nodes { documentos { %s } } }", path: "r.autorizaciones.nodes.documentos"}}, []fieldRule{
		{onlyDueno, "requisito documentoId hashDocumento estado"}, {nullable(onlyDueno), "documento"},
	}},
	{"Miradas", []wayTo{{root: "Query.carpeta", below: "autorizaciones { nodes { miradas { %s } } }", path: "r.autorizaciones.nodes.miradas"}}, []fieldRule{
		{onlyDueno, "cuantas masDeCien"}, {nullable(onlyDueno), "ultima"},
	}},
	{"EntidadSilenciada", []wayTo{{root: "Query.carpeta", below: "entidadesSilenciadas { %s }", path: "r.entidadesSilenciadas"}}, []fieldRule{
		{onlyDueno, "entidadId nombre nit desde"},
	}},
	{"DocumentoRecibidoConnection", []wayTo{{root: "Query.documentosRecibidos", below: "%s", path: "r"}}, []fieldRule{{listsAsked, "edges nodes pageInfo"}}},
	{"DocumentoRecibidoEdge", []wayTo{{root: "Query.documentosRecibidos", below: "edges { %s }", path: "r.edges"}}, []fieldRule{{inAskedList, "cursor node"}}},
	{"DocumentoRecibido", []wayTo{
		{root: "Query.documentosRecibidos", below: "nodes { %s }", path: "r.nodes"},
		{root: "Query.node", below: "... on DocumentoRecibido { %s }", path: "r", request: "Query.node recibido", access: &nodeOfEntidad},
	}, []fieldRule{
		{inAskedList, "id solicitudId numeroInterno ciudadanoId tramite requisito estado desde hasta conCopiaVerificable"},
		{withOutcome(nullable(inAskedList), foreignEntidad, empty), "terminadaEn borradoPedidoEn ultimaMirada"},
	}},
	{"UltimaMirada", []wayTo{{root: "Query.documentosRecibidos", below: "nodes { ultimaMirada { %s } }", path: "r.nodes.ultimaMirada"}}, []fieldRule{{inAskedList, "en por"}}},
	{"DocumentoAbierto", []wayTo{{root: "Mutation.abrirDocumentoRecibido", below: "abierto { %s }", path: "r.abierto"}}, []fieldRule{
		{looksAtReceived, "recibido disponibilidad titulo tipo clase certificado dia hashDocumento nombreArchivo tipoContenido tamanoBytes en"},
		{nullable(looksAtReceived), "emisor expedido numero vigenciaDesde vigenciaHasta estadoJuridico urlArchivo urlVerificable"},
	}},
	{"NovedadesDeEntidad", []wayTo{{root: "Query.novedadesDeEntidad", below: "%s", path: "r"}}, []fieldRule{{listsAsked, "novedades cursor hayMas"}}},
	{"NovedadDeEntidad", []wayTo{{root: "Query.novedadesDeEntidad", below: "novedades { %s }", path: "r.novedades"}}, []fieldRule{
		{inAskedList, "en"}, {withOutcome(nullable(inAskedList), foreignEntidad, empty), "solicitud recibidos"},
	}},
	{"Denuncia", []wayTo{{root: "Query.denuncias", below: "%s", path: "r"}}, []fieldRule{{manages, "tramite dia cuantas"}}},
	{"SolicitarDocumentosPayload", []wayTo{{root: "Mutation.solicitarDocumentos", below: "%s", path: "r"}}, []fieldRule{{asks, "solicitud errores"}}},
	{"RecordarSolicitudPayload", []wayTo{{root: "Mutation.recordarSolicitud", below: "%s", path: "r"}}, []fieldRule{{reminds, "solicitud errores"}}},
	{"RetirarSolicitudPayload", []wayTo{{root: "Mutation.retirarSolicitud", below: "%s", path: "r"}}, []fieldRule{{changesAsked, "solicitud errores"}}},
	{"ResponderSolicitudPayload", []wayTo{{root: "Mutation.responderSolicitud", below: "%s", path: "r"}}, []fieldRule{{answers, "solicitud autorizacion errores"}}},
	{"RechazarSolicitudPayload", []wayTo{{root: "Mutation.rechazarSolicitud", below: "%s", path: "r"}}, []fieldRule{{onlyDueno, "solicitud errores"}}},
	{"TerminarAutorizacionPayload", []wayTo{{root: "Mutation.terminarAutorizacion", below: "%s", path: "r"}}, []fieldRule{{onlyDueno, "autorizacion errores"}}},
	{"PedirBorradoPayload", []wayTo{{root: "Mutation.pedirBorrado", below: "%s", path: "r"}}, []fieldRule{{onlyDueno, "autorizacion errores"}}},
	{"SilenciarEntidadPayload", []wayTo{{root: "Mutation.silenciarEntidad", below: "%s", path: "r"}}, []fieldRule{{ofCiudadano, "silenciadas errores"}}},
	{"DenunciarEntidadPayload", []wayTo{{root: "Mutation.denunciarEntidad", below: "%s", path: "r"}}, []fieldRule{{onlyDueno, "silenciadas errores"}}},
	{"AbrirDocumentoRecibidoPayload", []wayTo{{root: "Mutation.abrirDocumentoRecibido", below: "%s", path: "r"}}, []fieldRule{{looksAtReceived, "abierto errores"}}},
	policyError("SolicitudNoEncontrada", "Mutation.rechazarSolicitud", "nada", anybody),
	policyError("AutorizacionNoEncontrada", "Mutation.terminarAutorizacion", "nada", anybody),

	{"PruebaDeEvento", []wayTo{
		{root: "Query.constancia", below: "%s", path: "r"},
		{root: "Query.pruebaDeEvento", below: "%s", path: "r"},
		{root: "Query.eliminacion", below: "constancia { %s }", path: "r.constancia", request: "Query.eliminacion hecha"},
	}, []fieldRule{
		{seesEliminacion, "eventId evento"},
		{nullable(seesEliminacion), "sello sinSello"},
	}},
	{"SelloDeEvento", []wayTo{
		{root: "Query.constancia", below: "sello { %s }", path: "r.sello"},
		{root: "Query.pruebaDeEvento", below: "sello { %s }", path: "r.sello"},
		{root: "Query.eliminacion", below: "constancia { sello { %s } }", path: "r.constancia.sello", request: "Query.eliminacion hecha"},
	}, []fieldRule{
		{seesEliminacion, "numero checkpoint prueba llaves"},
	}},
	{"PruebaDeCrecimiento", []wayTo{{root: "Query.pruebaDeCrecimiento", below: "%s", path: "r"}}, []fieldRule{
		{comparesLogs, "desde entradas checkpoint crecimiento llaves"},
	}},
	{"Bloqueo", []wayTo{{root: "Query.porQueNoAvanza", below: "%s", path: "r"}}, []fieldRule{
		{investigates, "causa detalle siguiente"},
		{nullable(investigates), "desde hasta quien"},
	}},
	{"AtrasoDeEstado", []wayTo{{root: "Query.atraso", below: "%s", path: "r"}}, []fieldRule{
		{ofOwnOperador, "estado total acotado edades"},
		{nullable(ofOwnOperador), "masAntigua"},
	}},
	{"AtrasoDeEdad", []wayTo{{root: "Query.atraso", below: "edades { %s }", path: "r.edades"}}, []fieldRule{{ofOwnOperador, "edad cuantas"}}},
	{"MensajeMuertoConnection", []wayTo{{root: "Query.mensajesMuertos", below: "%s", path: "r"}}, []fieldRule{
		{ofOwnOperador, "edges nodes pageInfo total incompleta sinMirar"},
	}},
	{"MensajeMuertoEdge", []wayTo{{root: "Query.mensajesMuertos", below: "edges { %s }", path: "r.edges"}}, []fieldRule{
		{ofOwnOperador, "cursor node"},
	}},
	{"MensajeMuerto", []wayTo{
		{root: "Query.mensajesMuertos", below: "nodes { %s }", path: "r.nodes"},
		{root: "Query.mensajesMuertos", below: "edges { node { %s } }", path: "r.edges.node"},
	}, []fieldRule{
		{ofOwnOperador, "copiaId cola colaDeTrabajo tipo motivo legible eventoId operadorId eliminacion intento publicadoEn muertoEn"},
	}},
	{"EventoAuditoriaConnection", []wayTo{{root: "Query.eventosAuditoria", below: "%s", path: "r"}}, []fieldRule{
		{ofOwnOperador, "edges nodes pageInfo total"},
	}},
	{"TotalAuditoria", []wayTo{{root: "Query.eventosAuditoria", below: "total { %s }", path: "r.total"}}, []fieldRule{
		{ofOwnOperador, "cuantos acotado"},
	}},
	{"EventoAuditoriaEdge", []wayTo{{root: "Query.eventosAuditoria", below: "edges { %s }", path: "r.edges"}}, []fieldRule{
		{ofOwnOperador, "cursor node"},
	}},
	{"EventoAuditoria", []wayTo{
		{root: "Query.eventosAuditoria", below: "nodes { %s }", path: "r.nodes"},
		{root: "Query.eventosAuditoria", below: "edges { node { %s } }", path: "r.edges.node"},
	}, []fieldRule{
		{ofOwnOperador, "eventoId tipo servicio correlationId momento outcome severity recurso actor datos secuencia operadorId"},
		{nullable(ofOwnOperador), "enNombreDe proposito baseLegal carpetaId documentoId"},
	}},
	{"RecursoAuditoria", []wayTo{{root: "Query.eventosAuditoria", below: "nodes { recurso { %s } }", path: "r.nodes.recurso"}}, []fieldRule{
		{ofOwnOperador, "tipo recursoId"},
	}},
	{"ActorAuditoria", []wayTo{{root: "Query.eventosAuditoria", below: "nodes { actor { %s } }", path: "r.nodes.actor"}}, []fieldRule{
		{ofOwnOperador, "tipo actorId"},
		{nullable(ofOwnOperador), "operadorId entidadId"},
	}},
	{"DatoAuditoria", []wayTo{{root: "Query.eventosAuditoria", below: "nodes { datos { %s } }", path: "r.nodes.datos"}}, []fieldRule{
		{ofOwnOperador, "nombre valor"},
	}},
	{"Embargo", []wayTo{
		{root: "Query.embargos", below: "%s", path: "r"},
		{root: "Mutation.levantarEmbargo", below: "embargo { %s }", path: "r.embargo"},
	}, []fieldRule{
		{audits, "embargoId estado motivo baseLegal ordenadoEn hasta eventoIds"},
		{nullable(audits), "levantadoEn miradasDe"},
	}},
	{"Oficina", []wayTo{{root: "Query.embargos", below: "miradasDe { %s }", path: "r.miradasDe"}}, []fieldRule{
		{audits, "rol"}, {nullable(audits), "operadorId entidadId"},
	}},
	{"OrdenarEmbargoPayload", []wayTo{{root: "Mutation.ordenarEmbargo", below: "%s", path: "r"}}, []fieldRule{{audits, "embargo errores"}}},
	{"LevantarEmbargoPayload", []wayTo{{root: "Mutation.levantarEmbargo", below: "%s", path: "r"}}, []fieldRule{{audits, "embargo errores"}}},
	policyError("CarpetaNoEncontrada", "Mutation.ordenarEmbargo", "nada", audits),
	policyError("EmbargoNoEncontrado", "Mutation.levantarEmbargo", "nada", audits),
	{"RateLimit", []wayTo{{root: "Query.rateLimit", below: "%s", path: "r"}}, []fieldRule{
		{everybody, "limite costo restante reinicio"},
	}},
	{"CerrarSesionesPayload", []wayTo{{root: "Mutation.cerrarSesiones", below: "%s", path: "r"}}, []fieldRule{{anybody, "antesDe errores"}}},
	{"Limites", []wayTo{{root: "Query.limites", below: "%s", path: "r"}}, []fieldRule{
		{anybody, "tamanoMaximo ventanaMaxima documentosPorPedido"},
	}},

	{"DocumentoConnection", []wayTo{{root: "Query.carpeta", below: "documentos { %s }", path: "r.documentos"}}, []fieldRule{
		{onlyDueno, "edges nodes pageInfo modificacionDetectada"},
	}},
	{"DocumentoEdge", []wayTo{{root: "Query.carpeta", below: "documentos { edges { %s } }", path: "r.documentos.edges"}}, []fieldRule{
		{onlyDueno, "cursor node"},
	}},
	{"EliminacionConnection", []wayTo{
		{root: "Query.carpeta", below: "eliminaciones { %s }", path: "r.eliminaciones"},
		{root: "Query.eliminaciones", below: "%s", path: "r"},
	}, []fieldRule{
		{listed, "edges nodes pageInfo"},
	}},
	{"EliminacionEdge", []wayTo{
		{root: "Query.carpeta", below: "eliminaciones { edges { %s } }", path: "r.eliminaciones.edges"},
		{root: "Query.eliminaciones", below: "edges { %s }", path: "r.edges"},
	}, []fieldRule{
		{listed, "cursor node"},
	}},
	{"PageInfo", []wayTo{
		{root: "Query.carpeta", below: "documentos { pageInfo { %s } }", path: "r.documentos.pageInfo"},
		{root: "Query.carpeta", below: "eliminaciones { pageInfo { %s } }", path: "r.eliminaciones.pageInfo"},
		{root: "Query.eliminaciones", below: "pageInfo { %s }", path: "r.pageInfo"},
	}, []fieldRule{
		{listed, "hasNextPage hasPreviousPage startCursor endCursor"},
	}},

	{"IniciarCargaPayload", []wayTo{{root: "Mutation.iniciarCarga", below: "%s", path: "r"}}, []fieldRule{{onlyDueno, "documento carga errores"}, {nullable(onlyDueno), "partes"}}},
	{"Carga", []wayTo{{root: "Mutation.iniciarCarga", below: "carga { %s }", path: "r.carga"}}, []fieldRule{{onlyDueno, "metodo url encabezados expiraEn"}}},
	{"Encabezado", []wayTo{{root: "Mutation.iniciarCarga", below: "carga { encabezados { %s } }", path: "r.carga.encabezados"}}, []fieldRule{{onlyDueno, "nombre valor"}}},
	{"AccesoConnection", []wayTo{{root: "Query.carpeta", below: "accesos { %s }", path: "r.accesos"}}, []fieldRule{{onlyDueno, "edges nodes pageInfo"}}},
	{"AccesoEdge", []wayTo{{root: "Query.carpeta", below: "accesos { edges { %s } }", path: "r.accesos.edges"}}, []fieldRule{{onlyDueno, "cursor node"}}},
	{"Acceso", []wayTo{{root: "Query.carpeta", below: "accesos { nodes { %s } }", path: "r.accesos.nodes"}}, []fieldRule{
		{onlyDueno, "eventoId acto en tipo rol propio"}, {nullable(onlyDueno), "operadorId entidadId entidad documentoId documento titulo proposito baseLegal autorizacionId"},
	}},
	{"CargaPendienteConnection", []wayTo{{root: "Query.carpeta", below: "cargas { %s }", path: "r.cargas"}}, []fieldRule{{onlyDueno, "edges nodes pageInfo"}}},
	{"CargaPendienteEdge", []wayTo{{root: "Query.carpeta", below: "cargas { edges { %s } }", path: "r.cargas.edges"}}, []fieldRule{{onlyDueno, "cursor node"}}},
	{"CargaPendiente", []wayTo{{root: "Query.carpeta", below: "cargas { nodes { %s } }", path: "r.cargas.nodes"}}, []fieldRule{{onlyDueno, "documento iniciadaEn expiraEn"}}},
	{"DocumentoEnPapeleraConnection", []wayTo{{root: "Query.carpeta", below: "papelera { %s }", path: "r.papelera"}}, []fieldRule{{onlyDueno, "edges nodes pageInfo"}}},
	{"DocumentoEnPapeleraEdge", []wayTo{{root: "Query.carpeta", below: "papelera { edges { %s } }", path: "r.papelera.edges"}}, []fieldRule{{onlyDueno, "cursor node"}}},
	{"DocumentoEnPapelera", []wayTo{{root: "Query.carpeta", below: "papelera { nodes { %s } }", path: "r.papelera.nodes"}}, []fieldRule{{onlyDueno, "documento eventoId desde recuperableHasta"}}},
	{"BorrarYaPayload", []wayTo{{root: "Mutation.borrarYa", below: "%s", path: "r"}}, []fieldRule{{erases, "resultados errores"}}},
	{"ResultadoDeBorrarYa", []wayTo{{root: "Mutation.borrarYa", below: "resultados { %s }", path: "r.resultados"}}, []fieldRule{
		{erases, "pedido errores"},
		{withOutcome(withOutcome(onlyOwn, operador, denied), auditor, denied), "eliminacion"},
	}},
	{"RenovarCargaPayload", []wayTo{{root: "Mutation.renovarCarga", below: "%s", path: "r"}}, []fieldRule{{onlyDueno, "documento carga errores"}, {nullable(onlyDueno), "partes"}}},
	{"PartesDeCarga", []wayTo{{root: "Mutation.renovarCarga", request: "Mutation.renovarCarga partes", access: &onlyDueno, below: "partes { %s }", path: "r.partes"}}, []fieldRule{{onlyDueno, "tamanoParte total recibidas"}}},
	{"ParteRecibida", []wayTo{{root: "Mutation.renovarCarga", request: "Mutation.renovarCarga partes", access: &onlyDueno, below: "partes { recibidas { %s } }", path: "r.partes.recibidas"}}, []fieldRule{{onlyDueno, "numero tamanoBytes hashParte"}}},
	{"FirmarPartesPayload", []wayTo{{root: "Mutation.firmarPartes", below: "%s", path: "r"}}, []fieldRule{{onlyDueno, "partes errores"}}},
	{"ParteFirmada", []wayTo{{root: "Mutation.firmarPartes", below: "partes { %s }", path: "r.partes"}}, []fieldRule{{onlyDueno, "numero carga"}}},
	{"CancelarCargaPayload", []wayTo{{root: "Mutation.cancelarCarga", below: "%s", path: "r"}}, []fieldRule{{onlyDueno, "documentoGlobalId carpeta errores"}}},
	{"ConfirmarCargaPayload", []wayTo{{root: "Mutation.confirmarCarga", below: "%s", path: "r"}}, []fieldRule{{onlyDueno, "documento carpeta errores"}}},
	{"EditarDocumentoPayload", []wayTo{{root: "Mutation.editarDocumento", below: "%s", path: "r"}}, []fieldRule{{onlyDueno, "documento errores"}}},
	{"DeleteDocumentoPayload", []wayTo{{root: "Mutation.deleteDocumento", below: "%s", path: "r"}}, []fieldRule{{onlyDueno, "eliminacion documento errores"}}},
	{"EliminarDocumentosPayload", []wayTo{{root: "Mutation.eliminarDocumentos", below: "%s", path: "r"}}, []fieldRule{{anybody, "resultados errores"}}},
	{"ResultadoDeEliminar", []wayTo{{root: "Mutation.eliminarDocumentos", below: "resultados { %s }", path: "r.resultados"}}, []fieldRule{
		{anybody, "pedido errores"},
		{onlyOwn, "eliminacion documento"},
	}},
	{"CancelarEliminacionPayload", []wayTo{{root: "Mutation.cancelarEliminacion", below: "%s", path: "r"}}, []fieldRule{{takesBack, "eliminacion documento errores"}}},
	{"ReintentarEliminacionPayload", []wayTo{{root: "Mutation.reintentarEliminacion", below: "%s", path: "r"}}, []fieldRule{{runsAgain, "eliminacion errores"}}},
	{"SolicitarEliminacionPayload", []wayTo{{root: "Mutation.solicitarEliminacion", below: "%s", path: "r"}}, []fieldRule{
		{asksToDelete, "eliminacion errores"},
		{withOutcome(asksToDelete, operador, null), "documento"},
	}},
	{"AprobarEliminacionPayload", []wayTo{{root: "Mutation.aprobarEliminacion", below: "%s", path: "r"}}, []fieldRule{{decides, "eliminacion errores"}}},
	{"RechazarEliminacionPayload", []wayTo{{root: "Mutation.rechazarEliminacion", below: "%s", path: "r"}}, []fieldRule{{decides, "eliminacion errores"}}},

	{"AbrirCarpetaPayload", []wayTo{{root: "Mutation.abrirCarpeta", below: "%s", path: "r"}}, []fieldRule{{opens, "carpeta errores"}}},
	{"CarpetaAbierta", []wayTo{{root: "Mutation.abrirCarpeta", below: "carpeta { %s }", path: "r.carpeta"}}, []fieldRule{
		{opens, "carpetaId ciudadanoId operadorId nueva"},
	}},
	{"ReencolarMensajesPayload", []wayTo{{root: "Mutation.reencolarMensajes", below: "%s", path: "r"}}, []fieldRule{
		{eachOperador, "simulado lotes reencolados restantes errores"},
		{nullable(eachOperador), "detenidoPor detalle"},
	}},
	{"LoteReencolado", []wayTo{{root: "Mutation.reencolarMensajes", below: "lotes { %s }", path: "r.lotes"}}, []fieldRule{
		{withOutcome(eachOperador, foreignOperador, empty), "tamano reencolados fallidos"},
	}},

	policyError("EntidadNoEncontrada", "Mutation.desactivarEntidad", "nada", manages),
	policyError("EntregaNoEncontrada", "Mutation.confirmarEntrega", "nada", eachEntidad),
	policyError("MensajeNoEncontrado", "Mutation.reencolarMensajes", "ausente", eachOperador),
	policyError("DocumentoNoEncontrado", "Mutation.deleteDocumento", "ausente", anybody),
	policyError("EliminacionNoEncontrada", "Mutation.cancelarEliminacion", "ausente", anybody),
	policyError("OperacionNoPermitida", "Mutation.deleteDocumento", "certificado", onlyOwn),
	policyError("CargaInvalida", "Mutation.confirmarCarga", "vacio", onlyOwn),
	{"DocumentoCambiado", wayToError("DocumentoCambiado", "Mutation.editarDocumento", "vieja", onlyOwn), []fieldRule{{onlyOwn, "codigo mensaje documento"}}},
	{"CuotaExcedida", wayToError("CuotaExcedida", "Mutation.iniciarCarga", "llena", onlyDueno), []fieldRule{{onlyDueno, "codigo mensaje uso"}}},
	{"EntradaInvalida", wayToError("EntradaInvalida", "Mutation.iniciarCarga", "mala", anybody), []fieldRule{{anybody, "codigo mensaje campos"}}},
	{"CampoInvalido", []wayTo{{root: "Mutation.iniciarCarga", request: "Mutation.iniciarCarga mala", access: &anybody,
		below: "errores { ... on EntradaInvalida { campos { %s } } }", path: "r.errores.campos"}}, []fieldRule{{anybody, "campo mensaje"}}},
}

// carpetaOfEliminacion: a person that may see a deletion may still not see the folder.
var carpetaOfEliminacion = withOutcome(withOutcome(seesEliminacion, operador, null), auditor, null)

func policyError(typeName, rootField, tc string, a access) policyType {
	return policyType{typeName, wayToError(typeName, rootField, tc, a), []fieldRule{{a, "codigo mensaje"}}}
}

func wayToError(typeName, rootField, tc string, a access) []wayTo {
	return []wayTo{{root: rootField, request: rootField + " " + tc, access: &a, below: "errores { ... on " + typeName + " { %s } }", path: "r.errores"}}
}
