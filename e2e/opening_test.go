package e2e_test

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

const openMutation = `mutation($ciudadano: String!) { r: abrirCarpeta(input: {ciudadanoId: $ciudadano}) {
	carpeta { carpetaId ciudadanoId operadorId nueva } errores { ... on ErrorDeUsuario { codigo mensaje } } } }`

type opened struct {
	Carpeta *struct {
		CarpetaID, CiudadanoID, OperadorID string
		Nueva                              bool
	}
	Errores []struct{ Codigo, Mensaje string }
}

// TestOpenedForANewCitizen: two operadores ask for the same citizen at once, one of them serves
// her then, and she uploads into what was opened.
func TestOpenedForANewCitizen(t *testing.T) {
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		house := serverkit.NewHouse(t, p)
		house.Prepare(t)
		s := house.Start(t)
		const ciudadano = "1020-nueva"
		asked := make([]opened, 8)
		var wg sync.WaitGroup
		for n := range asked {
			op := serverkit.Client{URL: s.URL, Token: house.Token(t, "maria", "operador", []string{"op-uno", "op-dos"}[n%2], time.Hour)}
			wg.Go(func() { asked[n] = serverkit.Do[alias[opened]](t, op, openMutation, obj{"ciudadano": ciudadano}).R })
		}
		wg.Wait()
		mine := requireOneOpened(t, asked)

		c := s.Client(t, ciudadano, "ciudadano")
		mustSame(t, "her carpeta", mine, serverkit.Do[alias[struct{ CarpetaID string }]](t, c, `{ r: miCarpeta { carpetaId } }`, nil).R.CarpetaID)
		content := []byte("el primero\n")
		r := iniciarCarga(t, c, cargaInput(mine, content))
		mustSame(t, "upload", 2, serverkit.Upload(t, *r.Carga, content)/100)
		mustSame(t, "errores of confirmarCarga", nil, confirmarCarga(t, c, r.Documento.ID).Errores)
	})
}

// requireOneOpened wants one carpeta, new for one caller, the same for all of its operador, and a
// refusal that names nobody for the other operador. It returns the carpetaId.
func requireOneOpened(t *testing.T, asked []opened) (carpetaID string) {
	t.Helper()
	fresh, ids, served := 0, map[string]bool{}, map[string]bool{}
	for _, a := range asked {
		if a.Carpeta == nil {
			if len(a.Errores) != 1 || a.Errores[0].Codigo != "CIUDADANO_DE_OTRO_OPERADOR" {
				t.Errorf("refused with %+v", a.Errores)
			}
			continue
		}
		carpetaID = a.Carpeta.CarpetaID
		ids[carpetaID], served[a.Carpeta.OperadorID] = true, true
		if a.Carpeta.Nueva {
			fresh++
		}
	}
	if fresh != 1 || len(ids) != 1 || len(served) != 1 {
		t.Fatalf("%d new, carpetas %v, served by %v: want one of each", fresh, ids, served)
	}
	return carpetaID
}

// TestCommandOpensOnce prints the same line however often it is asked.
func TestCommandOpensOnce(t *testing.T) {
	t.Parallel()
	house := serverkit.NewHouse(t, serverkit.Embedded)
	var lines [2]serverkit.Seeded
	for n := range lines {
		out := house.MustRun(t, "carpeta", "abrir", "--ciudadano", "1020", "--operador", "op-andes")
		if err := json.Unmarshal([]byte(out), &lines[n]); err != nil {
			t.Fatalf("%q: %v", out, err)
		}
	}
	mustSame(t, "the second line", lines[0], lines[1])
	mustSame(t, "ciudadanoId", "1020", lines[0].CiudadanoID)
	mine := house.Start(t).Client(t, "1020", "ciudadano")
	mustSame(t, "her carpeta", lines[0].CarpetaID, serverkit.Do[alias[struct{ CarpetaID string }]](t, mine, `{ r: miCarpeta { carpetaId } }`, nil).R.CarpetaID)
}

// TestASeedOpensAsAnOperadorDoes: the same number again reports the same carpeta, and another operador is refused as
// by a carpeta that was opened by hand.
func TestASeedOpensAsAnOperadorDoes(t *testing.T) {
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		house := serverkit.NewHouse(t, p)
		one := house.Seed(t, "--carpetas", "1", "--documentos", "3", "--semilla", "7")[0]
		mustSame(t, "the same number again", one, house.Seed(t, "--carpetas", "1", "--documentos", "3", "--semilla", "7")[0])
		if r := house.Run(t, "carpeta", "abrir", "--ciudadano", one.CiudadanoID, "--operador", "op-otro"); r.Code != 1 || !strings.Contains(r.Err, "operador") || strings.Contains(r.Err, "op-andes") {
			t.Errorf("another operador: exit code %d\n%s", r.Code, r.Err)
		}
	})
}

// TestFirstVisitOpens: eight pages of a new citizen at once open one carpeta.
func TestFirstVisitOpens(t *testing.T) {
	t.Parallel()
	house := serverkit.NewHouse(t, serverkit.Embedded).With("CARPETA_APERTURA_OPERADOR=op-todos")
	c := house.Start(t).Client(t, "1021", "ciudadano")
	ids := make([]string, 8)
	var wg sync.WaitGroup
	for n := range ids {
		wg.Go(func() {
			ids[n] = serverkit.Do[alias[struct{ CarpetaID string }]](t, c, `{ r: miCarpeta { carpetaId operadorId } }`, nil).R.CarpetaID
		})
	}
	wg.Wait()
	for _, id := range ids {
		mustSame(t, "carpetaId", ids[0], id)
	}
}
