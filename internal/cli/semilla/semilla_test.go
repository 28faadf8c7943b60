package semilla_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"golang.org/x/text/unicode/norm"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/cli/semilla"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

func generar(numero uint64, n int) (carpeta.Carpeta, []documento.Documento) {
	azar := semilla.Azar(numero)
	c := semilla.NuevaCarpeta(azar, []string{"op1", "op2"})
	return c, slices.Collect(semilla.Generar(azar, c, n))
}

func TestMismoNumeroMismosDatos(t *testing.T) {
	c1, uno := generar(7, 200)
	c2, dos := generar(7, 200)
	if c1 != c2 || !slices.Equal(uno, dos) {
		t.Error("the same number gave different data")
	}
	if c3, _ := generar(8, 1); c3.CarpetaID == c1.CarpetaID {
		t.Error("another number gave the same carpeta")
	}
}

func TestDocumentosSonCreibles(t *testing.T) {
	const n = 5000
	c, ds := generar(1, n)
	if len(ds) != n {
		t.Fatalf("%d documents", len(ds))
	}
	certificados, tipos, titulos := 0, map[documento.Tipo]int{}, map[string]bool{}
	for i, d := range ds {
		comprobar(t, c, d)
		if i > 0 && (ds[i-1].DocumentoID >= d.DocumentoID || d.FechaRecepcion.Before(ds[i-1].FechaRecepcion)) {
			t.Fatalf("document %d is out of order: %s after %s", i, d.DocumentoID, ds[i-1].DocumentoID)
		}
		if d.Certificado {
			certificados++
		}
		tipos[d.Tipo]++
		titulos[d.Titulo] = true
	}
	if certificados < n*13/100 || certificados > n*17/100 {
		t.Errorf("%d of %d are certified", certificados, n)
	}
	for _, tipo := range documento.Tipos {
		if tipos[tipo] < n/100 {
			t.Errorf("%d of %s", tipos[tipo], tipo)
		}
	}
	if anos := ds[n-1].FechaRecepcion.Sub(ds[0].FechaRecepcion).Hours() / 24 / 365; anos < 29 || anos > 31 {
		t.Errorf("spread over %.1f years", anos)
	}
	if len(titulos) < n/3 {
		t.Errorf("only %d titles", len(titulos))
	}
}

func comprobar(t *testing.T, c carpeta.Carpeta, d documento.Documento) {
	t.Helper()
	u, err := uuid.Parse(d.DocumentoID)
	if err != nil || u.Version() != 7 || u.Variant() != uuid.RFC4122 {
		t.Fatalf("%s is no UUID v7: %v", d.DocumentoID, err)
	}
	if s, ns := u.Time().UnixTime(); !time.Unix(s, ns).Equal(d.FechaRecepcion) {
		t.Fatalf("%s was received at %v", d.DocumentoID, d.FechaRecepcion)
	}
	if d.Titulo == "" || len(d.Titulo) > 55 || !norm.NFC.IsNormalString(d.Titulo) || d.Contexto == "" || !slices.Contains(documento.Tipos, d.Tipo) {
		t.Fatalf("title %q (%d bytes), type %s", d.Titulo, len(d.Titulo), d.Tipo)
	}
	if d.CarpetaID != c.CarpetaID || d.StoragePath != documento.NombreObjeto(d.Clave()) || d.Estado != documento.Procesado || d.TipoCarpeta != c.Tipo || !d.ExpiraEn.IsZero() {
		t.Fatalf("got %+v", d)
	}
	contenido := semilla.Contenido(d)
	suma := sha256.Sum256(contenido)
	if d.Hash != hex.EncodeToString(suma[:]) || d.TamanoBytes != int64(len(contenido)) {
		t.Fatalf("%s: hash or size are not those of its content", d.DocumentoID)
	}
}

// A reader seeks by the offsets of the table at the end: each must be that of
// its object, and the stream as long as it says.
func TestContenidoEsPDF(t *testing.T) {
	_, ds := generar(3, 300)
	raro := documento.Documento{Fila: documento.Fila{Titulo: `Ñandú (a\b) — 日本 ` + "\n", DocumentoID: "x"}}
	for _, d := range append(ds, raro) {
		pdf := semilla.Contenido(d)
		if !bytes.HasPrefix(pdf, []byte("%PDF-1.4\n")) || !bytes.HasSuffix(pdf, []byte("\n%%EOF\n")) {
			t.Fatalf("no PDF:\n%s", pdf)
		}
		cola := strings.Split(strings.TrimSpace(string(pdf)), "\n")
		tabla := numero(t, cola[len(cola)-2])
		lineas := strings.Split(string(pdf[tabla:]), "\n")
		if lineas[0] != "xref" || lineas[1] != "0 7" {
			t.Fatalf("no table at %d:\n%s", tabla, pdf)
		}
		for n := 1; n <= 6; n++ {
			desde := numero(t, strings.Fields(lineas[2+n])[0])
			if len(lineas[2+n]) != 19 || !bytes.HasPrefix(pdf[desde:], []byte(strconv.Itoa(n)+" 0 obj\n")) {
				t.Fatalf("object %d is not at %d:\n%s", n, desde, pdf)
			}
		}
		_, resto, _ := strings.Cut(string(pdf), "<</Length ")
		largo := numero(t, resto[:4])
		if cuerpo := resto[len("0000>>\nstream\n"):]; !strings.HasPrefix(cuerpo[largo:], "\nendstream\n") {
			t.Fatalf("the stream is not %d long:\n%s", largo, pdf)
		}
	}
	for _, titulo := range []string{"(\xd1and\xfa \\(a\\\\b\\) \x97 ?? ?) Tj", "/Title(\xd1and\xfa \\(a\\\\b\\) \x84 ?? ?)>>"} {
		if pdf := semilla.Contenido(raro); !bytes.Contains(pdf, []byte(titulo)) {
			t.Errorf("no %q in\n%q", titulo, pdf)
		}
	}
}

func numero(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func BenchmarkGenerar(b *testing.B) {
	azar := semilla.Azar(1)
	c := semilla.NuevaCarpeta(azar, []string{"op1"})
	n := 0
	for range semilla.Generar(azar, c, b.N) {
		n++
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "docs/s")
}
