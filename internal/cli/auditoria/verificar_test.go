package auditoria_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
	"github.com/carpeta-ciudadana/servidor/internal/cli/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/config"
)

// files writes what a person holds of a log of one event.
func files(t *testing.T) config.Verificar {
	t.Helper()
	begin := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	keys, err := sello.NewKeyring("carpeta.example/operador/op-1", sello.SecretKey{Seed: bytes.Repeat([]byte{1}, 32), From: begin})
	if err != nil {
		t.Fatal(err)
	}
	event := verify.EventFile{Salt: verify.Salt{4}, Event: []byte(`{"tipo":"documento.eliminado"}`)}
	commitment := event.Commitment()
	signed, err := keys.Sign(verify.Checkpoint{Origin: "carpeta.example/operador/op-1", Size: 1, Root: tlog.RecordHash(commitment[:])}, begin)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	return config.Verificar{
		Checkpoint: write("checkpoint", signed), Evento: write("evento", event.Format()),
		Prueba: write("prueba", verify.Proof{Checkpoint: signed}.Format()), Llaves: write("llaves.txt", keys.Public().Format()),
	}
}

func TestVerificar(t *testing.T) {
	all := files(t)
	receipt := config.Verificar{Checkpoint: all.Prueba, Evento: all.Evento, Llaves: all.Llaves}
	alone := config.Verificar{Checkpoint: all.Checkpoint, Llaves: all.Llaves}
	for what, c := range map[string]struct {
		files config.Verificar
		says  string
	}{"all": {all, `"index":0`}, "receipt": {receipt, `"index":0`}, "checkpoint": {alone, `"entries":1,"signed":"2026-01-01T00:00:00Z"`}} {
		var out strings.Builder
		if err := auditoria.Verificar(c.files, &out); err != nil || !strings.Contains(out.String(), c.says) {
			t.Errorf("%s: %s (%v)", what, &out, err)
		}
	}
}

func TestVerificarRefuses(t *testing.T) {
	all := files(t)
	for what, harm := range map[string]func([]byte) []byte{
		"one byte":  func(b []byte) []byte { b[len(b)-2] ^= 1; return b },
		"cut":       func(b []byte) []byte { return b[:len(b)-1] },
		"empty":     func([]byte) []byte { return nil },
		"very long": func(b []byte) []byte { return append(b, make([]byte, 1<<17)...) },
	} {
		for _, name := range []string{all.Checkpoint, all.Evento, all.Prueba} {
			whole, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			_ = os.WriteFile(name, harm(bytes.Clone(whole)), 0o600)
			var out strings.Builder
			if err := auditoria.Verificar(all, &out); err == nil || out.Len() > 0 {
				t.Errorf("%s of %s: accepted: %s", what, filepath.Base(name), &out)
			}
			_ = os.WriteFile(name, whole, 0o600)
		}
	}
	gone := all
	gone.Llaves += ".gone"
	if err := auditoria.Verificar(gone, &strings.Builder{}); err == nil || !strings.Contains(err.Error(), ".gone") {
		t.Errorf("without keys: %v", err)
	}
}

// A receipt is one file: every byte of its event and its proof counts, and the output says what was recorded
// and whose word the keys are.
func TestVerificarAReceipt(t *testing.T) {
	all := files(t)
	parts := map[string]string{"formato": "carpeta.constancia/v1"}
	for name, file := range map[string]string{"evento": all.Evento, "prueba": all.Prueba, "llaves": all.Llaves} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		parts[name] = string(text)
	}
	file := filepath.Join(t.TempDir(), "constancia.json")
	verifies := func(change func(parts map[string]string), more config.Verificar) (string, error) {
		t.Helper()
		changed := maps.Clone(parts)
		change(changed)
		text, err := json.MarshalIndent(changed, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		more.Constancia = file
		var out strings.Builder
		err = auditoria.Verificar(more, &out)
		return out.String(), err
	}
	same := func(map[string]string) {}

	out, err := verifies(same, config.Verificar{})
	if err != nil || !strings.Contains(out, `"index":0,"evento":{"tipo":"documento.eliminado"},"llavesDe":"constancia"`) {
		t.Errorf("a receipt: %s (%v)", out, err)
	}
	if out, err := verifies(same, config.Verificar{Llaves: all.Llaves}); err != nil || strings.Contains(out, "llavesDe") {
		t.Errorf("with keys of somebody else: %s (%v)", out, err)
	}

	changes := map[string]func(parts map[string]string){
		"another format": func(p map[string]string) { p["formato"] = "carpeta.constancia/v2" },
		"no keys":        func(p map[string]string) { delete(p, "llaves") },
		"a title":        func(p map[string]string) { p["titulo"] = "Escritura" },
	}
	for _, name := range []string{"evento", "prueba"} {
		for i := range parts[name] {
			changes[fmt.Sprintf("byte %d of %s", i, name)] = func(p map[string]string) { p[name] = flip(p[name], i) }
		}
	}
	key, _, _ := strings.Cut(parts["llaves"], " ") // what is after it says when it signed
	for i := range key {
		changes[fmt.Sprintf("byte %d of llaves", i)] = func(p map[string]string) { p["llaves"] = flip(p["llaves"], i) }
	}
	for what, change := range changes {
		if out, err := verifies(change, config.Verificar{}); err == nil || !strings.HasPrefix(err.Error(), "refused: ") || out != "" {
			t.Errorf("%s: %s (%v)", what, out, err)
		}
	}
	if _, err := verifies(same, config.Verificar{Evento: all.Evento}); err == nil || !strings.Contains(err.Error(), "--evento") {
		t.Errorf("two events: %v", err)
	}
}

// flip changes one bit.
func flip(text string, i int) string {
	b := []byte(text)
	b[i] ^= 1
	return string(b)
}

// A copy of the log's folder is read as a whole: a tile that is cut, changed, lost or another log's is
// refused, with its path.
func TestVerificarAWholeLog(t *testing.T) {
	all := files(t)
	event := verify.EventFile{Salt: verify.Salt{4}, Event: []byte(`{"tipo":"documento.eliminado"}`)}
	commitment := event.Commitment()
	dir := t.TempDir()
	hash := tlog.RecordHash(commitment[:])
	for path, data := range map[string][]byte{"tile/entries/000.p/1": verify.AppendEntry(nil, commitment[:]), "tile/0/000.p/1": hash[:]} {
		path = filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	all.Registro = dir
	var out strings.Builder
	if err := auditoria.Verificar(all, &out); err != nil || !strings.Contains(out.String(), `"registroEntero":true`) {
		t.Fatalf("%s (%v)", &out, err)
	}
	for what, harm := range map[string]func([]byte) []byte{
		"a bit": func(b []byte) []byte { b[3] ^= 1; return b }, "cut": func(b []byte) []byte { return b[:len(b)-1] },
		"empty": func([]byte) []byte { return nil }, "foreign": func(b []byte) []byte { return append(b[:len(b)-32], make([]byte, 32)...) },
	} {
		for _, path := range []string{"tile/entries/000.p/1", "tile/0/000.p/1"} {
			name := filepath.Join(dir, path)
			whole, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			_ = os.WriteFile(name, harm(bytes.Clone(whole)), 0o600)
			if err := auditoria.Verificar(all, &strings.Builder{}); err == nil || !strings.HasPrefix(err.Error(), "refused: ") {
				t.Errorf("%s, %s: %v", path, what, err)
			}
			_ = os.WriteFile(name, whole, 0o600)
		}
	}
	all.Registro = t.TempDir()
	if err := auditoria.Verificar(all, &strings.Builder{}); err == nil || !strings.Contains(err.Error(), "tile/entries/000.p/1") {
		t.Errorf("an empty folder: %v", err)
	}
}
