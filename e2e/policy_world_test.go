package e2e_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/graph"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
	"github.com/vektah/gqlparser/v2/ast"
)

// quien is a person that asks, by the relation to the carpeta.
type quien int

const (
	anonymous       quien = iota
	dueno                 // the citizen whose carpeta it is
	stranger              // another citizen, with a carpeta of their own
	operador              // the operador that serves the carpeta
	foreignOperador       // another operador
	auditor
	entidad        // one that delivered a document into the carpeta
	foreignEntidad // another one
	administrador
	codeHolder // somebody whom the owner gave a code
	everyone   = int(codeHolder) + 1
)

func (q quien) String() string {
	return [...]string{"anónimo", "dueño", "otro ciudadano", "operador", "operador ajeno", "auditor", "entidad", "entidad ajena", "administrador", "portador de un código"}[q]
}

// world is a carpeta with one of everything that the table asks for.
type world struct {
	server    *serverkit.Server
	schema    *ast.Schema
	clients   [everyone]serverkit.Client
	namesakes func() map[quien]serverkit.Client // new tokens of other roles in the owner's name: cerrarSesiones ends those of before
	variables obj                               // of every request
	secrets   []string
	shown     shown // to whoever holds a code
}

const secretTitulo = "Secreto de la persona titular"

// procedure is one that an entity may use, for the command line.
func procedure(code, entidad string) string {
	const text = `{"es":"Beca","en":"Grant"}`
	return fmt.Sprintf(`{"codigo":%q,"nombre":%[2]s,"finalidad":%[2]s,"baseLegal":%[2]s,"conservacionDias":30,"plazoMaximoDias":90,"entidadIds":[%[3]q],`+
		`"requisitos":[{"codigo":"CEDULA","nombre":%[2]s,"tipos":["CEDULA_CIUDADANIA"]}]}`, code, text, entidad)
}

func newWorld(t *testing.T, p serverkit.Profile) *world {
	house, damage, repair := fragileHouse(t, p)
	two := house.Seed(t, "--carpetas", "2", "--documentos", "60", "--semilla", "7")
	mine, others := two[0], two[1]
	uni := newInstitution(t, "universidad", "k1")
	for _, i := range []institution{uni, newInstitution(t, "notaria", "k1"), newInstitution(t, "cerrada", "k1")} {
		i.register(t, house)
	}
	uni.register(t, house, "--rol=EMISOR,RECEPTOR", "--nit=900123456-8")
	house.MustRun(t, "entidad", "alta", "molesta", "--nombre", "La molesta", "--rol=RECEPTOR", "--nit=800197268-4")
	procedures := filepath.Join(t.TempDir(), "tramites.json")
	must(t, os.WriteFile(procedures, []byte(procedure("BECA", "universidad")+procedure("CERRADO", "universidad")+procedure("OTRA", "universidad")+procedure("MOLESTIA", "molesta")), 0o600))
	house.MustRun(t, "tramite", "registrar", procedures)
	s := house.Start(t)
	c := s.Client(t, mine.CiudadanoID, "ciudadano")
	operadorID := serverkit.Do[alias[struct{ OperadorID string }]](t, c, `{ r: miCarpeta { operadorId } }`, nil).R.OperadorID
	asRole := func(sub, role, of string) serverkit.Client {
		return serverkit.Client{URL: s.URL, Token: house.Token(t, sub, role, of, time.Hour)}
	}
	ofEntity := func(sub, entidad string) serverkit.Client {
		return serverkit.Client{URL: s.URL, Token: house.TokenPermitting(t, sub, entidad, time.Hour, "emision", "solicitud", "consulta")}
	}
	m := &world{server: s, variables: obj{"carpeta": mine.CarpetaID, "ciudadano": mine.CiudadanoID, "operadorId": operadorID}, secrets: []string{secretTitulo}}
	m.clients = [everyone]serverkit.Client{ // each with a sub of its own: cerrarSesiones ends the sessions of a sub
		anonymous: {URL: s.URL}, dueno: c, stranger: asRole(others.CiudadanoID, "ciudadano", ""),
		operador: asRole("ana", "operador", operadorID), foreignOperador: asRole("eva", "operador", operadorID+"-otro"), auditor: asRole("iris", "auditor", ""),
		entidad: ofEntity("programa-universidad", "universidad"), foreignEntidad: ofEntity("programa-notaria", "notaria"), administrador: asRole("hugo", "administrador", ""),
	}
	m.namesakes = func() map[quien]serverkit.Client {
		return map[quien]serverkit.Client{
			operador: asRole(mine.CiudadanoID, "operador", operadorID), foreignOperador: asRole(mine.CiudadanoID, "operador", operadorID+"-otro"),
			auditor: asRole(mine.CiudadanoID, "auditor", ""), entidad: asRole(mine.CiudadanoID, "entidad", "universidad"), administrador: asRole(mine.CiudadanoID, "administrador", ""),
		}
	}
	m.schema = graph.NewExecutableSchema(graph.Config{}).Schema()
	m.populate(t, c, mine.CarpetaID)
	m.variables["averiada"] = m.breakOne(t, mine.CarpetaID, damage, repair)
	m.variables["enPartes"] = m.partlySent(t, c, mine.CarpetaID)
	m.deliveries(t, uni, mine.CiudadanoID, mine.CarpetaID)
	m.handOut(t)
	m.consent(t, mine.CiudadanoID, mine.CarpetaID, ofEntity("programa-molesta", "molesta"))
	const readTrail = `query($operadorId: String!) { r: eventosAuditoria(filtro: {operadorId: $operadorId}) { pageInfo { hasNextPage } } }`
	serverkit.Do[alias[any]](t, m.clients[operador], readTrail, obj{"operadorId": operadorID}) // is an event of it
	m.embargo(t, mine.CarpetaID)
	return m
}

// consent has a request in every state that a row needs, an authorisation that was ended and one that is in force, and an entity
// that was reported.
func (m *world) consent(t *testing.T, ciudadanoID, carpetaID string, nuisance serverkit.Client) {
	t.Helper()
	type codes []struct{ Codigo, Mensaje string }
	type answer struct {
		Solicitud, Autorizacion *struct{ ID string }
		Errores                 codes
	}
	const errores = ` errores { ... on ErrorDeUsuario { codigo mensaje } } `
	do := func(c serverkit.Client, query string, v obj) answer {
		r := serverkit.Do[alias[answer]](t, c, query, v).R
		if len(r.Errores) > 0 {
			t.Fatalf("%s: %v", query, r.Errores)
		}
		return r
	}
	ask := func(c serverkit.Client, procedure, number string) string {
		return do(c, `mutation($i: SolicitarDocumentosInput!) { r: solicitarDocumentos(input: $i) { solicitud { id }`+errores+`} }`,
			obj{"i": obj{"ciudadanoId": ciudadanoID, "tramite": procedure, "numeroInterno": number}}).Solicitud.ID
	}
	owner, uni := m.clients[dueno], m.clients[entidad]
	paper := cargaInput(carpetaID, []byte("una cédula"))
	paper["codigoTipo"] = "CEDULA_CIUDADANIA"
	carga := iniciarCarga(t, owner, paper)
	serverkit.Upload(t, *carga.Carga, []byte("una cédula"))
	serverkit.Do[alias[any]](t, owner, confirmarMutation, obj{"id": carga.Documento.ID})
	give := func(solicitud string) string {
		return do(owner, `mutation($s: ID!, $d: ID!) { r: responderSolicitud(input: {solicitudId: $s, version: 1, dias: 30, respuestas: [{requisito: "CEDULA", documentoId: $d}]}) { autorizacion { id }`+errores+`} }`,
			obj{"s": solicitud, "d": carga.Documento.ID}).Autorizacion.ID
	}
	one := func(c serverkit.Client, mutation, field, id string) {
		do(c, `mutation($x: ID!) { r: `+mutation+`(input: {`+field+`: $x}) {`+errores+`} }`, obj{"x": id})
	}
	m.variables["terminada"] = give(ask(uni, "BECA", "TERMINADA"))
	one(owner, "terminarAutorizacion", "autorizacionId", m.variables["terminada"].(string))
	give(ask(uni, "BECA", "VIGENTE"))
	m.variables["recibido"] = serverkit.Do[alias[struct{ Nodes []struct{ ID string } }]](t, uni, `{ r: documentosRecibidos(filtro: {estado: VIGENTE}) { nodes { id } } }`, nil).R.Nodes[0].ID
	one(uni, "abrirDocumentoRecibido", "recibidoId", m.variables["recibido"].(string))
	m.variables["retirada"] = ask(uni, "BECA", "RETIRADA")
	one(uni, "retirarSolicitud", "solicitudId", m.variables["retirada"].(string))
	m.variables["rechazada"] = ask(uni, "BECA", "RECHAZADA")
	one(owner, "rechazarSolicitud", "solicitudId", m.variables["rechazada"].(string))
	m.variables["solicitud"] = ask(uni, "OTRA", "ABIERTA")
	m.variables["denunciable"] = ask(nuisance, "MOLESTIA", "UNA")
	one(owner, "denunciarEntidad", "solicitudId", m.variables["denunciable"].(string))
	m.variables["solicitudAusente"], m.variables["autorizacionAusente"] = globalID("Solicitud", absentID, ciudadanoID), globalID("Autorizacion", carpetaID, absentID)
}

// embargo orders one that hides nothing which the table looks at.
func (m *world) embargo(t *testing.T, carpetaID string) {
	t.Helper()
	mandato := func(carpetaID string) obj {
		return obj{"carpetaId": carpetaID, "motivo": "Prueba", "baseLegal": "Auto 1", "hasta": time.Now().Add(time.Hour).Format(time.RFC3339), "miradasDe": obj{"rol": "administrador"}}
	}
	m.variables["mandato"], m.variables["mandatoVacio"] = mandato(carpetaID), mandato(absentID)
	const order = `mutation($mandato: OrdenarEmbargoInput!) { r: ordenarEmbargo(input: $mandato) { embargo { embargoId } } }`
	type ordered struct{ Embargo struct{ EmbargoID string } }
	m.variables["embargo"] = serverkit.Do[alias[ordered]](t, m.clients[auditor], order, obj{"mandato": m.variables["mandato"]}).R.Embargo.EmbargoID
}

// worldSettings: the table asks more in a second than a person does in a day, and
// a file that has failed once stays failed while it does.
var worldSettings = []string{"CARPETA_RATE_PER_SECOND=0", "CARPETA_RATE_REFUSALS=0",
	"CARPETA_RETRY_ATTEMPTS=1", "CARPETA_PLAZO=1h", "CARPETA_OBJECT_TIMEOUT=30s", "CARPETA_LIMIT_REQUEST=1m",
	"CARPETA_LIMIT_CARPETA_BYTES=1048576",   // so that a folder can be full
	serverkit.SettingOf(serverkit.ByQueues)} // one attempt, and one dead letter

// fragileHouse is a house whose object store can be broken and mended.
func fragileHouse(t *testing.T, p serverkit.Profile) (house *serverkit.House, damage, repair func()) {
	t.Helper()
	if p == serverkit.Embedded {
		house = serverkit.NewHouse(t, p).With(worldSettings...)
		objetos := filepath.Join(house.Dir, "objetos")
		return house, func() { forEachFile(t, objetos, obstruct) }, func() { clearObstructions(t, objetos) }
	}
	minio := services.OwnMinio(t)
	house = serverkit.NewHouseOn(t, serverkit.Services{Minio: minio}).With(worldSettings...)
	return house, func() { must(t, minio.Kill()) }, func() { must(t, minio.Start(t.Context())) }
}

// poblar brings one object into every state that a row needs. None moves by itself.
func (m *world) populate(t *testing.T, c serverkit.Client, carpetaID string) {
	t.Helper()
	const espera = 3600 // undo window: the deletion waits while the table is asked
	filas := allFilas(t, c, carpetaID)
	free, certificados := deletable(filas), []string{}
	for id, f := range filas {
		if f.Certificado {
			certificados = append(certificados, id)
		}
	}
	slices.Sort(certificados)
	secret := cargaInput(carpetaID, []byte("secreto\n"))
	secret["titulo"] = secretTitulo
	carga := iniciarCarga(t, c, secret)
	if status := serverkit.Upload(t, *carga.Carga, []byte("secreto\n")); status/100 != 2 {
		t.Fatalf("upload: %d", status)
	}
	serverkit.Do[alias[any]](t, c, confirmarMutation, obj{"id": carga.Documento.ID})
	m.secrets = append(m.secrets, hashOf([]byte("secreto\n")))
	more := obj{
		"documento": carga.Documento.ID, "vacio": iniciarCarga(t, c, cargaInput(carpetaID, []byte("sin subir"))).Documento.ID,
		"huella":    hashOf([]byte("una sola parte")),
		"cancelada": iniciarCarga(t, c, cargaInput(carpetaID, []byte("sin terminar"))).Documento.ID,
		"bloqueado": free[0], "evento": deleteDocumento(t, c, free[0], espera).EventoID,
		"cancelable": deleteDocumento(t, c, free[1], espera).EventoID, "enPapelera": deleteDocumento(t, c, free[3], espera).EventoID, "libre": free[2],
		"certificado": certificados[0], "solicitable": certificados[1],
		"solicitada":  m.solicitar(t, c, certificados[2]),
		"porAprobar":  m.solicitar(t, c, certificados[3]),
		"porRechazar": m.solicitar(t, c, certificados[4]),
		"nueva":       cargaInput(carpetaID, []byte("otra")), "llena": tooLarge(cargaInput(carpetaID, []byte("otra"))), "mala": withoutTitulo(cargaInput(carpetaID, []byte("otra"))),
		"documentoAusente": globalID("Documento", carpetaID, absentID), "ausente": absentID,
	}
	more["completada"], more["sellable"] = sealed(t, c, carpetaID)
	maps.Copy(m.variables, more)
	m.variables["carpetaGlobal"], m.variables["eventoGlobal"] = globalID("Carpeta", carpetaID), globalID("Eliminacion", m.variables["evento"].(string))
}

const absentID = "0190b3a0-0000-7000-8000-00000000dead"

// sealed deletes a document, and waits until the end of it is in the sealed log.
func sealed(t *testing.T, c serverkit.Client, carpetaID string) (eliminacion, evento string) {
	t.Helper()
	eliminacion = deleteDocumento(t, c, uploadAndConfirmar(t, c, carpetaID, []byte("por sellar\n")), 0).EventoID
	serverkit.WaitFor(t, soon, "a sealed receipt", func() bool {
		e := serverkit.Do[alias[struct{ Constancia *constancia }]](t, c, `query($e: ID!) { r: eliminacion(eventoId: $e) { constancia { eventId evento sello { prueba llaves } sinSello } } }`, obj{"e": eliminacion}).R
		if e.Constancia != nil {
			evento = e.Constancia.EventID
		}
		return e.Constancia != nil && e.Constancia.Sello != nil
	})
	return eliminacion, evento
}

func withoutTitulo(input obj) obj {
	input["titulo"] = ""
	return input
}

func (m *world) solicitar(t *testing.T, c serverkit.Client, id string) string {
	t.Helper()
	r := serverkit.Do[alias[deleteResult]](t, c, `mutation($id: ID!) { r: solicitarEliminacion(input: {documentoId: $id, motivo: "Ya no hace falta"}) { eliminacion { eventoId } errores { ... on ErrorDeUsuario { codigo mensaje } } } }`, obj{"id": id}).R
	if r.Eliminacion == nil {
		t.Fatalf("solicitarEliminacion: %+v", r)
	}
	return r.Eliminacion.EventoID
}

// breakOne makes a deletion that failed once: there is a dead letter of it.
func (m *world) breakOne(t *testing.T, carpetaID string, damage, repair func()) string {
	t.Helper()
	id := uploadAndConfirmar(t, m.clients[dueno], carpetaID, []byte("atascado\n"))
	damage()
	defer repair()
	evento := deleteDocumento(t, m.clients[dueno], id, 0).EventoID
	serverkit.WaitFor(t, soon, "a dead letter", func() bool {
		return serverkit.Do[alias[struct{ Total int }]](t, m.clients[operador], `{ r: mensajesMuertos { total } }`, nil).R.Total > 0
	})
	return evento
}

// foto is everything that a refused mutation must leave alone.
func (m *world) snapshot(t *testing.T) string {
	t.Helper()
	r := m.clients[dueno].MustPost(t, `query($carpeta: ID!) { carpeta(id: $carpeta) { totalDocumentosAproximado
  documentos(first: 100) { nodes { id titulo estadoDocumento fechaUltimaModificacion } }
  eliminaciones(first: 100) { nodes { eventoId estado pasoActual secuencia aprobacion { resultado } } }
  solicitudes { nodes { id version estado } } autorizaciones { nodes { id estado borradoPedidoEn } } entidadesSilenciadas { entidadId } } }`, m.variables)
	return string(r.Data)
}

// tooLarge is an upload that no folder of this world has room for.
func tooLarge(input obj) obj {
	input["tamanoBytes"] = 2 << 20
	return input
}

// partlySent is an upload in parts that has its part.
func (m *world) partlySent(t *testing.T, c serverkit.Client, carpetaID string) string {
	t.Helper()
	u := beginParts(t, c, carpetaID, []byte("una sola parte"))
	u.send(t, c, 1)
	return u.id
}
