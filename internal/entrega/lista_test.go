package entrega_test

import (
	"bytes"
	"compress/gzip"
	"crypto/ed25519"
	"crypto/rand"
	"math/bits"
	mathrand "math/rand/v2"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
	"github.com/carpeta-ciudadana/servidor/verificable"
)

const direccion = "https://carpeta.example"

// conLista reads the list of a delivery, as anybody does.
func (m *mundo) conLista(p entrega.Posicion) verificable.Lista {
	m.t.Helper()
	public, private, err := ed25519.GenerateKey(rand.Reader)
	m.bien(err)
	token, err := m.Entregas.TokenDeLista(m.t.Context(), p.Lista, private)
	m.bien(err)
	l, err := verificable.LeerLista(token, verify.Keys{{Public: public, From: m.now().Add(-time.Hour)}})
	m.bien(err)
	return l
}

// Who holds a file reads in the list that its issuer took it back, or replaced it; others stay as they were.
func TestTheStatusListTells(t *testing.T) {
	m := newMundo(t, world.Config{})
	m.Entregas.Base = func() string { return direccion }
	stays, wrong := m.entregar(m.uni, "queda"), m.entregar(m.uni, "errado")
	old, err := m.entregarDeclarada(m.uni, "viejo", declarado())
	m.bien(err)
	if stays.Posicion.Lista != 1 || stays.Posicion.URI != direccion+"/estado/1" || stays.Posicion.Indice == wrong.Posicion.Indice {
		t.Errorf("positions %+v and %+v", stays.Posicion, wrong.Posicion)
	}
	_, err = m.Entregas.Revocar(t.Context(), m.uni.Principal(), m.uni.Revoke(t, wrong.EntregaID, "Era falso", m.now()))
	m.bien(err)
	d := declarado()
	d.ReemplazaA = old.EntregaID
	next, err := m.entregarDeclarada(m.uni, "nuevo", d)
	m.bien(err)
	l := m.conLista(stays.Posicion)
	if l.URI != stays.Posicion.URI || !l.Emitida.Equal(m.now().Truncate(time.Second)) {
		t.Errorf("the list is %s of %s", l.URI, l.Emitida)
	}
	for e, want := range map[*entrega.Entrega]bool{&stays: false, &wrong: true, &old: true, &next: false} {
		if got := l.Retirada(e.Posicion.Indice); got != want {
			t.Errorf("the bit of %s is %t", e.EntregaID, got)
		}
	}
}

// TestList: a whole list, its bits and its size.
func TestList(t *testing.T) {
	l := entrega.Lista{Numero: 1, Llave: bytes.Repeat([]byte{7}, 32)}
	seen := make([]bool, verificable.Posiciones)
	places := entrega.Lugares(t, l)
	for n, i := range places {
		if seen[i] {
			t.Fatalf("number %d has the bit of another one", n)
		}
		seen[i] = true
	}
	half := places[:verificable.Posiciones/2]
	none, err := l.Bits(nil, born)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range half {
		if none[i>>3]>>(i&7)&1 == 1 {
			t.Fatal("a decoy is on the bit of a delivery")
		}
	}
	set := 0
	for _, b := range none {
		set += bits.OnesCount8(b)
	}
	if set < 31_000 || set > 34_500 { // a sixteenth of a half
		t.Errorf("%d decoys", set)
	}
	for days, want := range map[int]int{0: 0, 30: 934, 365: 11_370, 50 * 365: 229_400} { // about 31 a day, to half of them
		later, err := l.Bits(nil, born.Add(time.Duration(days)*24*time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		more := 0
		for i := range none {
			if none[i]&^later[i] != 0 {
				t.Fatalf("after %d days a decoy has ended, which tells that it was one", days)
			}
			more += bits.OnesCount8(later[i] &^ none[i])
		}
		if more < want*8/10 || more > want*12/10 {
			t.Errorf("after %d days %d decoys more, want about %d", days, more, want)
		}
	}
	random := mathrand.New(mathrand.NewPCG(1, 2))
	for share, most := range map[int]int{0: 64_000, 100: 70_000, 10: 115_000, 1: 175_000} { // one in so many is taken back
		var marked []int64
		for n, i := range half {
			if share > 1 && n%share == 0 || share == 1 && random.IntN(10) > 0 { // nine in ten: half of all bits, which nothing compresses
				marked = append(marked, i)
			}
		}
		token := newToken(t, l, marked)
		sent := len(token)
		if share == 1 {
			sent = compressed(t, token)
		}
		t.Logf("one in %d of 2^19 taken back: %d bytes, %d sent", share, len(token), sent)
		if sent > most || len(token) > verificable.MaxLista {
			t.Errorf("one in %d: %d bytes, at most %d", share, sent, most)
		}
	}
}

// compressed is the size of a token as it is sent.
func compressed(t *testing.T, token []byte) int {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(token); err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	return b.Len()
}

// born is when lists have the fewest decoys.
var born = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

func newToken(t testing.TB, l entrega.Lista, marked []int64) []byte {
	bits, err := l.Bits(marked, born)
	if err == nil {
		var token []byte
		if token, err = verificable.EscribirLista(direccion+"/estado/1", bits, time.Now(), time.Hour, time.Minute, key); err == nil {
			return token
		}
	}
	t.Fatal(err)
	return nil
}

var key = ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))

func BenchmarkTokenOfAList(b *testing.B) {
	l := entrega.Lista{Numero: 1, Llave: bytes.Repeat([]byte{7}, 32)}
	var marked []int64
	for n, i := range entrega.Lugares(b, l)[:verificable.Posiciones/2] {
		if n%100 == 0 {
			marked = append(marked, i)
		}
	}
	for b.Loop() {
		b.ReportMetric(float64(len(newToken(b, l, marked))), "bytes")
	}
}
