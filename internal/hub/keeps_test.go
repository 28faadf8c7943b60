package hub

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/leaks"
)

// TestFollowerCountsWhatItFollows: a carpeta in which thousands are deleted at a time. A follower says at
// least what it takes, and takes little again when they have ended.
func TestFollowerCountsWhatItFollows(t *testing.T) {
	const many = 4000
	all := archive{}
	c := CarpetaSteps(all, "c", func(context.Context, *eliminacion.Eliminacion) error { return nil }).(*carpetaFollower)
	if err := c.Reread(t.Context()); err != nil {
		t.Fatal(err)
	}
	before := leaks.Heap()
	now := time.Now()
	name := func(i int) string { return fmt.Sprintf("%s-%06d", strings.Repeat("e", 29), i) }
	tell := func(i int, secuencia int64, estado eliminacion.EstadoSaga) {
		t.Helper()
		a := eliminacion.Aviso{EventoID: name(i), CarpetaID: "c", Estado: estado, Secuencia: secuencia, En: now, SolicitadaEn: now}
		if err := c.Event(t.Context(), &a); err != nil {
			t.Fatal(err)
		}
	}
	for i := range many {
		tell(i, 1, eliminacion.Iniciada)
	}
	took := leaks.Heap() - before
	t.Logf("%d under way take %d bytes each, %d are said", many, took/many, c.keeps()/many)
	if took > c.keeps() || c.keeps() > 8*took {
		t.Errorf("%d bytes are taken, %d are said", took, c.keeps())
	}
	for i := range many {
		tell(i, 2, eliminacion.Completada)
	}
	took = leaks.Heap() - before
	if t.Logf("after their end %d bytes are taken", took); took > followerKeeps+8<<10 || c.keeps() != followerKeeps {
		t.Errorf("%d are said", c.keeps())
	}
	runtime.KeepAlive(c)
}

// TestWhatWasSentIsCounted: news that were told, as many as are remembered.
func TestWhatWasSentIsCounted(t *testing.T) {
	before := leaks.Heap()
	var s sentNews
	at := time.Now()
	for i := range maxSent {
		s.add(documento.Novedad{Clave: documento.Clave{CarpetaID: "c", DocumentoID: fmt.Sprint(i)}, En: at}.ClaveOrden(), at)
	}
	took := leaks.Heap() - before
	if t.Logf("%d bytes each", took/len(s.when)); len(s.when) != maxSent || took > sentKeeps*maxSent {
		t.Errorf("%d are remembered, %d bytes each, %d are said", len(s.when), took/maxSent, sentKeeps)
	}
	runtime.KeepAlive(s)
}
