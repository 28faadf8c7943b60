package e2e_test

// policyRequests are the requests of the policy table: one for each root field, and
// variants of them (after a blank). The result is r, %s is what to select of it; a
// mutation also asks for the codes of its errores, as fallas.
var policyRequests = map[string]string{
	"Query.node":                   `query($documento: ID!) { r: node(id: $documento) { %s } }`,
	"Query.node carpeta":           `query($carpetaGlobal: ID!) { r: node(id: $carpetaGlobal) { %s } }`,
	"Query.node eliminacion":       `query($eventoGlobal: ID!) { r: node(id: $eventoGlobal) { %s } }`,
	"Query.node bloqueado":         `query($bloqueado: ID!) { r: node(id: $bloqueado) { %s } }`,
	"Query.nodes":                  `query($documento: ID!) { r: nodes(ids: [$documento]) { %s } }`,
	"Query.carpeta":                `query($carpeta: ID!) { r: carpeta(id: $carpeta) { %s } }`,
	"Query.miCarpeta":              `{ r: miCarpeta { %s } }`,
	"Query.eliminacion":            `query($evento: ID!) { r: eliminacion(eventoId: $evento) { %s } }`,
	"Query.eliminacion solicitada": `query($solicitada: ID!) { r: eliminacion(eventoId: $solicitada) { %s } }`,

	"Query.eliminacion averiada": `query($averiada: ID!) { r: eliminacion(eventoId: $averiada) { %s } }`,
	"Query.eliminaciones":        `query($operadorId: ID!) { r: eliminaciones(operadorId: $operadorId) { %s } }`,
	"Query.porQueNoAvanza":       `query($evento: ID!) { r: porQueNoAvanza(eventoId: $evento) { %s } }`,
	"Query.mensajesMuertos":      `query($operadorId: ID!) { r: mensajesMuertos(operadorId: $operadorId) { %s } }`,
	"Query.rateLimit":            `{ r: rateLimit { %s } }`,

	"Subscription.eliminacion":            `subscription($evento: ID!) { r: eliminacion(eventoId: $evento) { %s } }`,
	"Subscription.eliminacionesDeCarpeta": `subscription($carpeta: ID!) { r: eliminacionesDeCarpeta(carpetaId: $carpeta) { %s } }`,

	"Mutation.iniciarCarga":                `mutation($nueva: IniciarCargaInput!) { r: iniciarCarga(input: $nueva) { %s fallas: errores { codigo } } }`,
	"Mutation.iniciarCarga mala":           `mutation($mala: IniciarCargaInput!) { r: iniciarCarga(input: $mala) { %s } }`,
	"Mutation.confirmarCarga":              `mutation($documento: ID!) { r: confirmarCarga(input: {documentoId: $documento}) { %s fallas: errores { codigo } } }`,
	"Mutation.confirmarCarga vacio":        `mutation($vacio: ID!) { r: confirmarCarga(input: {documentoId: $vacio}) { %s } }`,
	"Mutation.deleteDocumento":             `mutation($libre: ID!) { r: deleteDocumento(input: {documentoId: $libre, ventana: 3600}) { %s fallas: errores { codigo } } }`,
	"Mutation.deleteDocumento ausente":     `mutation($documentoAusente: ID!) { r: deleteDocumento(input: {documentoId: $documentoAusente}) { %s } }`,
	"Mutation.deleteDocumento certificado": `mutation($certificado: ID!) { r: deleteDocumento(input: {documentoId: $certificado}) { %s } }`,
	"Mutation.cancelarEliminacion":         `mutation($cancelable: ID!) { r: cancelarEliminacion(input: {eventoId: $cancelable}) { %s fallas: errores { codigo } } }`,
	"Mutation.cancelarEliminacion ausente": `mutation($ausente: ID!) { r: cancelarEliminacion(input: {eventoId: $ausente}) { %s } }`,
	"Mutation.reintentarEliminacion":       `mutation($evento: ID!) { r: reintentarEliminacion(input: {eventoId: $evento}) { %s fallas: errores { codigo } } }`,
	"Mutation.solicitarEliminacion":        `mutation($solicitable: ID!) { r: solicitarEliminacion(input: {documentoId: $solicitable, motivo: "Ya no hace falta"}) { %s fallas: errores { codigo } } }`,
	"Mutation.aprobarEliminacion":          `mutation($porAprobar: ID!) { r: aprobarEliminacion(input: {eventoId: $porAprobar}) { %s fallas: errores { codigo } } }`,
	"Mutation.reencolarMensajes":           `mutation { r: reencolarMensajes(input: {cola: "minio.cleanup.dlq", simular: true}) { %s fallas: errores { codigo } } }`,
	"Mutation.reencolarMensajes ausente":   `mutation { r: reencolarMensajes(input: {cola: "minio.cleanup.dlq", ids: ["x"], simular: true}) { %s } }`,
	"Mutation.rechazarEliminacion":         `mutation($porRechazar: ID!) { r: rechazarEliminacion(input: {eventoId: $porRechazar, comentario: "Hace falta"}) { %s fallas: errores { codigo } } }`,
}
