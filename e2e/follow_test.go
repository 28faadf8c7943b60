package e2e_test

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// corrections are the events of corrections, in a direction, page by page from a cursor on.
func corrections(t *testing.T, c serverkit.Client, v obj) (ids []string) {
	t.Helper()
	for {
		page := serverkit.Do[alias[struct {
			Nodes    []struct{ EventoID string }
			PageInfo struct {
				HasNextPage bool
				EndCursor   *string
			}
		}]](t, c, `query($after: String, $o: String!, $desde: Instante!, $orden: OrdenEventosAuditoria!) {
		  r: eventosAuditoria(filtro: {operadorId: $o, desde: $desde, tipo: DOCUMENTO_EDITADO}, orden: $orden, first: 500, after: $after) {
		    nodes { eventoId } pageInfo { hasNextPage endCursor } } }`, v).R
		for _, n := range page.Nodes {
			ids = append(ids, n.EventoID)
		}
		if page.PageInfo.EndCursor != nil {
			v["after"] = *page.PageInfo.EndCursor
		}
		if !page.PageInfo.HasNextPage {
			return ids
		}
	}
}

// TestWhoFollowsSixServersMissesNothing: six servers write into one trail, and their writes are seen in another order than
// they were made. Whoever follows the trail by its cursor, each time at another server, gets each event once, in order.
func TestWhoFollowsSixServersMissesNothing(t *testing.T) {
	t.Parallel()
	services.Night(t, "the rule itself, in the simulation and in the tests of auditoria and of the stores")
	house := serverkit.NewHouse(t, serverkit.Distributed)
	mine := house.Seed(t, "--carpetas", "1", "--documentos", "40", "--archivos")[0]
	var servers [6]*serverkit.Server
	for i := range servers {
		servers[i] = house.Start(t)
	}
	at := func(n int, token string) serverkit.Client {
		return serverkit.Client{URL: servers[n%len(servers)].URL, Token: token}
	}
	owner := servers[0].Client(t, mine.CiudadanoID, "ciudadano")
	operadorID := serverkit.Do[struct{ MiCarpeta struct{ OperadorID string } }](t, owner, `{ miCarpeta { operadorId } }`, nil).MiCarpeta.OperadorID
	auditor := house.Token(t, "iris", "auditor", "", time.Hour)
	scope := func(orden string) obj {
		return obj{"o": operadorID, "desde": time.Now().Add(-time.Minute).UTC().Format(time.RFC3339Nano), "orden": orden}
	}
	newest, follows := scope("DESC"), scope("ASC")

	var written, done atomic.Int64
	var writers sync.WaitGroup
	end := time.Now().Add(time.Minute)
	for i, id := range deletable(allFilas(t, owner, mine.CarpetaID)) {
		writers.Go(func() {
			defer done.Add(1)
			for version := 1; time.Now().Before(end); version++ {
				if r := correct(t, at(i, owner.Token), id, version, fmt.Sprintf("Título %d", version)); r.Documento == nil {
					t.Errorf("a correction: %+v", r.Errores)
					return
				}
				written.Add(1)
			}
		})
	}
	var followed []string
	last := time.Now().Add(time.Minute + 2*auditoria.Asentamiento)
	for n := 0; time.Now().Before(last); n++ {
		followed = append(followed, corrections(t, at(n, auditor), follows)...)
		time.Sleep(time.Second)
	}
	writers.Wait()
	all := corrections(t, at(0, auditor), newest)
	slices.Reverse(all)
	t.Logf("%d corrections, %d events, %d followed", written.Load(), len(all), len(followed))
	if int64(len(all)) != written.Load() || len(all) < 500 {
		t.Errorf("%d events of %d corrections", len(all), written.Load())
	}
	mustSame(t, "what was followed", all, followed)
}
