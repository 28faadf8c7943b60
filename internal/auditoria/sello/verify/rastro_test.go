package verify_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

const samples = "../../../../docs/ejemplos"

// proof is what docs/ejemplos/rastro.py is given: a command and its files, the keys last.
type proof struct {
	what    string
	command string
	files   [][]byte
}

// accepted is the word of this package on it.
func (p proof) accepted() bool {
	keys := p.files[len(p.files)-1]
	if p.command == "crecimiento" {
		g, err := verify.ParseGrowth(p.files[1])
		if err != nil {
			return false
		}
		_, err = verify.Files{Checkpoint: g.Checkpoint, Older: p.files[0], Growth: p.files[1], Keys: keys}.Verify()
		return err == nil
	}
	r, err := verify.ParseReceipt(p.files[0])
	if err != nil {
		return false
	}
	_, err = verify.Files{Checkpoint: r.Proof, Event: r.Event, Keys: keys}.Verify()
	return err == nil
}

// receipt is a constancia with its keys beside it.
func receipt(t *testing.T, what string, parts map[string]string, keys []byte) proof {
	t.Helper()
	text, err := json.Marshal(parts)
	if err != nil {
		t.Fatal(err)
	}
	return proof{what, "constancia", [][]byte{text, keys}}
}

func parts(event, proof, keys []byte) map[string]string {
	return map[string]string{"formato": "carpeta.constancia/v1", "evento": string(event), "prueba": string(proof), "llaves": string(keys)}
}

// TestSampleVerifiesWhatThisPackageDoes: of logs of every small size, and of what was changed in them,
// docs/ejemplos/rastro.py accepts what this package accepts.
func TestSampleVerifiesWhatThisPackageDoes(t *testing.T) {
	t.Parallel()
	whole, otherPurposes := purposes(t)
	good := append(smallLogs(t), whole)
	changed := slices.Concat(changedReceipts(t), changedGrowths(t), changedBytes(t), otherPurposes)
	accepts := asked(t, slices.Concat(good, changed))
	for i, p := range good {
		if !p.accepted() || !accepts[i] {
			t.Errorf("%s: the sample says %t, this package %t", p.what, accepts[i], p.accepted())
		}
	}
	for i, p := range changed {
		if p.accepted() || accepts[len(good)+i] {
			t.Errorf("%s: accepted (sample %t, this package %t): %q", p.what, accepts[len(good)+i], p.accepted(), p.files)
		}
	}
}

// purposes are a receipt of an authorisation with what the citizen read, and others with something else.
func purposes(t *testing.T) (whole proof, others []proof) {
	l := &log{t: t, keys: keyring(t, origin)}
	read := sha256.Sum256([]byte("Comprobar sus estudios"))
	e := verify.EventFile{Salt: verify.Salt{1}, Event: fmt.Appendf(nil, `{"tipo":"autorizacion.otorgada","datos":{"finalidadSha256":"%x"}}`, read)}
	c := e.Commitment()
	l.add(c[:])
	keys := l.keys.Public().Format()
	with := func(what string, finalidad ...string) proof {
		p := parts(e.Format(), l.proof(0), keys)
		for _, text := range finalidad {
			p["finalidad"] = text
		}
		return receipt(t, what, p, keys)
	}
	return with("what was read", "Comprobar sus estudios"), []proof{with("another purpose", "Comprobar sus ventas"), with("no purpose", "")}
}

// smallLogs are the proofs of every event of each log of up to 20 entries, and of its growth from each older size.
func smallLogs(t *testing.T) (all []proof) {
	l := &log{t: t, keys: keyring(t, origin)}
	keys := l.keys.Public().Format()
	var kept, events [][]byte
	for size := range int64(21) {
		for i, event := range events {
			all = append(all, receipt(t, fmt.Sprintf("event %d of %d", i, size), parts(event, l.proof(int64(i)), keys), keys))
		}
		kept = append(kept, l.checkpoint())
		for old, checkpoint := range kept {
			all = append(all, proof{fmt.Sprintf("from %d to %d", old, size), "crecimiento", [][]byte{checkpoint, l.growth(int64(old)), keys}})
		}
		e := verify.EventFile{Salt: verify.Salt{byte(size)}, Event: fmt.Appendf(nil, `{"tipo":"documento.visto","n":"%d ñ"}`+"\n\n", size)}
		c := e.Commitment()
		l.add(c[:])
		events = append(events, e.Format())
	}
	return all
}

func changedReceipts(t *testing.T) (all []proof) {
	event, f, later := sample(t)
	foreign, ended := keyring(t, "carpeta.example/operador/foreign").Public(), keyring(t, origin).Public()
	ended[0].Until = begin.Add(time.Hour)
	unborn := keyring(t, origin).Public()
	unborn[0].From = begin.Add(time.Hour + time.Second)
	lines := strings.SplitAfter(string(f.Proof), "\n") // the head, the hashes, an empty line, the checkpoint, an empty line, two signatures
	n := len(lines) - 1
	without := func(i int) string { return strings.Join(slices.Delete(slices.Clone(lines), i, i+1), "") }
	for what, c := range map[string]struct {
		name, text string
		keys       []byte
	}{
		"another form": {"formato", "carpeta.constancia/v2", f.Keys}, "a member more": {"titulo", "Escritura", f.Keys}, "a purpose of nothing": {"finalidad", "Comprobar", f.Keys}, "no event": {"evento", "", f.Keys},
		"another salt":            {"evento", string(verify.EventFile{Salt: verify.Salt{1}, Event: event.Event}.Format()), f.Keys},
		"a hash less":             {"prueba", without(2), f.Keys},
		"a hash more":             {"prueba", strings.Join(slices.Insert(slices.Clone(lines), 2, lines[2]), ""), f.Keys},
		"hashes turned":           {"prueba", strings.Join(slices.Concat(lines[:2], []string{lines[3], lines[2]}, lines[4:]), ""), f.Keys},
		"another index":           {"prueba", strings.Replace(string(f.Proof), "index 5", "index 4", 1), f.Keys},
		"a zero before":           {"prueba", strings.Replace(string(f.Proof), "index 5", "index 05", 1), f.Keys},
		"an index behind the end": {"prueba", strings.Replace(string(f.Proof), "index 5", "index 10", 1), f.Keys},
		"no plain signature":      {"prueba", without(n - 2), f.Keys}, "no signature with a time": {"prueba", without(n - 1), f.Keys},
		"a growth": {"prueba", string(later.Growth), f.Keys}, "base64 with spare bits": {"prueba", spareBits(lines), f.Keys},
		"an index beyond the log, of the same path": {"prueba", strings.Replace(string(f.Proof), "index 5", "index 21", 1), f.Keys},
		"a salt without its zero":                   {"evento", strings.Replace(string(f.Event), salt(32), salt(31), 1), f.Keys},
		"letters behind the signatures":             {"prueba", string(f.Proof) + "x", f.Keys},
		"a hundred signatures of others":            {"prueba", string(f.Proof) + strings.Repeat("— somebody AAAAAAAA\n", 99), f.Keys},
		"keys of another log":                       {"", "", foreign.Format()}, "a key that had ended": {"", "", ended.Format()}, "a key that began later": {"", "", unborn.Format()},
	} {
		p := parts(f.Event, f.Proof, f.Keys)
		if c.name != "" {
			p[c.name] = c.text
		}
		all = append(all, receipt(t, what, p, c.keys))
	}
	return all
}

// salt is that of the sample's event, of which the last bytes are 0: as a key of HMAC it is the same when one is left out.
func salt(size int) string {
	return base64.StdEncoding.EncodeToString(append([]byte{9, 8, 7}, make([]byte, size-3)...))
}

// spareBits changes bits of the last signature that decode to nothing.
func spareBits(lines []string) string {
	last := strings.TrimSuffix(lines[len(lines)-2], "\n")
	trimmed := strings.TrimRight(last, "=")
	if trimmed == last {
		panic("this signature has no spare bits")
	}
	letter := base64Letters[strings.IndexByte(base64Letters, trimmed[len(trimmed)-1])+1]
	return strings.Join(lines[:len(lines)-2], "") + trimmed[:len(trimmed)-1] + string(letter) + last[len(trimmed):] + "\n"
}

const base64Letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

func changedGrowths(t *testing.T) (all []proof) {
	_, f, later := sample(t)
	fork := &log{t: t, keys: keyring(t, origin)}
	for i := range 10 {
		fork.add([]byte{byte(i)})
	}
	other := &log{t: t, keys: keyring(t, origin)}
	other.add([]byte("x"))
	foreign := keyring(t, "carpeta.example/operador/foreign")
	signed, err := verify.Open(f.Checkpoint, keyring(t, origin).Public())
	if err != nil {
		t.Fatal(err)
	}
	renamed := signed.Checkpoint
	renamed.Origin = foreign.Public()[0].Origin
	sign := func(k *sello.Keyring) []byte {
		note, err := k.Sign(renamed, begin.Add(time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		return note
	}
	oneHash := []byte("old 10\n" + base64.StdEncoding.EncodeToString(make([]byte, 32)) + "\n\n" + string(f.Checkpoint))
	for what, files := range map[string][][]byte{
		"from a fork": {fork.checkpoint(), later.Growth}, "from another size": {other.checkpoint(), later.Growth}, "back": {later.Checkpoint, later.Growth},
		"an event's proof": {f.Checkpoint, f.Proof}, "two checkpoints": {f.Checkpoint, later.Checkpoint}, "nothing kept": {nil, later.Growth},
		"a fork of one size": {f.Checkpoint, fork.growth(10)}, "a fork that says it began empty": {f.Checkpoint, fork.growth(0)},
		"a size that is said":     {f.Checkpoint, bytes.Replace(later.Growth, []byte("old 10"), []byte("old 8"), 1)},
		"the tree of another log": {sign(foreign), later.Growth}, "a log that another one signed": {sign(keyring(t, origin)), append([]byte("old 10\n\n"), sign(keyring(t, origin))...)},
		"a hash that nothing needs": {f.Checkpoint, oneHash},
	} {
		all = append(all, proof{what, "crecimiento", append(files, slices.Concat(f.Keys, foreign.Public().Format()))})
	}
	return all
}

// changedBytes are a receipt and a growth with one bit turned in each byte, cut behind it, and with a byte more.
func changedBytes(t *testing.T) (all []proof) {
	_, f, later := sample(t)
	for _, part := range []struct {
		what string
		text []byte
		in   func(what string, text []byte) proof
	}{
		{"evento", f.Event, func(what string, b []byte) proof { return receipt(t, what, parts(b, f.Proof, f.Keys), f.Keys) }},
		{"prueba", f.Proof, func(what string, b []byte) proof { return receipt(t, what, parts(f.Event, b, f.Keys), f.Keys) }},
		{"guardado", f.Checkpoint, func(what string, b []byte) proof {
			return proof{what, "crecimiento", [][]byte{b, later.Growth, f.Keys}}
		}},
		{"crecimiento", later.Growth, func(what string, b []byte) proof {
			return proof{what, "crecimiento", [][]byte{f.Checkpoint, b, f.Keys}}
		}},
	} {
		for i := range part.text {
			b := bytes.Clone(part.text)
			b[i] ^= 1
			all = append(all, part.in(fmt.Sprintf("%s, bit of byte %d", part.what, i), b), part.in(fmt.Sprintf("%s, %d bytes", part.what, i), part.text[:i]))
		}
		all = append(all, part.in(part.what+" and a line", append(bytes.Clone(part.text), '\n')))
	}
	return all
}

// driver asks the functions of the sample, in one process. Any other exception than those of a refusal ends it.
const driver = `
import base64, json, sys, rastro
from cryptography.exceptions import InvalidSignature
for line in sys.stdin:
    command, files = json.loads(line)
    try:
        rastro.__dict__[command](*(base64.b64decode(f or "").decode() for f in files))
        print("accepted")
    except (ValueError, InvalidSignature):
        print("refused")
`

// asked are the sample's answers.
func asked(t *testing.T, proofs []proof) (accepts []bool) {
	t.Helper()
	var in bytes.Buffer
	for _, p := range proofs {
		line, err := json.Marshal([]any{p.command, p.files})
		if err != nil {
			t.Fatal(err)
		}
		in.Write(append(line, '\n'))
	}
	cmd := exec.CommandContext(t.Context(), services.Installed(t, "../../../../tools/python.sh"), "-B", "-c", driver)
	cmd.Env, cmd.Stdin = append(os.Environ(), "PYTHONPATH="+samples), &in
	var told bytes.Buffer
	cmd.Stderr = &told
	out, err := cmd.Output()
	answers := strings.Fields(string(out))
	if err != nil || len(answers) != len(proofs) {
		t.Fatalf("%d answers to %d proofs: %v\n%s", len(answers), len(proofs), err, &told)
	}
	for _, answer := range answers {
		accepts = append(accepts, answer == "accepted")
	}
	return accepts
}
