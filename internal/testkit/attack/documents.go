package attack

import (
	"context"
	"fmt"
	"net/http"
	"strings"
)

// documentsOfLists sends documents with 4,900 elements each, all different.
func documentsOfLists(ctx context.Context, p *party) {
	list := strings.Repeat("1 ", 4900)
	p.crowd(ctx, 8, func(client, n int) *http.Request {
		return p.post(p.mixed(client), operation(fmt.Sprintf("{nodes(ids:[%s %d]){id}}", list, 8*n+client), nil))
	})
}

// documentsOfFields sends valid documents with as many fields as may be, all different: they are read, checked and run.
func documentsOfFields(ctx context.Context, p *party) {
	fields := manyFields(48)
	p.crowd(ctx, 8, func(client, n int) *http.Request {
		return p.post(p.mixed(client), operation(fmt.Sprintf(`{nodes(ids:["%d"]){%s}}`, 8*n+client, fields), nil))
	})
}

// manyFields selects 24 fields of a node, each so many times: the limit is 50 of one name.
func manyFields(times int) string {
	return "...on Documento{" + strings.Repeat("id documentoId titulo numero contextoDocumento estadoDocumento tamanoBytes hashDocumento nombreArchivo tipoContenido fechaRecepcion fechaUltimaModificacion certificado esDescargable ", times) +
		"}...on Eliminacion{" + strings.Repeat("eventoId estado pasoActual secuencia estadoEvento documentoGlobalId documentoEliminadoId ", times) +
		"}...on Carpeta{" + strings.Repeat("carpetaId operadorId totalDocumentosAproximado ", times) + "}"
}

// signedLinks asks for the links of a page, each of which leaves an event in the trail.
func signedLinks(ctx context.Context, p *party) {
	p.ofCarpeta(ctx, 8, `documentos(first: 100) { nodes { urlDescarga urlVista } }`)
}

// searches look for what is not there, fifty times in an operation.
func searches(ctx context.Context, p *party) {
	p.ofCarpeta(ctx, 8, numbered(50, ` a%[1]d: documentos(first: 1, filtro: {texto: "zzz%[1]d nada"}) { nodes { id } }`))
}

// ofCarpeta asks for something of one's own carpeta.
func (p *party) ofCarpeta(ctx context.Context, clients int, selection string) {
	query := "query($c: ID!) { carpeta(id: $c) { " + selection + " } }"
	p.crowd(ctx, clients, func(client, _ int) *http.Request {
		c := p.citizen(client)
		return p.post(c.Token, operation(query, map[string]any{"c": c.CarpetaID}))
	})
}

// bombs are small and would be dear: each must be refused before it runs.
func bombs(ctx context.Context, p *party) {
	const page = "carpeta { documentos(first: 100) { nodes { eliminacion { "
	all := []string{
		"{ ...F0 }" + numbered(60, " fragment F%[1]d on Query { ...F%[2]d ...F%[2]d }") + " fragment F60 on Query { __typename }", // 2^60 fields
		"{" + numbered(1500, " a%[1]d: __typename") + " }",
		"{ miCarpeta { documentos(first: 100) { nodes { eliminacion { " + strings.Repeat(page, 3) + "id" + strings.Repeat(" } } } }", 3) + " } } } } }",
		"{ miCarpeta { documentos { nodes { " + strings.Repeat("eliminacion { carpeta { ", 400) + "id" + strings.Repeat(" } }", 400) + " } } } }",
	}
	p.crowd(ctx, len(all), func(client, _ int) *http.Request { return p.post(p.citizen(client).Token, operation(all[client], nil)) })
}

// numbered repeats a text with a number in it, %[1]d, or the one after it, %[2]d.
func numbered(n int, format string) string {
	var s strings.Builder
	for i := range n {
		fmt.Fprintf(&s, format, i, i+1)
	}
	return s.String()
}

// every asks for all of the schema, as tools do.
const every = `{ __schema { types { kind name description fields(includeDeprecated: true) { name description args { ...V } type { ...T } }
	inputFields { ...V } interfaces { ...T } enumValues(includeDeprecated: true) { name description } possibleTypes { ...T } } } }
	fragment V on __InputValue { name description type { ...T } defaultValue }
	fragment T on __Type { kind name ofType { kind name ofType { kind name ofType { kind name } } } }`

// schemaAgain asks for all of the schema as nobody, and every other client for each field of each type under 1,500 names.
func schemaAgain(ctx context.Context, p *party) {
	deep := "{ __schema { types { fields { type { ofType { fields {" + numbered(1500, " a%[1]d: name") + " } } } } } } }"
	p.crowd(ctx, 8, func(client, _ int) *http.Request { return p.post("", operation([]string{every, deep}[client%2], nil)) })
}
