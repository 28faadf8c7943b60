package e2e_test

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// someBytes is a file that nobody else has.
func someBytes(seed byte, n int) []byte {
	content := make([]byte, n)
	_, _ = rand.NewChaCha8([32]byte{seed}).Read(content)
	return content
}

// survivor is an upload whose server is killed.
type survivor struct {
	*inParts
	t     *testing.T
	house *serverkit.House
	s     *serverkit.Server
	c     serverkit.Client // of the owner
	mine  serverkit.Seeded
}

func newSurvivor(t *testing.T, p serverkit.Profile) *survivor {
	t.Helper()
	v := &survivor{t: t, house: serverkit.NewHouse(t, p)}
	v.mine = v.house.Seed(t, "--carpetas", "1", "--documentos", "1")[0]
	v.s = v.house.Start(t)
	v.c = v.s.Client(t, v.mine.CiudadanoID, "ciudadano")
	return v
}

func (v *survivor) pending() pendingResult {
	v.t.Helper()
	return pendingOf(v.t, v.c, v.mine.CarpetaID)
}

func (v *survivor) begin(seed byte, n int) {
	v.t.Helper()
	v.inParts = beginParts(v.t, v.c, v.mine.CarpetaID, someBytes(seed, n))
}

func (v *survivor) kill() {
	v.t.Helper()
	v.s.Kill(v.t)
	v.s.Restart(v.t)
}

// resume does what a client does after anything: announce the file again, send what is not there, confirm.
func (v *survivor) resume() {
	v.t.Helper()
	again := beginParts(v.t, v.c, v.mine.CarpetaID, v.content)
	mustSame(v.t, "the same upload", v.id, again.id)
	there := v.received(v.t, v.c)
	for n := 1; n <= v.total; n++ {
		if !there[n] {
			v.send(v.t, v.c, n)
		}
	}
	r := v.confirm(v.t, v.c)
	mustSame(v.t, "errores of confirmarCarga", nil, r.Errores)
}

// whole: the document is visible, and its file is the one that was announced.
func (v *survivor) whole(what string) {
	v.t.Helper()
	link := serverkit.Do[alias[viewLinks]](v.t, v.c, `query($id: ID!) { r: node(id: $id) { ... on Documento { urlDescarga } } }`, obj{"id": v.id}).R
	if status, _, got := serverkit.Download(v.t, *link.URLDescarga); status != 200 || hashOf(got) != hashOf(v.content) {
		v.t.Errorf("%s: download: status %d, %d bytes of %d", what, status, len(got), len(v.content))
	}
}

// TestAnUploadSurvivesKills: kill -9 of the server at every step of an upload in parts. Nothing that was answered is
// lost, and the same client goes on.
func TestAnUploadSurvivesKills(t *testing.T) {
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		v := newSurvivor(t, p)
		before := v.pending().Uso.Bytes
		const size = 12<<20 + 7
		for i, step := range []struct {
			what string
			do   func()
		}{
			{"announced", func() {}},
			{"signed", func() { v.sign(t, v.c, 1) }},
			{"some parts", func() { v.send(t, v.c, 2) }},
			{"a part under way", func() { cut(t, v.sign(t, v.c, 1), v.part(1)) }},
			{"all parts", func() { v.send(t, v.c, 1); v.send(t, v.c, 2) }},
		} {
			v.begin(byte(10+i), size)
			step.do()
			v.kill()
			v.resume()
			v.whole(step.what)
		}
		v.begin(20, size) // after the confirmation
		v.resume()
		v.kill()
		v.whole("confirmed")
		mustSame(t, "confirmed again", "PROCESADO", v.confirm(t, v.c).Documento.EstadoDocumento)
		mustSame(t, "usage", before+6*size, v.pending().Uso.Bytes)
		mustSame(t, "uploads that wait", 0, len(v.pending().Cargas.Nodes))
	})
}

// TestAVerificationSurvivesAKill: kill -9 while the server reads the whole file. Nobody sees the document before all of
// it was read.
func TestAVerificationSurvivesAKill(t *testing.T) {
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		eachDayOn(t, serverkit.Embedded, p)
		v := newSurvivor(t, p)
		v.begin(30, 96<<20)
		for n := 1; n <= v.total; n++ {
			v.send(t, v.c, n)
		}
		answered := make(chan struct{})
		go func() {
			defer close(answered)
			_, _ = v.c.Post(context.Background(), confirmarMutation, obj{"id": v.id})
		}()
		v.untilVerified(answered)
		v.kill()
		<-answered
		if pending := v.pending(); len(pending.Cargas.Nodes) == 0 {
			t.Log("the verification was faster than the kill")
		}
		serverkit.WaitFor(t, 10*time.Minute, "the end of the reservation of the server that was killed", func() bool {
			return v.c.MustPost(t, confirmarMutation, obj{"id": v.id}).Code() != "CONFLICT"
		})
		r := v.confirm(t, v.c)
		mustSame(t, "errores of confirmarCarga", nil, r.Errores)
		mustSame(t, "confirmed", "PROCESADO", r.Documento.EstadoDocumento)
		v.whole("killed while it was verified")
	})
}

// untilVerified waits until the file is being read: on the disk its whole is being written, on S3 it has its name.
func (v *survivor) untilVerified(answered <-chan struct{}) {
	v.t.Helper()
	serverkit.WaitFor(v.t, recovery, "the verification", func() bool {
		select {
		case <-answered:
			return true
		default:
		}
		if v.house.Profile == serverkit.Embedded {
			begun, _ := filepath.Glob(filepath.Join(v.house.Dir, "objetos", "partes", "*", "entero"))
			return len(begun) > 0
		}
		return len(objetos(v.t, v.house, v.mine.CarpetaID)) > 0
	})
}

const cargasQuery = `query($id: ID!) { r: carpeta(id: $id) { uso { bytes documentos } cargas { nodes { documento { id titulo estadoDocumento } } } } }`

type pendingResult struct {
	Uso    struct{ Bytes, Documentos int64 }
	Cargas struct {
		Nodes []struct {
			Documento struct{ ID, Titulo, EstadoDocumento string }
		}
	}
}

func pendingOf(t *testing.T, c serverkit.Client, carpetaID string) pendingResult {
	t.Helper()
	return serverkit.Do[alias[pendingResult]](t, c, cargasQuery, obj{"id": carpetaID}).R
}
