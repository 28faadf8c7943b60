package verificable_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"flag"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/carpeta-ciudadana/servidor/verificable"
)

var update = flag.Bool("update", false, "write testdata anew")

// vector is a file with what is found in it. Every implementation runs on testdata/vectores.json: this one, and that of
// the browser (web/app/test/verificable.test.ts).
type vector struct {
	Nombre    string  `json:"nombre"`
	Archivo   string  `json:"archivo"`          // in testdata
	Cambio    *cambio `json:"cambio,omitempty"` // before it is verified
	Confianza string  `json:"confianza"`        // in testdata
	Lista     string  `json:"lista,omitempty"`  // in testdata
	Ahora     string  `json:"ahora"`
	Resultado string  `json:"resultado"` // Resultado, or the Codigo of the refusal
	Oracion   string  `json:"oracion"`
	Sentence  string  `json:"sentence"`
}

// cambio replaces so many bytes from a place on.
type cambio struct {
	En    int    `json:"en"`
	Quita int    `json:"quita"`
	Pone  string `json:"pone"` // base64
}

// entre is the change that makes b of a.
func entre(a, b []byte) *cambio {
	if bytes.Equal(a, b) {
		return nil
	}
	n, m := 0, 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	for m < len(a)-n && m < len(b)-n && a[len(a)-1-m] == b[len(b)-1-m] {
		m++
	}
	return &cambio{n, len(a) - n - m, base64.StdEncoding.EncodeToString(b[n : len(b)-m])}
}

func (c *cambio) en(t testing.TB, a []byte) []byte {
	if c == nil {
		return a
	}
	pone, err := base64.StdEncoding.DecodeString(c.Pone)
	bien(t, err)
	return slices.Replace(bytes.Clone(a), c.En, c.En+c.Quita, pone...)
}

func verificar(archivo []byte, c verificable.Confianza, o verificable.Opciones) (resultado, es, en string, err error) {
	i, err := verificable.Verificar(bytes.NewReader(archivo), int64(len(archivo)), c, o)
	es, en, ok := verificable.Oracion(i, err)
	var r *verificable.Rechazo
	switch {
	case errors.As(err, &r):
		return string(r.Codigo), es, en, nil
	case !ok:
		return "", "", "", err
	}
	return string(i.Resultado), es, en, nil
}

func TestVectores(t *testing.T) {
	if *update {
		escribirVectores(t)
	}
	var vs []vector
	bien(t, json.Unmarshal(testdata(t, "vectores.json"), &vs))
	vistos := map[string]bool{}
	for _, v := range vs {
		t.Run(v.Nombre, func(t *testing.T) {
			c, err := verificable.LeerConfianza(testdata(t, v.Confianza))
			bien(t, err)
			o := verificable.Opciones{}
			o.Ahora, err = time.Parse(time.RFC3339, v.Ahora)
			bien(t, err)
			if v.Lista != "" {
				o.Lista = testdata(t, v.Lista)
			}
			resultado, es, en, err := verificar(v.Cambio.en(t, testdata(t, v.Archivo)), c, o)
			if err != nil || resultado != v.Resultado || es != v.Oracion || en != v.Sentence || es == "" {
				t.Errorf("%s, %v\n%s\n%s", resultado, err, es, en)
			}
		})
		vistos[v.Resultado] = true
	}
	for _, r := range todos {
		if !vistos[r] {
			t.Errorf("no vector has the result %s", r)
		}
	}
}

// todos are the results that a file may have.
var todos = []string{
	"EMISOR_DESCONOCIDO", "LLAVE_REVOCADA", "RETIRADO", "VENCIDO", "AUN_NO_VIGENTE", "SIN_ESTADO", "SIN_LISTA", "VALIDO",
	"NO_ES_VERIFICABLE", "VERSION", "ARCHIVO_DANADO", "FALTA_PARTE", "SOBRA_PARTE", "DECLARACION", "LLAVE", "FIRMA", "TITULAR",
	"DOCUMENTO_CAMBIADO", "EMISION", "PRUEBA", "ESTADO", "SIN_EMISION", "LISTA",
}

// TestTheFormatStays: what is written today is what is in testdata, byte for byte. Version 1 is read, and not written any
// more.
func TestTheFormatStays(t *testing.T) {
	for nombre, c := range map[string]caso{"diploma": diploma(), "de-antes": deAntes()} {
		hoy := testdata(t, nombre+version2)
		if !bytes.Equal(c.escrito(t), hoy) {
			t.Errorf("%s is written otherwise than before", nombre)
		}
		o := verificable.Opciones{Ahora: ahora}
		deUno, es, _, err := verificar(testdata(t, nombre+verificable.Extension), confianza(t, uni), o)
		deDos, dicen, _, errDos := verificar(hoy, confianza(t, uni), o)
		if err != nil || errDos != nil || deUno != deDos || es != dicen || !strings.HasPrefix(deUno, "SIN_") {
			t.Errorf("%s: version 1 is %s, version 2 is %s (%v, %v)", nombre, deUno, deDos, err, errDos)
		}
	}
}

// version2 ends the names of files of version 2 in testdata.
const version2 = "-2" + verificable.Extension

func testdata(t testing.TB, nombre string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", nombre))
	bien(t, err)
	return b
}

// escribirVectores writes what is found in the files, and the files that are not there yet. Those that are there stay:
// others have them too.
func escribirVectores(t *testing.T) {
	var previos, vs []vector
	bien(t, json.Unmarshal(testdata(t, "vectores.json"), &previos)) // those of version 1 stay as they are
	for _, v := range previos {
		if !strings.HasSuffix(v.Archivo, version2) {
			vs = append(vs, v)
		}
	}
	deUno := len(vs)
	guardar := func(nombre string, b []byte) string {
		f, err := os.OpenFile(filepath.Join("testdata", nombre), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if errors.Is(err, fs.ErrExist) {
			return nombre
		}
		bien(t, err)
		_, err = f.Write(b)
		bien(t, errors.Join(err, f.Close()))
		return nombre
	}
	demas := otros(t)
	guarda := func(nombre string, cambia func(*verificable.Confianza)) string {
		c := confianza(t, append([]emisor{uni}, demas...)...)
		if cambia != nil {
			cambia(&c)
		}
		text, err := c.Bytes()
		bien(t, err)
		return guardar(nombre, append(text, '\n'))
	}
	buena := guarda("confianza.json", nil)
	add := func(v vector) {
		if v.Confianza == "" {
			v.Confianza = buena
		}
		if v.Ahora == "" {
			v.Ahora = ahora.Format(time.RFC3339)
		}
		c, err := verificable.LeerConfianza(testdata(t, v.Confianza))
		bien(t, err)
		o := verificable.Opciones{}
		o.Ahora, err = time.Parse(time.RFC3339, v.Ahora)
		bien(t, err)
		if v.Lista != "" {
			o.Lista = testdata(t, v.Lista)
		}
		resultado, es, en, err := verificar(v.Cambio.en(t, testdata(t, v.Archivo)), c, o)
		if err != nil || resultado != v.Resultado {
			t.Fatalf("%s: %s, %v", v.Nombre, resultado, err)
		}
		v.Nombre, v.Oracion, v.Sentence = "file 2, "+v.Nombre, es, en
		vs = append(vs, v)
	}

	entero := diploma().escrito(t)
	archivo := guardar("diploma"+version2, entero)
	lista := guardar("lista.jwt", listaDe(nil).token(t))
	add(vector{Nombre: "all of it", Archivo: archivo, Resultado: "SIN_LISTA"})
	add(vector{Nombre: "with a status list", Archivo: archivo, Lista: lista, Resultado: "VALIDO"})
	add(vector{Nombre: "withdrawn", Archivo: archivo, Lista: guardar("lista-retirado.jwt", listaDe(func(l *listado) { l.retirado = 4711 }).token(t)), Resultado: "RETIRADO"})
	add(vector{Nombre: "the list of the deployment at its new host", Archivo: archivo, Lista: guardar("lista-otro-host.jwt", listaDe(func(l *listado) { l.uri = "https://nueva.example/estado/0" }).token(t)), Resultado: "VALIDO"})
	add(vector{Nombre: "its last day", Archivo: archivo, Ahora: "2031-05-02T04:59:59Z", Resultado: "SIN_LISTA"})
	add(vector{Nombre: "the day after its last day", Archivo: archivo, Ahora: "2031-05-02T05:00:00Z", Resultado: "VENCIDO"})
	add(vector{Nombre: "the day before its first day", Archivo: archivo, Ahora: "2026-05-02T04:59:59Z", Resultado: "AUN_NO_VIGENTE"})
	add(vector{Nombre: "a stranger's key", Archivo: archivo, Confianza: guarda("confianza-otra.json", func(c *verificable.Confianza) { c.Entidades = c.Entidades[1:] }), Resultado: "EMISOR_DESCONOCIDO"})
	antes, despues := recibida.Add(-time.Second), recibida.Add(time.Second)
	add(vector{Nombre: "a key revoked before", Archivo: archivo, Confianza: guarda("confianza-revocada-antes.json", func(c *verificable.Confianza) { c.Entidades[0].Llaves[0].RevocadaDesde = &antes }), Resultado: "LLAVE_REVOCADA"})
	despuesDe := guarda("confianza-revocada-despues.json", func(c *verificable.Confianza) { c.Entidades[0].Llaves[0].RevocadaDesde = &despues })
	add(vector{Nombre: "a key revoked after", Archivo: archivo, Confianza: despuesDe, Resultado: "SIN_LISTA"})
	add(vector{Nombre: "a key revoked after, with a status list", Archivo: archivo, Lista: lista, Confianza: despuesDe, Resultado: "VALIDO"})
	otro := func(nombre, resultado string, cambia func(*caso)) {
		c := diploma()
		cambia(&c)
		add(vector{Nombre: nombre, Archivo: archivo, Cambio: entre(entero, c.escrito(t)), Resultado: resultado})
	}
	otro("the three entries of its proof taken out", "SIN_ESTADO", func(c *caso) { c.sellado, c.estado = false, nil })
	otro("a kid with letters that JSON may escape", "SIN_LISTA", func(c *caso) { c.emisor.kid = "k&<1>\b\f\u2028\\b\"é" })
	otro("a fact without a status", "SIN_ESTADO", func(c *caso) { c.estado = nil })
	otro("texts that a terminal obeys", "SIN_LISTA", func(c *caso) {
		c.declaracion.Titulo, c.declaracion.Numero = "Diploma\x1b[2J\u009b31m", "A\u202e71\u2028-"
	})
	add(vector{Nombre: "a log of another host", Archivo: archivo, Confianza: guarda("confianza-otro-registro.json", func(c *verificable.Confianza) { c.Logs[0].Origin = "otra.example" }), Resultado: "PRUEBA"})
	add(vector{Nombre: "a log of another key", Archivo: archivo, Confianza: guarda("confianza-otra-llave.json", func(c *verificable.Confianza) { c.Logs = llaveDelHost(9) }), Resultado: "PRUEBA"})

	const malas = "confianza-filas-malas.json" // written by hand: confianza.json, another issuer with the first one's key, and rows that are none
	add(vector{Nombre: "trust, bad rows beside the issuer's", Archivo: archivo, Lista: lista, Confianza: malas, Resultado: "VALIDO"})

	deV1 := deAntes().escrito(t)
	viejo := guardar("de-antes"+version2, deV1)
	vectoresDeConfianza(t, add, guarda, archivo, lista)
	add(vector{Nombre: "version 1", Archivo: viejo, Resultado: "SIN_ESTADO"})
	add(vector{Nombre: "version 1, a key revoked since", Archivo: viejo, Confianza: despuesDe, Resultado: "LLAVE_REVOCADA"})
	add(vector{Nombre: "version 1, and a list", Archivo: viejo, Lista: lista, Resultado: "LISTA"})
	for nombre, l := range map[string]func(*listado){
		"expired": func(l *listado) { l.hecha = ahora.Add(-48 * time.Hour) }, "replayed": func(l *listado) { l.hecha, l.dura = recibida.Add(-time.Hour), 30*24*time.Hour },
		"to-come": func(l *listado) { l.hecha = ahora.Add(time.Hour) }, "another-signer": func(l *listado) { l.semilla = 9 }, "another-list": func(l *listado) { l.uri = "https://carpeta.example/estado/1" },
		"another-type": func(l *listado) { l.tipo = "JWT" }, "short": func(l *listado) { l.largo-- }, "bomb": func(l *listado) { l.largo = 4 << 20 },
	} {
		add(vector{Nombre: "list, " + nombre, Archivo: archivo, Lista: guardar("lista-"+nombre+".jwt", listaDe(l).token(t)), Resultado: "LISTA"})
	}
	for nombre, l := range map[string]func(*listado){
		"30 seconds ahead":                  func(l *listado) { l.hecha = ahora.Add(30 * time.Second) },
		"made in the second of the receipt": func(l *listado) { l.hecha, l.dura = recibida, 30*24*time.Hour },
		"in its last second":                func(l *listado) { l.dura = time.Hour + time.Second },
	} {
		add(vector{Nombre: "list, " + nombre, Archivo: archivo, Lista: guardar("lista-"+strings.ReplaceAll(nombre, " ", "-")+".jwt", listaDe(l).token(t)), Resultado: "VALIDO"})
	}
	for nombre, l := range map[string]func(*listado){
		"31 seconds ahead": func(l *listado) { l.hecha = ahora.Add(31 * time.Second) },
		"at its end":       func(l *listado) { l.dura = time.Hour },
		"a byte too long":  func(l *listado) { l.largo++ },
	} {
		add(vector{Nombre: "list, " + nombre, Archivo: archivo, Lista: guardar("lista-"+strings.ReplaceAll(nombre, " ", "-")+".jwt", listaDe(l).token(t)), Resultado: "LISTA"})
	}
	token := testdata(t, lista)
	add(vector{Nombre: "list, base64 that is not canonical", Archivo: archivo, Lista: guardar("lista-base64.jwt", sobra(t, token, len(token)-1)), Resultado: "LISTA"})
	add(vector{Nombre: "list, cut", Archivo: archivo, Lista: guardar("lista-cut.jwt", token[:len(token)-9]), Resultado: "LISTA"})

	for _, m := range malos(t) {
		base, nombre := entero, archivo
		if m.deV1 {
			base, nombre = deV1, viejo
		}
		add(vector{Nombre: m.nombre, Archivo: nombre, Cambio: entre(base, m.bytes), Resultado: m.quiere})
	}
	slices.SortFunc(vs[deUno:], func(a, b vector) int { return strings.Compare(a.Nombre, b.Nombre) })
	text, err := json.MarshalIndent(vs, "", "  ")
	bien(t, err)
	bien(t, os.WriteFile(filepath.Join("testdata", "vectores.json"), append(text, '\n'), 0o644))
}

// vectoresDeConfianza are those in which the trust decides: since when every document has a sealed fact, and until when a
// key was the log's.
func vectoresDeConfianza(t *testing.T, add func(vector), guarda func(string, func(*verificable.Confianza)) string, archivo, lista string) {
	sin := diploma()
	sin.sellado, sin.estado = false, nil
	pelado := entre(testdata(t, archivo), sin.escrito(t))
	desde := func(nombre string, momento time.Time) string {
		return guarda(nombre, func(c *verificable.Confianza) { c.Entidades[0].EmisionDesde = &momento })
	}
	firmada := recibida.Add(-time.Hour)
	siempre, justo := desde("confianza-emision-siempre.json", time.Unix(0, 0).UTC()), desde("confianza-emision-justo.json", firmada)
	despues := desde("confianza-emision-despues.json", firmada.Add(time.Second))
	add(vector{Nombre: "stripped, every document of its issuer has a sealed fact", Archivo: archivo, Cambio: pelado, Confianza: siempre, Resultado: "SIN_EMISION"})
	add(vector{Nombre: "stripped, signed in the second since which every document has a sealed fact", Archivo: archivo, Cambio: pelado, Confianza: justo, Resultado: "SIN_EMISION"})
	add(vector{Nombre: "stripped, signed the second before that", Archivo: archivo, Cambio: pelado, Confianza: despues, Resultado: "SIN_ESTADO"})
	add(vector{Nombre: "whole, every document of its issuer has a sealed fact", Archivo: archivo, Lista: lista, Confianza: siempre, Resultado: "VALIDO"})
	add(vector{Nombre: "a statement of version 1 without its sealed fact", Archivo: "de-antes" + version2, Confianza: siempre, Resultado: "SIN_EMISION"})
	sinSello := guarda("confianza-sin-sello.json", func(c *verificable.Confianza) { c.Logs = nil })
	add(vector{Nombre: "trust in a host that seals nothing, a proof", Archivo: archivo, Confianza: sinSello, Resultado: "PRUEBA"})
	add(vector{Nombre: "trust in a host that seals nothing, no proof", Archivo: archivo, Cambio: pelado, Confianza: sinSello, Resultado: "SIN_ESTADO"})
	hasta := func(nombre string, fin time.Time) string {
		return guarda(nombre, func(c *verificable.Confianza) {
			c.Logs = append(c.Logs, llaveDelHost(9)...)
			c.Logs[0].Until, c.Logs[1].From = fin, fin
		})
	}
	termino := hasta("confianza-llave-termino.json", sellada.Add(time.Second))
	add(vector{Nombre: "a log's key that ended the second after the checkpoint", Archivo: archivo, Confianza: termino, Resultado: "SIN_LISTA"})
	add(vector{Nombre: "a log's key that ended at the checkpoint", Archivo: archivo, Confianza: hasta("confianza-llave-termino-antes.json", sellada), Resultado: "PRUEBA"})
	add(vector{Nombre: "list, by a key that ended before", Archivo: archivo, Lista: lista, Confianza: termino, Resultado: "LISTA"})
	nueva := listaDe(func(l *listado) { l.semilla = 9 }).token(t)
	if !bytes.Equal(nueva, testdata(t, "lista-another-signer.jwt")) {
		t.Error("the list of the key after it is another one")
	}
	add(vector{Nombre: "list, by the key after it", Archivo: archivo, Lista: "lista-another-signer.jwt", Confianza: termino, Resultado: "VALIDO"})
	futuro := diploma()
	futuro.declaracion.Vigencia.Desde = "2026-06-01"
	noVigente := entre(testdata(t, archivo), futuro.escrito(t))
	add(vector{Nombre: "not valid yet", Archivo: archivo, Cambio: noVigente, Resultado: "AUN_NO_VIGENTE"})
	add(vector{Nombre: "not valid yet, with a status list", Archivo: archivo, Cambio: noVigente, Lista: lista, Resultado: "AUN_NO_VIGENTE"})
	add(vector{Nombre: "not valid yet, and withdrawn", Archivo: archivo, Cambio: noVigente, Lista: "lista-retirado.jwt", Resultado: "RETIRADO"})
	add(vector{Nombre: "withdrawn, by a key revoked before", Archivo: archivo, Lista: "lista-retirado.jwt", Confianza: "confianza-revocada-antes.json", Resultado: "LLAVE_REVOCADA"})
}

// sobra sets a spare bit of the base64 whose last letter is at a place: a lenient reader passes over it.
func sobra(t testing.TB, text []byte, at int) []byte {
	const letras = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	i := strings.IndexByte(letras, text[at])
	if i < 0 || i == len(letras)-1 || i%2 != 0 {
		t.Fatalf("%q has no spare bit here, or another letter", text[at])
	}
	b := bytes.Clone(text)
	b[at] = letras[i+1]
	return b
}

// malo is a file that proves nothing.
type malo struct {
	nombre string
	bytes  []byte
	quiere string
	deV1   bool
}

// malos are the bad files of the issue.
func malos(t testing.TB) (all []malo) {
	add := func(nombre, quiere string, cambia func(*caso)) {
		c := diploma()
		cambia(&c)
		all = append(all, malo{nombre: nombre, bytes: c.escrito(t), quiere: quiere})
	}
	parte := func(nombre, quiere string, cambia func(*verificable.Archivo)) {
		add(nombre, quiere, func(c *caso) { c.archivo = cambia })
	}
	parte("no statement", "FALTA_PARTE", func(a *verificable.Archivo) { a.Declaracion = nil })
	parte("no signature", "FIRMA", func(a *verificable.Archivo) { a.Firma = "" })
	parte("no key", "FALTA_PARTE", func(a *verificable.Archivo) { a.Llave = nil })
	parte("no proof", "FALTA_PARTE", func(a *verificable.Archivo) { a.Prueba = nil })
	parte("no event", "FALTA_PARTE", func(a *verificable.Archivo) { a.Emision = nil })
	parte("no status, though one was sealed", "ESTADO", func(a *verificable.Archivo) { a.Estado = nil })
	parte("another status", "ESTADO", func(a *verificable.Archivo) { a.Estado = &verificable.Estado{URI: a.Estado.URI, Idx: 4712} })
	parte("the status at another host", "ESTADO", func(a *verificable.Archivo) {
		a.Estado = &verificable.Estado{URI: "https://carpeta.evil/estado/0", Idx: 4711}
	})
	parte("no event, no proof, a status", "ESTADO", func(a *verificable.Archivo) { a.Emision, a.Prueba = nil, nil })
	parte("another person", "TITULAR", func(a *verificable.Archivo) {
		a.Titular = &verificable.Titular{CiudadanoID: "1", Nombre: "Otra", Sal: persona.Sal}
	})
	parte("the person's name with another accent", "TITULAR", func(a *verificable.Archivo) { t := *a.Titular; t.Nombre = "Maria Gómez"; a.Titular = &t })
	parte("a key that did not sign", "FIRMA", func(a *verificable.Archivo) {
		a.Llave = []byte(emisor{"x", "X", "k1", uni.alg, deSemilla(2)}.llave(t).JSON())
	})
	parte("a key of small order: with it a signature that nobody made is good", "LLAVE", func(a *verificable.Archivo) {
		unidad := append([]byte{1}, make([]byte, 31)...)
		text, err := jose.JSONWebKey{Key: ed25519.PublicKey(unidad), KeyID: "k1", Algorithm: string(jose.EdDSA)}.MarshalJSON()
		bien(t, err)
		cabeza, _, _ := strings.Cut(a.Firma, ".")
		firma := append(unidad, make([]byte, 32)...)
		if !ed25519.Verify(unidad, []byte("whatever"), firma) {
			t.Error("the signature is not good")
		}
		a.Llave, a.Firma = text, cabeza+".."+base64.RawURLEncoding.EncodeToString(firma)
	})
	parte("the key with a member more", "LLAVE", func(a *verificable.Archivo) {
		a.Llave = []byte(strings.Replace(string(a.Llave), "{", `{"use":"sig",`, 1))
	})
	parte("the key behind a byte order mark", "LLAVE", func(a *verificable.Archivo) { a.Llave = append([]byte("\ufeff"), a.Llave...) })
	parte("the signature behind a byte order mark", "FIRMA", func(a *verificable.Archivo) { a.Firma = "\ufeff" + a.Firma })
	parte("no key at all in its entry", "LLAVE", func(a *verificable.Archivo) { a.Llave = []byte("{}") })
	parte("the signature of another statement", "FIRMA", func(a *verificable.Archivo) {
		d := diploma().declaracion
		d.Numero = "A-18"
		a.Firma = uni.firma(t, d.Bytes())
	})
	add("two statements for one document: the fact is of the other one", "EMISION", func(c *caso) {
		c.emision = func(e *verificable.Emision) { e.Resumen = verificable.Resumen([]byte("{}"), "x..y") }
	})
	add("the fact is of another key", "EMISION", func(c *caso) { c.emision = func(e *verificable.Emision) { e.Huella = "x" } })
	add("the fact is of another entity", "EMISION", func(c *caso) { c.emision = func(e *verificable.Emision) { e.EntidadID = "otra" } })
	parte("the fact is of another kind", "EMISION", func(a *verificable.Archivo) {
		a.Emision, a.Prueba = sellar(t, "documento.entregado", verificable.Emision{Resumen: verificable.Resumen(a.Declaracion, a.Firma)}.Datos())
	})
	parte("the proof of another fact", "PRUEBA", func(a *verificable.Archivo) { _, a.Prueba = sellar(t, "emision", nil) })
	parte("a proof that is cut", "PRUEBA", func(a *verificable.Archivo) { a.Prueba = a.Prueba[:len(a.Prueba)-20] })
	parte("version 1 presented as version 2", "DECLARACION", func(a *verificable.Archivo) {
		d := bytes.Replace(deAntes().declaracion.Bytes(), []byte("}"), []byte(`,"v":2}`), 1)
		a.Declaracion, a.Firma = d, uni.firma(t, d)
	})
	parte("version 2 presented as version 1", "DECLARACION", func(a *verificable.Archivo) {
		d := bytes.Replace(a.Declaracion, []byte(`,"v":2`), nil, 1)
		a.Declaracion, a.Firma = d, uni.firma(t, d)
	})
	parte("version 3", "DECLARACION", func(a *verificable.Archivo) {
		d := bytes.Replace(a.Declaracion, []byte(`"v":2`), []byte(`"v":3`), 1)
		a.Declaracion, a.Firma = d, uni.firma(t, d)
	})
	parte("a statement with a space more", "DECLARACION", func(a *verificable.Archivo) {
		d := bytes.Replace(a.Declaracion, []byte(`,"v":2`), []byte(`, "v":2`), 1)
		a.Declaracion, a.Firma = d, uni.firma(t, d)
	})
	parte("a statement with a member twice", "DECLARACION", func(a *verificable.Archivo) {
		d := bytes.Replace(a.Declaracion, []byte(`"v":2`), []byte(`"v":1,"v":2`), 1)
		a.Declaracion, a.Firma = d, uni.firma(t, d)
	})
	parte("a statement with a member more", "DECLARACION", func(a *verificable.Archivo) {
		d := bytes.Replace(a.Declaracion, []byte(`"v":2`), []byte(`"v":2,"zz":1`), 1)
		a.Declaracion, a.Firma = d, uni.firma(t, d)
	})
	parte("a key's base64 with a spare bit", "LLAVE", func(a *verificable.Archivo) { a.Llave = sobra(t, a.Llave, len(a.Llave)-3) })
	parte("a signature's base64 with a spare bit", "FIRMA", func(a *verificable.Archivo) { a.Firma = string(sobra(t, []byte(a.Firma), len(a.Firma)-1)) })
	parte("a signature's base64 with padding", "FIRMA", func(a *verificable.Archivo) { a.Firma += "==" })
	parte("the event's salt with a spare bit", "EMISION", func(a *verificable.Archivo) {
		a.Emision = sobra(t, a.Emision, bytes.Index(a.Emision, []byte("=\n\n"))-1)
	})
	parte("the event's salt without padding", "EMISION", func(a *verificable.Archivo) { a.Emision = bytes.Replace(a.Emision, []byte("=\n\n"), []byte("\n\n"), 1) })
	parte("the event behind a carriage return", "EMISION", func(a *verificable.Archivo) { a.Emision = bytes.ReplaceAll(a.Emision, []byte("\n"), []byte("\r\n")) })
	parte("the event with a member in capital letters", "EMISION", func(a *verificable.Archivo) {
		a.Emision = bytes.Replace(a.Emision, []byte(`"tipo":"emision"`), []byte(`"TIPO":"emision"`), 1)
	})
	parte("the event without its moment", "EMISION", func(a *verificable.Archivo) {
		a.Emision = bytes.Replace(a.Emision, []byte("momento"), []byte("memento"), 1)
	})
	parte("the event with bytes that are no UTF-8", "EMISION", func(a *verificable.Archivo) {
		a.Emision = bytes.Replace(a.Emision, []byte("success"), []byte("succes\xff"), 1)
	})
	parte("a hash of the proof with a spare bit", "PRUEBA", func(a *verificable.Archivo) { a.Prueba = sobra(t, a.Prueba, bytes.IndexByte(a.Prueba, '=')-1) })
	parte("a signature of the checkpoint with a spare bit", "PRUEBA", func(a *verificable.Archivo) { a.Prueba = sobra(t, a.Prueba, len(a.Prueba)-4) })
	linea := func(cual int) func(a *verificable.Archivo) { // takes a line of the checkpoint's signatures out
		return func(a *verificable.Archivo) {
			lineas := bytes.SplitAfter(a.Prueba, []byte("\n"))
			a.Prueba = bytes.Join(slices.Delete(lineas, len(lineas)-cual, len(lineas)-cual+1), nil)
		}
	}
	parte("a checkpoint without the cosignature that has the time", "PRUEBA", linea(2))
	parte("a checkpoint without the plain signature of its log", "PRUEBA", linea(3))
	parte("a proof with an index that has a zero before it", "PRUEBA", func(a *verificable.Archivo) {
		a.Prueba = bytes.Replace(a.Prueba, []byte("index 4"), []byte("index 04"), 1)
	})
	add("a holder's salt with a spare bit", "TITULAR", func(c *caso) {})
	sal := persona.Bytes()
	all[len(all)-1].bytes = conEntrada(t, all[len(all)-1].bytes, sal, sobra(t, sal, len(sal)-3))
	add("a day that no month has", "DECLARACION", func(c *caso) { c.declaracion.FechaEmision = "2026-02-30" })
	add("a validity that ends before it begins", "DECLARACION", func(c *caso) { c.declaracion.Vigencia.Hasta = "2020-01-01" })
	add("another document", "DOCUMENTO_CAMBIADO", func(c *caso) { c.bytes = bytes.ToUpper(c.bytes) })
	all = append(all, malo{"version 1, and a person whom nobody signed", func() []byte {
		c := deAntes()
		p := persona
		c.titular = &p
		return c.escrito(t)
	}(), "TITULAR", true})

	bueno := diploma().escrito(t)
	leame := testdata(t, "../LEAME.html")
	zip := func(nombre, quiere string, bytes []byte) {
		all = append(all, malo{nombre: nombre, bytes: bytes, quiere: quiere})
	}
	le := binary.LittleEndian
	local := func(nombre string, contenido []byte) []byte { // a header as the format has it
		b := append([]byte("PK\x03\x04"), 20, 0, 0, 8, 0, 0, 0, 0, 33, 0)
		b = le.AppendUint32(b, crc32.ChecksumIEEE(contenido))
		b = le.AppendUint32(le.AppendUint32(b, uint32(len(contenido))), uint32(len(contenido)))
		b = le.AppendUint16(le.AppendUint16(b, uint16(len(nombre))), 0)
		return append(append(b, nombre...), contenido...)
	}
	at := func(nombre string) int { return bytes.Index(bueno, []byte(nombre)) - 30 }
	before := func(nombre string, entrada []byte) []byte {
		return slices.Insert(bytes.Clone(bueno), at(nombre), entrada...)
	}
	const tipo = verificable.TipoMedio + ";version=2"
	zip("version 3", "VERSION", conEntrada(t, bueno, []byte(tipo), []byte(verificable.TipoMedio+";version=3")))
	zip("version 1 that names itself", "VERSION", conEntrada(t, bueno, []byte(tipo), []byte(verificable.TipoMedio+";version=1")))
	zip("a parameter that is no version", "NO_ES_VERIFICABLE", conEntrada(t, bueno, []byte(tipo), []byte(verificable.TipoMedio+";verslon=2")))
	zip("LEAME.html with another byte", "SOBRA_PARTE", conEntrada(t, bueno, leame, bytes.Replace(leame, []byte("nada"), []byte("todo"), 1)))
	zip("no LEAME.html", "FALTA_PARTE", bytes.Replace(bueno, local("LEAME.html", leame), nil, 1))
	zip("LEAME.html in a file of version 1", "SOBRA_PARTE", bytes.Replace(bueno, local("mimetype", []byte(tipo)), local("mimetype", []byte(verificable.TipoMedio)), 1))
	zip("LEAME.html behind the statement", "ARCHIVO_DANADO", bytes.Replace(before("firma.jws", local("LEAME.html", leame)), local("LEAME.html", leame), nil, 1))
	zip("nothing", "NO_ES_VERIFICABLE", nil)
	zip("a PDF", "NO_ES_VERIFICABLE", []byte("%PDF-1.7 diploma, and what follows in it\n"))
	zip("cut in the middle", "ARCHIVO_DANADO", bueno[:len(bueno)/2])
	zip("without its last byte", "ARCHIVO_DANADO", bueno[:len(bueno)-1])
	zip("a byte behind the end", "ARCHIVO_DANADO", append(bytes.Clone(bueno), 0))
	zip("a byte before the beginning", "NO_ES_VERIFICABLE", append([]byte{0}, bueno...))
	zip("a comment", "ARCHIVO_DANADO", append(append(bytes.Clone(bueno[:len(bueno)-2]), 1, 0), '!'))
	zip("an entry more", "SOBRA_PARTE", before("firma.jws", local("LEAME.txt", []byte("hola"))))
	zip("an entry twice", "SOBRA_PARTE", before("firma.jws", local("declaracion.json", diploma().declaracion.Bytes())))
	zip("entries in another order", "ARCHIVO_DANADO", before("declaracion.json", local("llave.json", []byte("{}"))))
	zip("an entry with a path", "SOBRA_PARTE", before("firma.jws", local("../../etc/passwd", nil)))
	zip("an entry with an absolute path", "SOBRA_PARTE", before("firma.jws", local("/etc/passwd", nil)))
	zip("a document with a path", "SOBRA_PARTE", before("firma.jws", local("documento/../x.pdf", nil)))
	zip("a document with a path of Windows", "SOBRA_PARTE", before("firma.jws", local(`documento/..\x.pdf`, nil)))
	zip("a document whose name a terminal obeys", "SOBRA_PARTE", before("firma.jws", local("documento/\u009b2Jx.pdf", nil)))
	zip("a document without name", "SOBRA_PARTE", before("firma.jws", local("documento/", nil)))
	zip("a document before its time", "FALTA_PARTE", before("firma.jws", local("documento/x.pdf", nil)))
	zip("a second document", "ARCHIVO_DANADO", before("documento/", local("documento/x.pdf", nil)))
	zip("no document", "FALTA_PARTE", slices.Delete(bytes.Clone(bueno), at("documento/"), at("documento/")+30+len("documento/"+diploma().nombre)+len(diploma().bytes)))
	zip("not mimetype first", "NO_ES_VERIFICABLE", bueno[at("declaracion.json"):])
	zip("another media type", "NO_ES_VERIFICABLE", bytes.Replace(bueno, []byte("+zip"), []byte("+ZIP"), 1))
	set := func(nombre string, campo int, valor ...byte) []byte {
		b := bytes.Clone(bueno)
		copy(b[at(nombre)+campo:], valor)
		return b
	}
	zip("an entry that is compressed", "ARCHIVO_DANADO", set("declaracion.json", 8, 8))
	zip("a document that is compressed", "ARCHIVO_DANADO", set("documento/", 8, 8))
	zip("an entry with a huge size", "ARCHIVO_DANADO", set("declaracion.json", 18, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff))
	zip("a document with a huge size", "ARCHIVO_DANADO", set("documento/", 18, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff))
	zip("an entry that is encrypted", "ARCHIVO_DANADO", set("declaracion.json", 6, 1))
	zip("an entry with a descriptor behind it", "ARCHIVO_DANADO", set("declaracion.json", 6, 8))
	zip("an extra field", "ARCHIVO_DANADO", set("declaracion.json", 28, 4))
	zip("the directory has another name", "ARCHIVO_DANADO", func() []byte {
		b := bytes.Clone(bueno)
		copy(b[bytes.LastIndex(b, []byte("firma.jws")):], "FIRMA.JWS")
		return b
	}())
	return all
}
