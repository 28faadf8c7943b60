package semilla_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"golang.org/x/text/unicode/norm"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/cli/semilla"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/documento/tipo"
)

func generate(number uint64, n int) (carpeta.Carpeta, []documento.Documento) {
	rnd := semilla.NewRand(number)
	c := semilla.NewCarpeta(rnd, []string{"op1", "op2"})
	return c, slices.Collect(semilla.Generate(rnd, c, n))
}

func TestSameNumberSameData(t *testing.T) {
	c1, one := generate(7, 200)
	c2, two := generate(7, 200)
	if c1 != c2 || !slices.Equal(one, two) {
		t.Error("the same number gave different data")
	}
	if c3, _ := generate(8, 1); c3.CarpetaID == c1.CarpetaID {
		t.Error("another number gave the same carpeta")
	}
}

func TestDocumentosAreBelievable(t *testing.T) {
	const n = 5000
	c, ds := generate(1, n)
	if len(ds) != n {
		t.Fatalf("%d documents", len(ds))
	}
	certificados, tipos, titulos := 0, map[documento.Tipo]int{}, map[string]bool{}
	for i, d := range ds {
		check(t, c, d)
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
	for _, k := range []documento.Tipo{documento.Diploma, documento.HistoriaClinica, documento.Factura, documento.Otro} {
		if tipos[k] < n/100 {
			t.Errorf("%d of %s", tipos[k], k)
		}
	}
	if len(tipos) < 20 {
		t.Errorf("only %d kinds", len(tipos))
	}
	if years := ds[n-1].FechaRecepcion.Sub(ds[0].FechaRecepcion).Hours() / 24 / 365; years < 29 || years > 31 {
		t.Errorf("spread over %.1f years", years)
	}
	if len(titulos) < n/3 {
		t.Errorf("only %d titles", len(titulos))
	}
}

func check(t *testing.T, c carpeta.Carpeta, d documento.Documento) {
	t.Helper()
	u, err := uuid.Parse(d.DocumentoID)
	if err != nil || u.Version() != 7 || u.Variant() != uuid.RFC4122 {
		t.Fatalf("%s is no UUID v7: %v", d.DocumentoID, err)
	}
	if s, ns := u.Time().UnixTime(); !time.Unix(s, ns).Equal(d.FechaRecepcion) {
		t.Fatalf("%s was received at %v", d.DocumentoID, d.FechaRecepcion)
	}
	if d.Certificado != d.EsEntregado() || d.Certificado == (d.EmisorNombre == "") || d.Certificado == d.FechaEmision.IsZero() {
		t.Fatalf("%q is certified by %+v on %v", d.Titulo, d.Emisor(), d.FechaEmision)
	}
	if d.Titulo == "" || len(d.Titulo) > 55 || !norm.NFC.IsNormalString(d.Titulo) || d.Contexto == "" || !slices.ContainsFunc(tipo.DelPrograma(), func(k tipo.Tipo) bool { return k.Codigo == string(d.Tipo) }) {
		t.Fatalf("title %q (%d bytes), type %s", d.Titulo, len(d.Titulo), d.Tipo)
	}
	want := d
	want.CarpetaID, want.TipoCarpeta, want.Estado = c.CarpetaID, c.Tipo, documento.Procesado
	want.StoragePath, want.ExpiraEn = documento.NombreObjeto(d.Clave()), time.Time{}
	if diff := cmp.Diff(want, d); diff != "" {
		t.Fatalf("-want +got:\n%s", diff)
	}
	content := semilla.Content(d)
	sum := sha256.Sum256(content)
	if d.Hash != hex.EncodeToString(sum[:]) || d.TamanoBytes != int64(len(content)) {
		t.Fatalf("%s: hash or size are not those of its content", d.DocumentoID)
	}
}

// Each company sells what it sells, each office certifies what it keeps, and a card of minors is no cédula.
func TestNoPaperIsImplausible(t *testing.T) {
	wrong := regexp.MustCompile(`agua — (Vanti|Gases|Claro|Tigo|Enel)|(internet|telefonía) — (EPM|Enel|Vanti|Acueducto|Emcali|Air-e|Aguas|Gases)|` +
		`(energía|gas) — (Claro|Tigo|Acueducto|Aguas)|energía — (Vanti|Gases)|tributario — [^D]|antecedentes — (Col|DIAN|ICETEX|Prot|Porv|Cám|Banco)`)
	_, ds := generate(1, 5000)
	for _, d := range ds {
		if wrong.MatchString(d.Titulo) || d.Tipo == documento.CedulaCiudadania && strings.HasPrefix(d.Titulo, "Tarjeta") {
			t.Errorf("%s: %q", d.Tipo, d.Titulo)
		}
	}
}

// A reader seeks by the offsets of the table at the end: each must be that of
// its object, and the stream as long as it says.
func TestContentIsPDF(t *testing.T) {
	_, ds := generate(3, 300)
	odd := documento.Documento{Fila: documento.Fila{Titulo: `Ñandú (a\b) — 日本 ` + "\n", DocumentoID: "x"}}
	for _, d := range append(ds, odd) {
		pdf := semilla.Content(d)
		if !bytes.HasPrefix(pdf, []byte("%PDF-1.4\n")) || !bytes.HasSuffix(pdf, []byte("\n%%EOF\n")) {
			t.Fatalf("no PDF:\n%s", pdf)
		}
		queue := strings.Split(strings.TrimSpace(string(pdf)), "\n")
		table := number(t, queue[len(queue)-2])
		lines := strings.Split(string(pdf[table:]), "\n")
		if lines[0] != "xref" || lines[1] != "0 7" {
			t.Fatalf("no table at %d:\n%s", table, pdf)
		}
		for n := 1; n <= 6; n++ {
			since := number(t, strings.Fields(lines[2+n])[0])
			if len(lines[2+n]) != 19 || !bytes.HasPrefix(pdf[since:], []byte(strconv.Itoa(n)+" 0 obj\n")) {
				t.Fatalf("object %d is not at %d:\n%s", n, since, pdf)
			}
		}
		_, rest, _ := strings.Cut(string(pdf), "<</Length ")
		length := number(t, rest[:4])
		if body := rest[len("0000>>\nstream\n"):]; !strings.HasPrefix(body[length:], "\nendstream\n") {
			t.Fatalf("the stream is not %d long:\n%s", length, pdf)
		}
	}
	for _, titulo := range []string{"(\xd1and\xfa \\(a\\\\b\\) \x97 ?? ?) Tj", "/Title(\xd1and\xfa \\(a\\\\b\\) \x84 ?? ?)>>"} {
		if pdf := semilla.Content(odd); !bytes.Contains(pdf, []byte(titulo)) {
			t.Errorf("no %q in\n%q", titulo, pdf)
		}
	}
}

func number(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func BenchmarkGenerate(b *testing.B) {
	rnd := semilla.NewRand(1)
	c := semilla.NewCarpeta(rnd, []string{"op1"})
	n := 0
	for range semilla.Generate(rnd, c, b.N) {
		n++
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "docs/s")
}
