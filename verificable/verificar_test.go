package verificable_test

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/carpeta-ciudadana/servidor/verificable"
)

// TestEveryByteOfTheFileCounts walks the file: whichever byte is another one, it is refused.
func TestEveryByteOfTheFileCounts(t *testing.T) {
	c, o := confianza(t, uni), verificable.Opciones{Ahora: ahora}
	for nombre, caso := range map[string]caso{"diploma": diploma(), "of before": deAntes()} {
		bueno := caso.escrito(t)
		for i := range bueno {
			for _, bit := range []byte{1, 0x20, 0x80} {
				b := bytes.Clone(bueno)
				b[i] ^= bit
				rechazada(t, fmt.Sprintf("%s, byte %d of %d, bit %x", nombre, i, len(bueno), bit), b, c, o)
			}
		}
		for i := range bueno {
			rechazada(t, fmt.Sprintf("%s, its first %d bytes", nombre, i), bueno[:i], c, o)
			rechazada(t, fmt.Sprintf("%s, without byte %d", nombre, i), slices.Delete(bytes.Clone(bueno), i, i+1), c, o)
			rechazada(t, fmt.Sprintf("%s, byte %d twice", nombre, i), slices.Insert(bytes.Clone(bueno), i, bueno[i]), c, o)
		}
	}
}

// TestEveryByteOfAPartCounts changes the parts before the ZIP is written, so that it is whole: each part is refused with
// its own reason.
func TestEveryByteOfAPartCounts(t *testing.T) {
	c, o := confianza(t, uni), verificable.Opciones{Ahora: ahora}
	caso := diploma()
	a := caso.partes(t)
	estado, titular := a.Estado.Bytes(), a.Titular.Bytes()
	for nombre, p := range map[string]struct {
		text   []byte
		pone   func(*verificable.Archivo, []byte)
		quiere []verificable.Codigo
	}{
		"declaracion.json": {a.Declaracion, func(a *verificable.Archivo, b []byte) { a.Declaracion = b }, []verificable.Codigo{verificable.DeclaracionMala, verificable.FirmaMala}},
		"firma.jws":        {[]byte(a.Firma), func(a *verificable.Archivo, b []byte) { a.Firma = string(b) }, []verificable.Codigo{verificable.FirmaMala}},
		"llave.json":       {a.Llave, func(a *verificable.Archivo, b []byte) { a.Llave = b }, []verificable.Codigo{verificable.LlaveMala, verificable.FirmaMala}},
		"emision.txt":      {a.Emision, func(a *verificable.Archivo, b []byte) { a.Emision = b }, []verificable.Codigo{verificable.EmisionMala, verificable.PruebaMala, verificable.EstadoMalo}},
		"prueba.txt":       {a.Prueba, func(a *verificable.Archivo, b []byte) { a.Prueba = b }, []verificable.Codigo{verificable.PruebaMala}},
		"estado.json":      {estado, nil, []verificable.Codigo{verificable.EstadoMalo}},
		"titular.json":     {titular, nil, []verificable.Codigo{verificable.TitularMalo}},
	} {
		for i := range p.text {
			b := bytes.Clone(p.text)
			b[i] ^= 1
			var archivo []byte
			if p.pone != nil {
				otra := a
				p.pone(&otra, b)
				archivo = escribir(t, otra, caso.bytes)
			} else {
				archivo = conEntrada(t, escribir(t, a, caso.bytes), p.text, b)
			}
			r := rechazada(t, fmt.Sprintf("%s, byte %d", nombre, i), archivo, c, o)
			if r != nil && !slices.Contains(p.quiere, r.Codigo) {
				t.Errorf("%s, byte %d: %v, want one of %v", nombre, i, r, p.quiere)
			}
		}
	}
	for i := range caso.bytes {
		b := bytes.Clone(caso.bytes)
		b[i] ^= 1
		otra := a
		otra.Documento.CRC32 = crc32.ChecksumIEEE(b)
		if r := rechazada(t, "the document", escribir(t, otra, b), c, o); r != nil && r.Codigo != verificable.DocumentoCambiado {
			t.Errorf("byte %d of the document: %v", i, r)
		}
	}
}

// conEntrada puts another text of the same length into an entry, with its CRC-32 in both places.
func conEntrada(t testing.TB, archivo, de, a []byte) []byte {
	t.Helper()
	b := bytes.Replace(archivo, de, a, 1)
	crc := func(c []byte) []byte {
		n := crc32.ChecksumIEEE(c)
		return []byte{byte(n), byte(n >> 8), byte(n >> 16), byte(n >> 24)}
	}
	if bytes.Count(archivo, crc(de)) != 2 {
		t.Fatal("the CRC-32 is not in two places")
	}
	return bytes.ReplaceAll(b, crc(de), crc(a))
}

// TestEveryByteOfAListCounts: a status list is signed as a whole.
func TestEveryByteOfAListCounts(t *testing.T) {
	c, archivo, token := confianza(t, uni), diploma().escrito(t), listaDe(nil).token(t)
	for i := range token {
		b := bytes.Clone(token)
		b[i] ^= 1
		for _, b := range [][]byte{b, token[:i]} {
			if r := rechazada(t, fmt.Sprintf("list, byte %d", i), archivo, c, verificable.Opciones{Ahora: ahora, Lista: b}); r != nil && r.Codigo != verificable.ListaMala {
				t.Errorf("byte %d: %v", i, r)
			}
		}
	}
}

func rechazada(t *testing.T, que string, b []byte, c verificable.Confianza, o verificable.Opciones) *verificable.Rechazo {
	t.Helper()
	i, err := verificable.Verificar(bytes.NewReader(b), int64(len(b)), c, o)
	var r *verificable.Rechazo
	if !errors.As(err, &r) {
		t.Errorf("%s: %s, %v", que, i.Resultado, err)
		return nil
	}
	if r.Oracion() == "" || r.Sentence() == "" || r.Detalle == "" {
		t.Errorf("%s: no sentence for %v", que, r)
	}
	return r
}

// TestOtherProgramsReadIt: a plain ZIP, with the media type where `file` looks for it.
func TestOtherProgramsReadIt(t *testing.T) {
	b := diploma().escrito(t)
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	bien(t, err)
	var names []string
	for _, f := range z.File {
		names = append(names, f.Name)
		r, err := f.Open()
		bien(t, err)
		text, err := io.ReadAll(r)
		bien(t, err)
		if f.Name == "documento/diploma ingeniería.pdf" && !bytes.Equal(text, diploma().bytes) {
			t.Errorf("%s holds %q", f.Name, text)
		}
	}
	want := "mimetype LEAME.html declaracion.json firma.jws llave.json emision.txt prueba.txt estado.json titular.json documento/diploma ingeniería.pdf"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if string(b[30:38]) != "mimetype" || !strings.HasPrefix(string(b[38:]), verificable.TipoMedio+";version=2") {
		t.Error("the media type is not at byte 38")
	}
}

// TestWhatIsNotWritten: a name that would not be read is refused before.
func TestWhatIsNotWritten(t *testing.T) {
	for _, nombre := range []string{"", ".", "..", "a/b", `a\b`, "a\x00", "a\u009b", "\xff", strings.Repeat("x", 201)} {
		if _, _, err := (verificable.Archivo{Documento: verificable.Documento{Nombre: nombre}}).Marco(); err == nil {
			t.Errorf("%q is written", nombre)
		}
	}
	if _, _, err := (verificable.Archivo{Documento: verificable.Documento{Nombre: "x", Tamano: 1 << 32}}).Marco(); err == nil {
		t.Error("4 GiB are written")
	}
	for _, n := range []int64{2, 4} {
		if err := verificable.Escribir(io.Discard, verificable.Archivo{Documento: verificable.Documento{Nombre: "x", Tamano: n}}, strings.NewReader("abc")); err == nil {
			t.Errorf("three bytes are written as %d", n)
		}
	}
}

// TestARefusalHasNothingThatATerminalObeys, whatever a file calls itself.
func TestARefusalHasNothingThatATerminalObeys(t *testing.T) {
	bueno := diploma().escrito(t)
	for _, nombre := range []string{"\x1b[2Jxxx", "\u009b2Jxxx", "\u202exxxx", "\x9bxxxxxx"} { // 7 bytes, as those that it replaces
		for _, en := range []string{"documento/diploma", "llave.j", "declara"} {
			malo := bytes.Replace(bueno, []byte(en), []byte(en[:len(en)-7]+nombre), 1)
			sinControles(t, nombre, rechazada(t, nombre, malo, confianza(t, uni), verificable.Opciones{Ahora: ahora}))
		}
		lista := listaDe(func(l *listado) { l.uri = "https://carpeta.example/" + nombre + "/estado/1" }).token(t)
		sinControles(t, nombre, rechazada(t, nombre, bueno, confianza(t, uni), verificable.Opciones{Ahora: ahora, Lista: lista}))
	}
}

func sinControles(t *testing.T, que string, r *verificable.Rechazo) {
	t.Helper()
	if text := r.Error(); !utf8.ValidString(text) || strings.ContainsFunc(text, func(c rune) bool { return !unicode.IsPrint(c) }) {
		t.Errorf("%q: %q", que, text)
	}
}

// TestNoPartIsLarge: nobody who reads a file has to hold more than 64 KiB of a part.
func TestNoPartIsLarge(t *testing.T) {
	c := diploma()
	c.archivo = func(a *verificable.Archivo) { a.Prueba = make([]byte, 64<<10+1) }
	if r := rechazada(t, "a part of 64 KiB and a byte", c.escrito(t), confianza(t, uni), verificable.Opciones{Ahora: ahora}); r.Codigo != verificable.ArchivoDanado {
		t.Error(r)
	}
}

// TestTheFileOfTrust has one form for each thing that a mistake could turn.
func TestTheFileOfTrust(t *testing.T) {
	text, err := confianza(t, uni).Bytes()
	bien(t, err)
	if c, err := verificable.LeerConfianza(text); err != nil || len(c.Logs) != 1 || len(c.Entidades) != 1 || !c.HechaEn.Equal(ahora.Add(-time.Hour)) {
		t.Fatalf("%+v %v", c, err)
	}
	c := confianza(t, uni)
	c.Logs = nil
	ninguno, err := c.Bytes()
	bien(t, err)
	if c, err := verificable.LeerConfianza(ninguno); err != nil || len(c.Logs) != 0 || len(c.Entidades) != 1 {
		t.Errorf("a host that seals nothing: %+v %v", c, err)
	}
	for que, malo := range map[string]string{
		"no logs": strings.Replace(string(ninguno), `"logs": []`, `"logs": null`, 1), "nothing": "", "another format": strings.Replace(string(text), "/v1", "/v2", 1), "no zone": strings.Replace(string(text), "America/Bogota", "Aqui", 1),
		"no keys": strings.Replace(string(text), "carpeta.example+", "carpeta.example-", 1), "a member more": strings.Replace(string(text), "{", `{"x":1,`, 1),
		"issuers that are no list": strings.Replace(string(text), `"entidades": [`, `"entidades": 7, "x": [`, 1),
	} {
		if _, err := verificable.LeerConfianza([]byte(malo)); err == nil {
			t.Errorf("%s: accepted", que)
		}
	}
}

// TestABadRowOfTrustCostsThatRow, and the issuers beside it stay.
func TestABadRowOfTrustCostsThatRow(t *testing.T) {
	text, err := confianza(t, uni, otros(t)[0]).Bytes()
	bien(t, err)
	k := uni.llave(t)
	for que, c := range map[string]struct {
		en, pone string
		quedan   []int // keys of each issuer
	}{
		"another thumbprint":           {k.Huella(), "x" + k.Huella()[1:], []int{0, 1}},
		"a key of small order":         {strings.Split(k.JSON(), `"x":"`)[1][:43], "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", []int{0, 1}},
		"a key with a member more":     {`"huella"`, `"x":1,"huella"`, []int{0, 1}},
		"a revocation without a time":  {`"huella"`, `"revocadaDesde":"ayer","huella"`, []int{0, 1}},
		"a key that is none":           {`"llaves": [`, `"llaves": [null,7,`, []int{1, 1}},
		"no name":                      {uni.nombre, "", []int{1}},
		"no id":                        {uni.id, "", []int{1}},
		"sealed facts since no time":   {`"nombre"`, `"emisionDesde":"ayer","nombre"`, []int{1}},
		"an issuer with a member more": {`"nombre"`, `"x":1,"nombre"`, []int{1}},
		"an issuer that is none":       {`"entidades": [`, `"entidades": [null,7,[],"x",`, []int{1, 1}},
	} {
		got, err := verificable.LeerConfianza([]byte(strings.Replace(string(text), c.en, c.pone, 1)))
		var quedan []int
		for _, e := range got.Entidades {
			quedan = append(quedan, len(e.Llaves))
		}
		if err != nil || !slices.Equal(quedan, c.quedan) || got.Entidades[len(quedan)-1].Nombre != "Notaría Primera" {
			t.Errorf("%s: the issuers have %d keys, %v", que, quedan, err)
		}
	}
}

// TestTheFactSaysWhoseKeyItIs where two issuers have one.
func TestTheFactSaysWhoseKeyItIs(t *testing.T) {
	otra := uni
	otra.id, otra.nombre = "otra", "Otra"
	for _, c := range []verificable.Confianza{confianza(t, uni, otra), confianza(t, otra, uni)} {
		for _, e := range []emisor{uni, otra} {
			caso := diploma()
			caso.emisor = e
			b := caso.escrito(t)
			i, err := verificable.Verificar(bytes.NewReader(b), int64(len(b)), c, verificable.Opciones{Ahora: ahora})
			if err != nil || i.Emisor.EntidadID != e.id {
				t.Errorf("sealed for %s: %s, %v", e.id, i.Emisor.EntidadID, err)
			}
		}
	}
}

func FuzzArchivo(f *testing.F) {
	c := confianza(f, uni)
	buenos := [][]byte{diploma().escrito(f), deAntes().escrito(f)}
	for _, b := range buenos {
		f.Add(b)
	}
	for _, m := range malos(f) {
		f.Add(m.bytes)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		i, err := verificable.Verificar(bytes.NewReader(b), int64(len(b)), c, verificable.Opciones{Ahora: ahora})
		if err == nil && i.Resultado != verificable.EmisorDesconocido && i.HashDocumento != diploma().declaracion.HashDocumento {
			t.Errorf("%s of a document that nobody signed", i.Resultado)
		}
		var r *verificable.Rechazo
		if err != nil && !errors.As(err, &r) {
			t.Errorf("no reason: %v", err)
		}
	})
}

func FuzzDeclaracion(f *testing.F) {
	f.Add(diploma().declaracion.Bytes())
	f.Add(deAntes().declaracion.Bytes())
	f.Add([]byte(`{"v":2}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		d, err := verificable.LeerDeclaracion(b)
		if err != nil {
			return
		}
		if !bytes.Equal(d.Bytes(), b) || !json.Valid(b) {
			t.Errorf("read %q, would write %q", b, d.Bytes())
		}
	})
}

// BenchmarkVerificar reads a document of 10 MB: at most 100 ms.
func BenchmarkVerificar(b *testing.B) {
	caso := diploma()
	caso.bytes = bytes.Repeat([]byte("0123456789abcdef"), 10_000_000/16)
	caso.declaracion.HashDocumento = fmt.Sprintf("%x", sha256.Sum256(caso.bytes))
	archivo, c, lista := caso.escrito(b), confianza(b, uni), listaDe(nil).token(b)
	b.SetBytes(int64(len(archivo)))
	for b.Loop() {
		if i, err := verificable.Verificar(bytes.NewReader(archivo), int64(len(archivo)), c, verificable.Opciones{Ahora: ahora, Lista: lista}); err != nil || i.Resultado != verificable.Valido {
			b.Fatal(i.Resultado, err)
		}
	}
}
