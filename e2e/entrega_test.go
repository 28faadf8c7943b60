package e2e_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// entrante is a house with an entity that is registered, a citizen, and their operador.
type entrante struct {
	uni                              institution
	carpetaID, ciudadanoID           string
	program, dueno, solicita, decide serverkit.Client
	s                                *serverkit.Server
}

func newEntrante(t *testing.T, house *serverkit.House) *entrante {
	t.Helper()
	mine := house.Seed(t, "--carpetas", "1", "--documentos", "3")[0]
	e := &entrante{uni: newInstitution(t, "universidad", "k1"), carpetaID: mine.CarpetaID, ciudadanoID: mine.CiudadanoID}
	e.uni.register(t, house)
	s := house.Start(t)
	e.dueno = s.Client(t, mine.CiudadanoID, "ciudadano")
	operadorID := serverkit.Do[alias[struct{ OperadorID string }]](t, e.dueno, `{ r: miCarpeta { operadorId } }`, nil).R.OperadorID
	as := func(sub, role, of string) serverkit.Client {
		return serverkit.Client{URL: s.URL, Token: house.Token(t, sub, role, of, time.Hour)}
	}
	e.s = s
	e.program, e.solicita, e.decide = as("programa", "entidad", "universidad"), as("ana", "operador", operadorID), as("bruno", "operador", operadorID)
	return e
}

type certificada struct {
	ID, EstadoDocumento string
	Certificado         bool
	Emisor              *struct{ EntidadID, Nombre string }
	FechaEmision        *string
	URLDescarga         *string
}

func (e *entrante) documento(t *testing.T, id string) *certificada {
	t.Helper()
	return serverkit.Do[alias[*certificada]](t, e.dueno, `query($id: ID!) { r: node(id: $id) { ... on Documento {
  id estadoDocumento certificado emisor { entidadId nombre } fechaEmision urlDescarga } } }`, obj{"id": id}).R
}

func (e *entrante) estado(t *testing.T, entregaID string) string {
	t.Helper()
	type page struct{ Nodes []entregaState }
	for _, n := range serverkit.Do[alias[page]](t, e.program, `{ r: entregas(first: 100) { nodes { `+entregaFields+` } } }`, nil).R.Nodes {
		if n.EntregaID == entregaID {
			return n.Estado
		}
	}
	return ""
}

// TestEntidadDelivers: an entity delivers, the citizen cannot delete without approval, an
// operador approves, and it is erased.
func TestEntidadDelivers(t *testing.T) {
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		e := newEntrante(t, serverkit.NewHouse(t, p))
		content := []byte("Diploma de ingeniería\n")
		input := e.uni.entrega(t, e.ciudadanoID, "Diploma de ingeniería", content)
		done := entregada(t, e.program, input, content)
		id := globalID("Documento", e.carpetaID, done.EntregaID)
		d := e.documento(t, id)
		if d == nil || !d.Certificado || d.Emisor == nil || d.Emisor.EntidadID != "universidad" || d.Emisor.Nombre != "La universidad" || d.FechaEmision == nil || d.URLDescarga == nil {
			t.Fatalf("the citizen has %+v", d)
		}
		again := entregar(t, e.program, input)
		if again.Entrega == nil || again.Entrega.EntregaID != done.EntregaID || again.Carga != nil || len(again.Errores) > 0 {
			t.Errorf("delivered again: %+v", again)
		}
		e.verified(t, obj{"id": id}, e.dueno)
		e.verified(t, obj{"id": done.EntregaID}, e.program)

		refused := serverkit.Do[alias[deleteResult]](t, e.dueno, `mutation($id: ID!) { r: deleteDocumento(input: {documentoId: $id}) {
  eliminacion { eventoId } errores { __typename ... on ErrorDeUsuario { codigo mensaje } } } }`, obj{"id": id}).R
		if refused.Eliminacion != nil || len(refused.Errores) != 1 || refused.Errores[0].Codigo != "DOCUMENTO_CERTIFICADO" {
			t.Fatalf("deleteDocumento: %+v", refused)
		}
		asked := askAprobacion(t, e.dueno, solicitarMutation, obj{"id": id, "motivo": "Es un duplicado"})
		if asked.Eliminacion == nil {
			t.Fatalf("solicitarEliminacion: %+v", asked)
		}
		mustSame(t, "state for the entity while it is locked", "ENTREGADA", e.estado(t, done.EntregaID))
		approved := askAprobacion(t, e.decide, aprobarMutation, obj{"id": asked.Eliminacion.EventoID, "nota": "Conforme"})
		mustSame(t, "errores of aprobarEliminacion", nil, approved.Errores)
		serverkit.WaitFor(t, soon, "the document is erased", func() bool { return e.documento(t, id) == nil })
		mustSame(t, "state for the entity", "ELIMINADA", e.estado(t, done.EntregaID))
		if next := entregar(t, e.program, e.uni.entrega(t, e.ciudadanoID, "Diploma de ingeniería", content)); next.Carga == nil || next.Entrega.EntregaID == done.EntregaID {
			t.Errorf("delivered anew: %+v", next)
		}
	})
}

func (e *entrante) verified(t *testing.T, v obj, c serverkit.Client) {
	t.Helper()
	r := serverkit.Do[alias[struct {
		Valida                    bool
		Resultado, Llave          string
		HashFirmado, HashGuardado string
	}]](t, c, `query($id: ID!) { r: verificarDocumento(documentoId: $id) { valida resultado llave hashFirmado hashGuardado } }`, v).R
	if !r.Valida || r.Resultado != "VALIDA" || r.Llave != "k1" || r.HashFirmado != r.HashGuardado {
		t.Errorf("verificarDocumento: %+v", r)
	}
	price := serverkit.Do[alias[struct{ Costo int }]](t, c, `query($id: ID!) { r: rateLimit { costo } verificarDocumento(documentoId: $id) { valida } }`, v).R.Costo
	if price < 550 {
		t.Errorf("it costs %d, as if it read no file", price)
	}
}

// TestDeliveriesThatAreRefused: each with its code, and nothing stored.
func TestDeliveriesThatAreRefused(t *testing.T) {
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		house := serverkit.NewHouse(t, p)
		e := newEntrante(t, house)
		content := []byte("acta\n")
		foreign := newInstitution(t, "universidad", "k1")
		unknown := newInstitution(t, "universidad", "k7")
		otherHash := e.uni.entrega(t, e.ciudadanoID, "Acta", content)
		otherHash["hashDocumento"] = hashOf([]byte("otra"))
		none := e.uni.entrega(t, e.ciudadanoID, "Acta", content)
		none["firma"] = base64url([]byte(`{"alg":"none","kid":"k1","iat":1}`)) + ".."
		long := e.uni.entrega(t, e.ciudadanoID, strings.Repeat("a", 10_000), content)
		for what, c := range map[string]struct {
			input obj
			code  string
		}{
			"a foreign key":             {foreign.entrega(t, e.ciudadanoID, "Acta", content), "FIRMA_INVALIDA"},
			"an unknown key":            {unknown.entrega(t, e.ciudadanoID, "Acta", content), "LLAVE_DESCONOCIDA"},
			"another hash":              {otherHash, "FIRMA_INVALIDA"},
			"alg none":                  {none, "FIRMA_INVALIDA"},
			"a long title":              {long, "BAD_USER_INPUT"},
			"a citizen without carpeta": {e.uni.entrega(t, "nadie", "Acta", content), "CIUDADANO_SIN_CARPETA"},
		} {
			r := entregar(t, e.program, c.input)
			if r.Entrega != nil || len(r.Errores) != 1 || r.Errores[0].Codigo != c.code {
				t.Errorf("%s: %+v, want %s", what, r, c.code)
			}
		}
		type page struct{ Nodes []entregaState }
		if stored := serverkit.Do[alias[page]](t, e.program, `{ r: entregas { nodes { `+entregaFields+` } } }`, nil).R.Nodes; len(stored) > 0 {
			t.Errorf("stored: %+v", stored)
		}
	})
}

// TestFloodOfAnEntityDelaysNoDeletion: the flood is refused beyond the entity's budget, and
// a citizen's deletion ends meanwhile as it does without.
func TestFloodOfAnEntityDelaysNoDeletion(t *testing.T) {
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		house := serverkit.NewHouse(t, p).With("CARPETA_RATE_DELIVERIES=2")
		e := newEntrante(t, house)
		ids := make([]string, 3)
		for i := range ids {
			ids[i] = uploadAndConfirmar(t, e.dueno, e.carpetaID, fmt.Appendf(nil, "propio %d\n", i))
		}
		quiet := deletionTime(t, e.dueno, ids[0])
		accepted, refused := 0, 0
		var mu sync.Mutex
		var flood sync.WaitGroup
		end := make(chan struct{})
		for worker := range 8 {
			flood.Go(func() {
				for n := 0; ; n++ {
					select {
					case <-end:
						return
					default:
					}
					r := e.program.MustPost(t, entregarMutation, obj{"input": e.uni.entrega(t, e.ciudadanoID, fmt.Sprintf("Acta %d %d", worker, n), fmt.Appendf(nil, "%d %d", worker, n))})
					mu.Lock()
					if r.Code() == "RATE_LIMITED" {
						refused++
					} else {
						accepted++
					}
					mu.Unlock()
				}
			})
		}
		var slowest time.Duration
		for _, id := range ids[1:] {
			slowest = max(slowest, deletionTime(t, e.dueno, id))
		}
		time.Sleep(time.Second) // the flood goes on past the deletions
		close(end)
		flood.Wait()
		t.Logf("a deletion took %v alone, %v beside a flood of %d deliveries, of which %d were refused", quiet, slowest, accepted+refused, refused)
		if refused == 0 || accepted > 20+5*30 {
			t.Errorf("%d deliveries accepted, %d refused", accepted, refused)
		}
		if slowest > quiet+5*time.Second {
			t.Errorf("a deletion took %v beside the flood, and %v without", slowest, quiet)
		}
	})
}

// deletionTime deletes a document, and waits until it is gone.
func deletionTime(t *testing.T, c serverkit.Client, id string) time.Duration {
	t.Helper()
	begin := time.Now()
	deleteDocumento(t, c, id, 0)
	serverkit.WaitFor(t, soon, "the document is gone", func() bool {
		return serverkit.Do[alias[*struct{ ID string }]](t, c, `query($id: ID!) { r: node(id: $id) { id } }`, obj{"id": id}).R == nil
	})
	return time.Since(begin)
}

// TestRegistryFromTheCommandLine: in the stores, and of a running server.
func TestRegistryFromTheCommandLine(t *testing.T) {
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		house := serverkit.NewHouse(t, p)
		e := newEntrante(t, house)
		access := []string{"--url", e.dueno.URL, "--token", house.Token(t, "hugo", "administrador", "", time.Hour)}
		run := func(args ...string) serverkit.Output {
			return house.Run(t, append(append([]string{"entidad"}, args...), access...)...)
		}
		if o := run("listar"); o.Code != 0 || !strings.Contains(o.Out, `"entidadId":"universidad"`) || !strings.Contains(o.Out, `"kid":"k1"`) {
			t.Errorf("lista: %+v", o)
		}
		if o := run("baja", "universidad", "--llave", "k1"); o.Code != 0 || !strings.Contains(o.Out, `"revocaciones":[{"llave":"k1"`) {
			t.Errorf("baja --llave: %+v", o)
		}
		if o := run("baja", "universidad"); o.Code != 0 || !strings.Contains(o.Out, `"activa":false`) {
			t.Errorf("baja: %+v", o)
		}
		r := entregar(t, e.program, e.uni.entrega(t, e.ciudadanoID, "Acta", []byte("acta\n")))
		if len(r.Errores) != 1 || r.Errores[0].Codigo != "ENTIDAD_INACTIVA" {
			t.Errorf("an inactive entity delivers: %+v", r)
		}
		if o := run("baja", "nada"); o.Code == 0 || !strings.Contains(o.Err, "NOT_FOUND") {
			t.Errorf("baja of an absent one: %+v", o)
		}
	})
}
