package e2e_test

import (
	"maps"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// quien is somebody who asks, by what they are to the carpeta.
type quien int

const (
	anonimo       quien = iota
	dueno               // the citizen whose carpeta it is
	otro                // another citizen, with a carpeta of their own
	operador            // the operador that serves the carpeta
	operadorAjeno       // another operador
	auditor
)

func (q quien) String() string {
	return [...]string{"anónimo", "dueño", "otro ciudadano", "operador", "operador ajeno", "auditor"}[q]
}

// mundo is a carpeta with one of everything that the table asks for.
type mundo struct {
	servidor  *serverkit.Server
	esquema   esquema
	clientes  [6]serverkit.Client
	variables obj // of every request
	secretos  []string
}

const tituloSecreto = "Secreto de la persona titular"

func nuevoMundo(t *testing.T, p serverkit.Profile) *mundo {
	casa, romper, reparar := casaFragil(t, p)
	dos := casa.Seed(t, "--carpetas", "2", "--documentos", "60", "--semilla", "7")
	mia, ajena := dos[0], dos[1]
	s := casa.Start(t)
	c := s.Client(t, mia.CiudadanoID, "ciudadano")
	operadorID := serverkit.Do[alias[struct{ OperadorID string }]](t, c, `{ r: miCarpeta { operadorId } }`, nil).R.OperadorID
	como := func(sub, rol, operador string) serverkit.Client {
		return serverkit.Client{URL: s.URL, Token: casa.Token(t, sub, rol, operador, time.Hour)}
	}
	m := &mundo{servidor: s, variables: obj{"carpeta": mia.CarpetaID, "operadorId": operadorID}, secretos: []string{tituloSecreto}}
	m.clientes = [...]serverkit.Client{
		anonimo: {URL: s.URL}, dueno: c, otro: como(ajena.CiudadanoID, "ciudadano", ""),
		operador: como("ana", "operador", operadorID), operadorAjeno: como("eva", "operador", operadorID+"-otro"), auditor: como("iris", "auditor", ""),
	}
	m.esquema = leerEsquema(t, c)
	m.poblar(t, c, mia.CarpetaID)
	m.variables["averiada"] = m.averiar(t, mia.CarpetaID, romper, reparar)
	return m
}

// ajustesDelMundo: the table asks more in a second than a person does in a day, and
// what has failed once stays failed while it does.
var ajustesDelMundo = []string{"CARPETA_INTROSPECTION=on", "CARPETA_RATE_PER_SECOND=0", "CARPETA_RATE_REFUSALS=0",
	"CARPETA_RETRY_ATTEMPTS=1", "CARPETA_PLAZO=10m", "CARPETA_OBJECT_TIMEOUT=5s", "CARPETA_LIMIT_REQUEST=1m"}

// casaFragil is a house whose object store can be broken and mended.
func casaFragil(t *testing.T, p serverkit.Profile) (casa *serverkit.House, romper, reparar func()) {
	t.Helper()
	if p == serverkit.Embedded {
		casa = serverkit.NewHouse(t, p).With(ajustesDelMundo...)
		objetos := filepath.Join(casa.Dir, "objetos")
		return casa, func() { porCadaArchivo(t, objetos, estorbar) }, func() { quitarEstorbos(t, objetos) }
	}
	minio := services.OwnMinio(t)
	casa = serverkit.NewHouseOn(t, serverkit.Services{Minio: minio}).With(ajustesDelMundo...)
	return casa, func() { exigir(t, minio.Kill()) }, func() { exigir(t, minio.Start(t.Context())) }
}

// poblar brings one object into every state that a row needs. None moves by itself.
func (m *mundo) poblar(t *testing.T, c serverkit.Client, carpetaID string) {
	t.Helper()
	const espera = 3600 // undo window: the deletion waits while the table is asked
	filas := todos(t, c, carpetaID)
	libres, certificados := borrables(filas), []string{}
	for id, f := range filas {
		if f.Certificado {
			certificados = append(certificados, id)
		}
	}
	slices.Sort(certificados)
	secreto := entradaCarga(carpetaID, []byte("secreto\n"))
	secreto["titulo"] = tituloSecreto
	carga := iniciarCarga(t, c, secreto)
	if estado := serverkit.Upload(t, *carga.Carga, []byte("secreto\n")); estado/100 != 2 {
		t.Fatalf("upload: %d", estado)
	}
	serverkit.Do[alias[any]](t, c, mutacionConfirmar, obj{"id": carga.Documento.ID})
	m.secretos = append(m.secretos, hashDe([]byte("secreto\n")))
	mas := obj{
		"documento": carga.Documento.ID, "vacio": iniciarCarga(t, c, entradaCarga(carpetaID, []byte("sin subir"))).Documento.ID,
		"bloqueado": libres[0], "evento": borrar(t, c, libres[0], espera).EventoID,
		"cancelable": borrar(t, c, libres[1], espera).EventoID, "libre": libres[2],
		"certificado": certificados[0], "solicitable": certificados[1],
		"solicitada":  m.solicitar(t, c, certificados[2]),
		"porAprobar":  m.solicitar(t, c, certificados[3]),
		"porRechazar": m.solicitar(t, c, certificados[4]),
		"nueva":       entradaCarga(carpetaID, []byte("otra")), "mala": sinTitulo(entradaCarga(carpetaID, []byte("otra"))),
		"documentoAusente": idGlobal("Documento", carpetaID, ausente), "ausente": ausente,
	}
	maps.Copy(m.variables, mas)
	m.variables["carpetaGlobal"], m.variables["eventoGlobal"] = idGlobal("Carpeta", carpetaID), idGlobal("Eliminacion", m.variables["evento"].(string))
}

const ausente = "0190b3a0-0000-7000-8000-00000000dead"

func sinTitulo(entrada obj) obj {
	entrada["titulo"] = ""
	return entrada
}

func (m *mundo) solicitar(t *testing.T, c serverkit.Client, id string) string {
	t.Helper()
	r := serverkit.Do[alias[resultadoBorrado]](t, c, `mutation($id: ID!) { r: solicitarEliminacion(input: {documentoId: $id, motivo: "Ya no hace falta"}) { eliminacion { eventoId } errores { codigo mensaje } } }`, obj{"id": id}).R
	if r.Eliminacion == nil {
		t.Fatalf("solicitarEliminacion: %+v", r)
	}
	return r.Eliminacion.EventoID
}

// averiar is a deletion that failed once: there is a dead letter of it.
func (m *mundo) averiar(t *testing.T, carpetaID string, romper, reparar func()) string {
	t.Helper()
	id := subirYConfirmar(t, m.clientes[dueno], carpetaID, []byte("atascado\n"))
	romper()
	defer reparar()
	evento := borrar(t, m.clientes[dueno], id, 0).EventoID
	serverkit.WaitFor(t, pronto, "a dead letter", func() bool {
		return serverkit.Do[alias[struct{ Total int }]](t, m.clientes[operador], `{ r: mensajesMuertos { total } }`, nil).R.Total > 0
	})
	return evento
}

// foto is everything that a refused mutation must leave alone.
func (m *mundo) foto(t *testing.T) string {
	t.Helper()
	r := m.clientes[dueno].MustPost(t, `query($carpeta: ID!) { carpeta(id: $carpeta) { totalDocumentosAproximado
  documentos(first: 100) { nodes { id titulo estadoDocumento fechaUltimaModificacion } }
  eliminaciones(first: 100) { nodes { eventoId estado pasoActual secuencia aprobacion { resultado } } } } }`, m.variables)
	return string(r.Data)
}
