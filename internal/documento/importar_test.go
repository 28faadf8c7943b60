package documento_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

// cortados are files whose store breaks off at a part, and counts those that it took.
type cortados struct {
	documento.Objetos
	corte     int // number of the part; 0: none
	guardadas *[]int
}

var errCorte = errors.New("the line was cut")

func (o cortados) GuardarParte(ctx context.Context, obj documento.Objeto, id string, p documento.Parte, contenido io.Reader) error {
	if p.Numero == o.corte {
		return errCorte
	}
	*o.guardadas = append(*o.guardadas, p.Numero)
	return o.Objetos.GuardarParte(ctx, obj, id, p, contenido)
}

// grande is a citizen with a carpeta, and a file of five parts.
func grande(t *testing.T) (w *world.World, quien auth.Principal, c carpeta.Carpeta, n documento.Nuevo, contenido []byte) {
	t.Helper()
	w = world.New(t, world.Config{BaseURL: func() string { return "http://127.0.0.1" }})
	w.Documentos.Limites.TamanoParte = 1000
	c, _ = world.Carpeta(t, w.Store, "op-1", 0, nil)
	contenido = bytes.Repeat([]byte("0123456789abcdef"), 256) // 4,096 bytes
	return w, world.Owner(c), c, documento.Nuevo{
		Titulo: "Historia", Tipo: documento.Otro, NombreArchivo: "h.bin", TipoContenido: "application/octet-stream",
		TamanoBytes: int64(len(contenido)), Hash: world.Hash(contenido),
	}, contenido
}

// TestALargeImportGoesOn: an import that broke off in the middle of a file goes on there, with the same
// document, and reads no more of it than a part at a time.
func TestALargeImportGoesOn(t *testing.T) {
	w, quien, c, n, contenido := grande(t)
	var guardadas []int
	w.Documentos.Objetos = cortados{w.Objetos, 3, &guardadas}
	if _, err := w.Documentos.Importar(t.Context(), quien, c.CarpetaID, n, bytes.NewReader(contenido)); !errors.Is(err, errCorte) {
		t.Fatal(err)
	}
	w.Documentos.Objetos = cortados{w.Objetos, 0, &guardadas}
	d, err := w.Documentos.Importar(t.Context(), quien, c.CarpetaID, n, bytes.NewReader(contenido))
	if err != nil || d.Estado != documento.Procesado {
		t.Fatalf("%s, %v", d.Estado, err)
	}
	if got := fmt.Sprint(guardadas); got != "[1 2 3 4 5]" {
		t.Errorf("the parts %s were sent", got)
	}
	o, err := w.Objetos.Describir(t.Context(), d.StoragePath)
	if err != nil || o.Hash != n.Hash {
		t.Errorf("stored: %+v, %v", o, err)
	}
	if c, err = w.Store.Carpeta(t.Context(), c.CarpetaID); err != nil || c.Uso != (carpeta.Uso{Bytes: n.TamanoBytes, Documentos: 1}) || c.TotalDocumentos != 1 {
		t.Errorf("carpeta %+v, %v", c, err)
	}
}

// TestAnImportThatDiedBeforeItsEnd: the file is stored, and nothing says so; the same import again makes one document.
func TestAnImportThatDiedBeforeItsEnd(t *testing.T) {
	w, quien, c, n, contenido := grande(t)
	w.Documentos.Limites.TamanoParte = 1 << 20
	d, _, err := w.Documentos.IniciarCarga(t.Context(), quien, c.CarpetaID, n)
	if err := errors.Join(err, w.Objetos.Guardar(t.Context(), d.Objeto(), bytes.NewReader(contenido))); err != nil {
		t.Fatal(err)
	}
	again, err := w.Documentos.Importar(t.Context(), quien, c.CarpetaID, n, bytes.NewReader(contenido))
	if err != nil || again.Clave() != d.Clave() || again.Estado != documento.Procesado {
		t.Errorf("%+v, %v; want %v", again, err, d.Clave())
	}
}

// TestPartsOfAnotherFileAreSentAnew: a whole that is not the announced one is read once, and taken away; the right parts
// make the document afterwards.
func TestPartsOfAnotherFileAreSentAnew(t *testing.T) {
	w, quien, c, n, contenido := grande(t)
	otro := bytes.Clone(contenido)
	otro[2500] ^= 1
	if _, err := w.Documentos.Importar(t.Context(), quien, c.CarpetaID, n, bytes.NewReader(otro)); fault.CodeOf(err) != fault.FileDiffers {
		t.Fatal(err)
	}
	d, _, err := w.Documentos.IniciarCarga(t.Context(), quien, c.CarpetaID, n)
	if err != nil {
		t.Fatal(err)
	}
	if p, err := w.Documentos.PartesDe(t.Context(), d); err != nil || len(p.Recibidas) != 0 {
		t.Errorf("parts that are there: %+v, %v", p, err)
	}
	if _, err := w.Documentos.ConfirmarCarga(t.Context(), quien, d.Clave()); fault.CodeOf(err) != fault.FileMissing {
		t.Errorf("confirmed without parts: %v", err)
	}
	if d, err = w.Documentos.Importar(t.Context(), quien, c.CarpetaID, n, bytes.NewReader(contenido)); err != nil || d.Estado != documento.Procesado {
		t.Errorf("%s, %v", d.Estado, err)
	}
}

// TestThePartsThatTheStoreForgot: MinIO ends an upload in parts after a day. Signed anew, it begins again.
func TestThePartsThatTheStoreForgot(t *testing.T) {
	w, quien, c, n, contenido := grande(t)
	var guardadas []int
	w.Documentos.Objetos = cortados{w.Objetos, 4, &guardadas}
	if _, err := w.Documentos.Importar(t.Context(), quien, c.CarpetaID, n, bytes.NewReader(contenido)); !errors.Is(err, errCorte) {
		t.Fatal(err)
	}
	cargas, err := w.Store.Cargas(t.Context(), c.CarpetaID, "", true, 10)
	if err != nil || len(cargas) != 1 {
		t.Fatal(cargas, err)
	}
	k := cargas[0].Clave()
	if err := w.Objetos.BorrarPartes(t.Context(), documento.NombreObjeto(k)); err != nil {
		t.Fatal(err)
	}
	d, _, err := w.Documentos.RenovarCarga(t.Context(), quien, k)
	if err != nil || d.Partes != (documento.Partes{Tamano: 1000}) {
		t.Errorf("signed anew: %+v, %v", d.Partes, err)
	}
	w.Documentos.Objetos = w.Objetos
	if d, err = w.Documentos.Importar(t.Context(), quien, c.CarpetaID, n, bytes.NewReader(contenido)); err != nil || d.Clave() != k || d.Estado != documento.Procesado {
		t.Errorf("%v %s, %v", d.Clave(), d.Estado, err)
	}
}

// lento are files whose verification takes until somebody lets it go on.
type lento struct {
	documento.Objetos
	lee     chan struct{}
	termina chan struct{}
}

func (o lento) UnirPartes(ctx context.Context, obj documento.Objeto, p documento.Partes, hasta time.Time) (documento.Partes, error) {
	o.lee <- struct{}{}
	<-o.termina
	return o.Objetos.UnirPartes(ctx, obj, p, hasta)
}

// TestOneCitizenTakesOnePlaceOfThoseWhoRead: the second large file of a citizen waits, and is told so at the end of its
// request; another citizen's is read beside the first.
func TestOneCitizenTakesOnePlaceOfThoseWhoRead(t *testing.T) {
	w, quien, c, n, contenido := grande(t)
	enviar := func(quien auth.Principal, carpetaID string, cola byte) documento.Clave {
		n, contenido := n, append(bytes.Clone(contenido), cola)
		n.TamanoBytes, n.Hash = int64(len(contenido)), world.Hash(contenido)
		var guardadas []int
		w.Documentos.Objetos = sinUnir{cortados{w.Objetos, 0, &guardadas}}
		_, err := w.Documentos.Importar(t.Context(), quien, carpetaID, n, bytes.NewReader(contenido))
		if !errors.Is(err, errCorte) {
			t.Fatal(err)
		}
		cargas, err := w.Store.Cargas(t.Context(), carpetaID, "", true, 1)
		if err != nil || len(cargas) != 1 {
			t.Fatal(cargas, err)
		}
		return cargas[0].Clave()
	}
	otra, _ := world.Carpeta(t, w.Store, "op-1", 0, nil)
	primera, segunda, ajena := enviar(quien, c.CarpetaID, 1), enviar(quien, c.CarpetaID, 2), enviar(world.Owner(otra), otra.CarpetaID, 3)
	archivos := lento{w.Objetos, make(chan struct{}), make(chan struct{})}
	w.Documentos.Objetos = archivos
	confirmadas := make(chan error, 2)
	confirmar := func(quien auth.Principal, k documento.Clave) {
		_, err := w.Documentos.ConfirmarCarga(t.Context(), quien, k)
		confirmadas <- err
	}
	go confirmar(quien, primera)
	<-archivos.lee
	breve, cancel := context.WithTimeout(t.Context(), 10*time.Second) // half of it is waited for
	defer cancel()
	if _, err := w.Documentos.ConfirmarCarga(breve, quien, segunda); fault.CodeOf(err) != fault.StillVerifying {
		t.Errorf("a second file of the same citizen: %v, want %s", err, fault.StillVerifying)
	}
	go confirmar(world.Owner(otra), ajena)
	<-archivos.lee
	close(archivos.termina)
	for range 2 {
		if err := <-confirmadas; err != nil {
			t.Error(err)
		}
	}
	go func() { <-archivos.lee }()
	if d, err := w.Documentos.ConfirmarCarga(t.Context(), quien, segunda); err != nil || d.Estado != documento.Procesado {
		t.Errorf("later: %s, %v", d.Estado, err)
	}
}

// sinUnir takes parts, and dies before it joins them.
type sinUnir struct{ cortados }

func (sinUnir) UnirPartes(_ context.Context, _ documento.Objeto, p documento.Partes, _ time.Time) (documento.Partes, error) {
	return p, fault.Wrap(fault.FileMissing, errCorte) // of the codes that give the reservation back
}

// TestTheSameFileAmongManyThatWait: also one behind the first hundred is found.
func TestTheSameFileAmongManyThatWait(t *testing.T) {
	w, quien, c, n, _ := grande(t)
	first, _, err := w.Documentos.IniciarCarga(t.Context(), quien, c.CarpetaID, n)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 150 {
		otro := n
		otro.Hash = world.Hash(fmt.Append(nil, i))
		if _, _, err := w.Documentos.IniciarCarga(t.Context(), quien, c.CarpetaID, otro); err != nil {
			t.Fatal(err)
		}
	}
	if again, _, err := w.Documentos.IniciarCarga(t.Context(), quien, c.CarpetaID, n); err != nil || again.Clave() != first.Clave() {
		t.Errorf("announced again: %v, %v; want %v", again.Clave(), err, first.Clave())
	}
}

// TestAnImportWaitsForOneThatWasKilled: the one before died while it confirmed, and holds the document for minutes.
func TestAnImportWaitsForOneThatWasKilled(t *testing.T) {
	now := time.Now().UTC().Truncate(time.Millisecond)
	w, quien, c, n, contenido := grande(t)
	w.Documentos.Clock = func() time.Time { return now }
	var waited time.Duration
	w.Documentos.Pausa = func(_ context.Context, d time.Duration) bool {
		now, waited = now.Add(d), waited+d
		return true
	}
	n.PorPartes = true
	d, _, err := w.Documentos.IniciarCarga(t.Context(), quien, c.CarpetaID, n)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Store.ReservarCarga(t.Context(), d, now.Add(3*time.Minute).Truncate(time.Second)); err != nil {
		t.Fatal(err)
	}
	d, err = w.Documentos.Importar(t.Context(), quien, c.CarpetaID, n, bytes.NewReader(contenido))
	if err != nil || d.Estado != documento.Procesado || waited < 2*time.Minute || waited > 4*time.Minute {
		t.Errorf("%s after %v: %v", d.Estado, waited, err)
	}
}
