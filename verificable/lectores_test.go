package verificable_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
	"github.com/carpeta-ciudadana/servidor/verificable"
)

// lectura is a file that three programs verify: this package, the browser's port, and docs/ejemplos/verificar.py, which
// was written from docs/verificable.md alone.
type lectura struct {
	Archivo   []byte `json:"archivo"` // base64
	Confianza string `json:"confianza"`
	Lista     string `json:"lista,omitempty"`
	Texto     []byte `json:"texto,omitempty"` // in the place of that file
	Ahora     string `json:"ahora"`

	nombre string
}

// TestThreeReadersAgree: a file that one of them accepts and another refuses has no one meaning.
func TestThreeReadersAgree(t *testing.T) {
	t.Parallel()
	ls, quieren := vectoresLeidos(t)
	deVectores := len(ls)
	ls = append(ls, mutantes(t, 2000)...)
	otros := map[string]func() []string{"verificar.py": enPython(t, ls), "the browser's port": enNode(t, ls)} // both at a time
	aqui := make([]string, len(ls))
	for i, l := range ls {
		aqui[i] = l.veredicto(t)
	}
	for nombre, leidos := range otros {
		suyos := leidos()
		if len(suyos) != len(ls) {
			t.Fatalf("%s has %d verdicts of %d files", nombre, len(suyos), len(ls))
		}
		distintos := 0
		for i, l := range ls {
			switch quiere := aqui[i]; {
			case i < deVectores && suyos[i] != quieren[i]:
				t.Errorf("%s: %s is %s, want %s", nombre, l.nombre, suyos[i], quieren[i])
			case salida(suyos[i]) != salida(quiere):
				t.Errorf("%s: %s is %s, in Go %s: %s", nombre, l.nombre, suyos[i], quiere, guardado(t, l))
			case suyos[i] != quiere:
				distintos++
				t.Logf("%s: %s is %s, in Go %s", nombre, l.nombre, suyos[i], quiere)
			}
		}
		if distintos*100 > len(ls)-deVectores {
			t.Errorf("%s gives %d files another code, more than one of a hundred", nombre, distintos)
		}
	}
	hay := map[string]int{}
	for _, codigo := range aqui[deVectores:] {
		hay[codigo]++
	}
	t.Log(hay)
	if len(hay) < 18 || hay["VALIDO"] < 50 {
		t.Errorf("the made files reach %d verdicts, and %d of them are VALIDO: %v", len(hay), hay["VALIDO"], hay)
	}
}

// salida is the exit code of the command line.
func salida(codigo string) int {
	switch codigo {
	case "VALIDO":
		return 0
	case "SIN_LISTA", "SIN_ESTADO":
		return 4
	}
	return 1
}

func vectoresLeidos(t *testing.T) (ls []lectura, quieren []string) {
	var vs []vector
	bien(t, json.Unmarshal(testdata(t, "vectores.json"), &vs))
	for _, v := range vs {
		ls = append(ls, lectura{v.Cambio.en(t, testdata(t, v.Archivo)), v.Confianza, v.Lista, nil, v.Ahora, v.Nombre})
		quieren = append(quieren, v.Resultado)
	}
	return ls, quieren
}

func (l lectura) veredicto(t *testing.T) string {
	text := l.Texto
	if text == nil {
		text = testdata(t, l.Confianza)
	}
	c, err := verificable.LeerConfianza(text)
	if err != nil {
		return "" // no verdict
	}
	o := verificable.Opciones{}
	o.Ahora, err = time.Parse(time.RFC3339, l.Ahora)
	bien(t, err)
	if l.Lista != "" {
		o.Lista = testdata(t, l.Lista)
	}
	resultado, _, _, err := verificar(l.Archivo, c, o)
	bien(t, err)
	return resultado
}

// guardado keeps a file on which two programs differ, and says where.
func guardado(t *testing.T, l lectura) string {
	f, err := os.CreateTemp("", "lectura-*"+verificable.Extension)
	bien(t, err)
	_, err = f.Write(append(l.Archivo, l.Texto...))
	bien(t, errors.Join(err, f.Close()))
	return f.Name()
}

// muchos verifies many files with the functions of the sample: a process for each would take minutes.
const muchos = `
import base64, functools, json, sys, zoneinfo
sys.path.insert(0, "../docs/ejemplos")
from verificar import moment, trust, verdict
read = functools.cache(lambda name: open("testdata/" + name, "rb").read())
trusted = functools.cache(trust)
def of(c):
    try:
        whom = trusted(base64.b64decode(c["texto"]) if "texto" in c else read(c["confianza"]))
    except (ValueError, RecursionError, zoneinfo.ZoneInfoNotFoundError):
        return ""
    return verdict(base64.b64decode(c["archivo"]), *whom, read(c["lista"]) if "lista" in c else None, moment(c["ahora"]))
print(json.dumps([of(c) for c in json.load(sys.stdin)]))
`

func enPython(t *testing.T, ls []lectura) func() []string {
	return lee(t, ls, services.Installed(t, "../tools/python.sh"), "-B", "-c", muchos) // -B: nothing is left in docs
}

func enNode(t *testing.T, ls []lectura) func() []string {
	rolldown := filepath.Join("..", "web", "node_modules", ".bin", "rolldown")
	if _, err := os.Stat(rolldown); err != nil {
		services.NotRun(t, "the packages of web/ are not installed: run make web")
	}
	programa := filepath.Join(t.TempDir(), "lector.mjs")
	if said, err := exec.CommandContext(t.Context(), rolldown, "../web/app/test/lector.ts", "--format", "esm", "--platform", "node", "-o", programa).CombinedOutput(); err != nil {
		t.Fatalf("%s%v", said, err)
	}
	return lee(t, ls, "node", programa, "testdata")
}

// lee has a program read the files; it prints their verdicts, which are waited for later.
func lee(t *testing.T, ls []lectura, programa string, args ...string) (veredictos func() []string) {
	entrada, err := json.Marshal(ls)
	bien(t, err)
	cmd := exec.CommandContext(t.Context(), programa, args...)
	var sale, mal bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(entrada), &sale, &mal
	bien(t, cmd.Start())
	return func() (suyos []string) {
		if err := cmd.Wait(); err != nil {
			t.Fatalf("%s: %v\n%s", programa, err, mal.Bytes())
		}
		bien(t, json.Unmarshal(sale.Bytes(), &suyos))
		return suyos
	}
}

// TestTheSampleIsACommand: what it prints, and its exit codes.
func TestTheSampleIsACommand(t *testing.T) {
	t.Parallel()
	python := services.Installed(t, "../tools/python.sh")
	malo := filepath.Join(t.TempDir(), "malo.zip")
	bien(t, os.WriteFile(malo, []byte("%PDF"), 0o600))
	const diploma = "testdata/diploma-2.verificable.zip"
	conLista := []string{"--lista", "testdata/lista.jwt"}
	for _, c := range []struct {
		args  []string
		sale  string
		acaba int
	}{
		{append(conLista, diploma), "VALIDO " + diploma + "\n", 0},
		{[]string{diploma}, "SIN_LISTA " + diploma + "\n", 4},
		{[]string{diploma, malo}, "SIN_LISTA " + diploma + "\nNO_ES_VERIFICABLE " + malo + "\n", 1},
		{append(conLista, diploma, "--salida", "json"), `{"archivo": "` + diploma + `", "resultado": "VALIDO"}` + "\n", 0},
		{[]string{diploma, "--ahora", "ayer"}, "", 2},
		{[]string{"testdata/nada.zip"}, "", 2},
	} {
		cmd := exec.CommandContext(t.Context(), python, append([]string{"-B", "../docs/ejemplos/verificar.py", "--confianza", "testdata/confianza.json", "--ahora", ahora.Format(time.RFC3339)}, c.args...)...)
		sale, err := cmd.Output()
		if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != c.acaba || string(sale) != c.sale {
			t.Errorf("%v: %s, %v", c.args, sale, err)
		}
	}
}

// TestTheSampleKnowsAKey: of those that are valid, and those that are not.
func TestTheSampleKnowsAKey(t *testing.T) {
	t.Parallel()
	const llaves = `
import json, sys
sys.path.insert(0, "../docs/ejemplos")
from verificar import Key
def works(jwk):
    try:
        return bool(Key(jwk))
    except ValueError:
        return False
print([one["nombre"] for one in json.load(open("testdata/llaves.json")) if works(one["jwk"]) != one["sirve"]])
`
	if said, err := exec.CommandContext(t.Context(), services.Installed(t, "../tools/python.sh"), "-B", "-c", llaves).CombinedOutput(); err != nil || string(said) != "[]\n" {
		t.Errorf("%s, %v", said, err)
	}
}

// mutantes are files that a fixed seed makes of good ones: of their bytes, of their parts, and of what is signed and
// sealed in them.
func mutantes(t *testing.T, n int) (ls []lectura) {
	r := rand.New(rand.NewPCG(45, 1)) //nolint:gosec // the same files each time
	var bases [][]byte
	for _, nombre := range []string{"diploma-2", "diploma", "de-antes-2", "es256", "ps256", "rs256"} {
		bases = append(bases, testdata(t, nombre+verificable.Extension))
	}
	hace := []struct {
		nombre string
		de     func(*rand.Rand, []byte) []byte
	}{
		{"bytes", otrosBytes}, {"parts", otrasPartes}, {"a part", otraParte},
		{"a statement", deNuevo(t, enDeclaracion)}, {"a header", deNuevo(t, enCabeza)}, {"an event", deNuevo(t, enEvento)}, {"a checkpoint", deNuevo(t, enNota)},
	}
	for i := range n {
		h := hace[i%len(hace)]
		base := bases[r.IntN(len(bases))]
		if i%len(hace) > 2 {
			base = bases[r.IntN(2)] // whose issuer signs here
		}
		l := lectura{Confianza: "confianza.json", Ahora: ahora.Format(time.RFC3339), nombre: h.nombre}
		l.Archivo = h.de(r, slices.Clone(base))
		if r.IntN(2) == 0 {
			l.Lista = "lista.jwt"
		}
		ls = append(ls, l)
	}
	for range n / 5 {
		text := otroJSON(r, testdata(t, "confianza-emision-despues.json"))
		ls = append(ls, lectura{Archivo: bases[0], Texto: text, Ahora: ahora.Format(time.RFC3339), nombre: "the trust"})
	}
	return ls
}
