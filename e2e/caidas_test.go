package e2e_test

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// recuperacion is how long sagas may take once everything works again: leases and
// retries have to run out first, on a machine that is busy.
const recuperacion = 8 * time.Minute

// Short leases: a command that a dead process held is due again soon.
var plazosCortos = []string{"CARPETA_PLAZO=2s", "CARPETA_PUBLISH_TIMEOUT=1s", "CARPETA_CONFIRM_TIMEOUT=1s", "CARPETA_SWEEP_INTERVAL=200ms", "CARPETA_RETRY_DELAYS=200ms,400ms,800ms"}

// pedirBorrados asks for many deletions at once, eight at a time, until they are
// all accepted or the server is gone. aceptado is called for each, one by one.
func pedirBorrados(ctx context.Context, c serverkit.Client, ids []string, aceptado func(id, eventoID string)) {
	var mu sync.Mutex
	var grupo sync.WaitGroup
	cola := make(chan string)
	for range 8 {
		grupo.Go(func() {
			for id := range cola {
				r, err := c.Post(ctx, mutacionBorrar, obj{"id": id})
				var data alias[resultadoBorrado]
				if err != nil || json.Unmarshal(r.Data, &data) != nil || data.R.Eliminacion == nil {
					continue
				}
				mu.Lock()
				aceptado(id, data.R.Eliminacion.EventoID)
				mu.Unlock()
			}
		})
	}
	for _, id := range ids {
		cola <- id
	}
	close(cola)
	grupo.Wait()
}

// borradosDe lists all deletions of a carpeta.
func borradosDe(t *testing.T, c serverkit.Client, carpetaID string) []borrado {
	t.Helper()
	type respuesta struct {
		Carpeta struct {
			Eliminaciones struct {
				Nodes    []borrado
				PageInfo struct {
					HasNextPage bool
					EndCursor   *string
				}
			}
		}
	}
	var lista []borrado
	v := obj{"id": carpetaID}
	for {
		e := serverkit.Do[respuesta](t, c, `query($id: ID!, $after: String) { carpeta(id: $id) { eliminaciones(first: 100, after: $after) {
		  nodes { `+camposBorrado+` } pageInfo { hasNextPage endCursor } } } }`, v).Carpeta.Eliminaciones
		lista = append(lista, e.Nodes...)
		if !e.PageInfo.HasNextPage {
			return lista
		}
		v["after"] = *e.PageInfo.EndCursor
	}
}

// todosCompletos waits until a carpeta has n deletions and all are COMPLETADA.
func todosCompletos(t *testing.T, c serverkit.Client, carpetaID string, n int) {
	t.Helper()
	var lista []borrado
	defer func() {
		if t.Failed() {
			t.Logf("states: %v", contar(lista))
		}
	}()
	serverkit.WaitFor(t, recuperacion, "all deletions completed", func() bool {
		lista = borradosDe(t, c, carpetaID)
		return len(lista) == n && contar(lista)["COMPLETADA"] == n
	})
}

func contar(lista []borrado) map[string]int {
	n := map[string]int{}
	for _, b := range lista {
		n[b.Estado]++
	}
	return n
}

// intactos compares a carpeta with what it was before some of its documents were
// deleted: exactly those are gone, row and file; all others are as they were.
func intactos(t *testing.T, casa *serverkit.House, c serverkit.Client, carpetaID string, antes map[string]fila, borrados []string) {
	t.Helper()
	quedan := todos(t, c, carpetaID)
	quiero := maps.Clone(antes)
	for _, id := range borrados {
		delete(quiero, id)
		if estado, _, _ := serverkit.Download(t, *antes[id].URLDescarga); estado != 404 {
			t.Errorf("the object of a deleted document: status %d", estado)
		}
	}
	if a, b := slices.Sorted(maps.Keys(quedan)), slices.Sorted(maps.Keys(quiero)); !slices.Equal(a, b) {
		t.Errorf("%d documents are listed, want %d", len(a), len(b))
	}
	if n := total(t, c, carpetaID); n != int64(len(quiero)) {
		t.Errorf("the carpeta counts %d documents, want %d", n, len(quiero))
	}
	for _, f := range quedan {
		if f.EstadoDocumento != "PROCESADO" {
			t.Errorf("%s is %s", f.DocumentoID, f.EstadoDocumento)
			continue
		}
		bajarBien(t, f)
	}
	if hay := objetos(t, casa, carpetaID); len(hay) != len(quiero) {
		t.Errorf("%d objects are stored, want %d", len(hay), len(quiero))
	}
}

// TestMatarServidor is kill -9 in the middle of 200 deletions, twice.
func TestMatarServidor(t *testing.T) {
	enAmbos(t, func(t *testing.T, p serverkit.Profile) {
		casa := serverkit.NewHouse(t, p).With(plazosCortos...)
		mia := casa.Seed(t, "--carpetas", "1", "--documentos", "270", "--archivos")[0]
		s := casa.Start(t)
		c := s.Client(t, mia.CiudadanoID, "ciudadano")
		antes := todos(t, c, mia.CarpetaID)
		borrar := borrables(antes)[:200]

		eventos := map[string]string{}
		for _, hasta := range []int{70, 140, 200} {
			corriendo := s
			pedirBorrados(t.Context(), c, borrar, func(id, eventoID string) {
				if otro, ya := eventos[id]; ya && otro != eventoID {
					t.Errorf("a document got a second deletion")
				}
				eventos[id] = eventoID
				if len(eventos) == hasta && hasta < 200 {
					corriendo.Kill(t)
				}
			})
			if hasta < 200 {
				s.Restart(t)
			}
		}
		todosCompletos(t, c, mia.CarpetaID, 200)
		for _, b := range borradosDe(t, c, mia.CarpetaID) {
			if id := idGlobal("Documento", mia.CarpetaID, b.DocumentoID); !slices.Contains(borrar, id) {
				t.Errorf("a deletion of a document that nobody asked to delete")
			}
		}
		intactos(t, casa, c, mia.CarpetaID, antes, borrar)
	})
}
