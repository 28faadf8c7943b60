package sellado

import (
	"bytes"
	"crypto/ed25519"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
)

var witnessKey = verify.FormatKey("testigo.example", verify.KindStamped, ed25519.NewKeyFromSeed(bytes.Repeat([]byte{8}, 32)).Public().(ed25519.PublicKey))

// witnessFile names a witness at this address.
func witnessFile(t *testing.T, lines ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "testigos")
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// A witness is asked as C2SP tlog-witness says, and each of its answers means one thing.
func TestAWitnessIsAsked(t *testing.T) {
	var answer func(w http.ResponseWriter)
	var asked string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		asked = r.Method + " " + r.URL.Path + " " + string(body)
		answer(w)
	}))
	defer server.Close()
	all, err := LeerTestigos(witnessFile(t, "# who watches", "", witnessKey+" "+server.URL+"/bajo/"))
	if err != nil || len(all) != 1 || all[0].Testigo().Name != "testigo.example" {
		t.Fatalf("%v %v", all, err)
	}
	size := func(status int, kind, text string) func(http.ResponseWriter) {
		return func(w http.ResponseWriter) {
			w.Header().Set("Content-Type", kind)
			w.WriteHeader(status)
			_, _ = io.WriteString(w, text)
		}
	}
	for _, c := range []struct {
		answer func(http.ResponseWriter)
		want   string // lines, or an error
	}{
		{size(200, "text/plain", "— testigo.example abc\n"), "— testigo.example abc\n"},
		{size(409, "text/x.tlog.size", "17\n"), "the witness knows the log with 17 entries"},
		{size(409, "text/x.tlog.size", "-1\n"), "it answers with a size that is no number"},
		{size(409, "text/plain", "17\n"), "it answers 409 Conflict"},
		{size(403, "text/plain", ""), "it answers 403 Forbidden"},
		{size(422, "text/plain", ""), "it answers 422 Unprocessable Entity"},
		{func(w http.ResponseWriter) { w.Header().Set("Location", "/otro"); w.WriteHeader(http.StatusFound) }, "a witness does not send elsewhere"},
	} {
		answer = c.answer
		got, err := all[0].Preguntar(t.Context(), []byte("old 0\n\nx\n"))
		if text := fmt.Sprint(string(got), err); !strings.Contains(text, c.want) {
			t.Errorf("%q, want %q", text, c.want)
		}
		if asked != "POST /bajo/add-checkpoint old 0\n\nx\n" {
			t.Errorf("asked: %q", asked)
		}
		var knows Conoce
		if errors.As(err, &knows) != strings.Contains(c.want, "knows") {
			t.Errorf("%q: %v", c.want, err)
		}
	}
	answer = func(w http.ResponseWriter) { _, _ = w.Write(make([]byte, 1<<20)) }
	if got, err := all[0].Preguntar(t.Context(), nil); err != nil || len(got) > maxWitnessSaid {
		t.Errorf("%d bytes are kept of a long answer (%v)", len(got), err)
	}
}

func TestWitnessesAreRefused(t *testing.T) {
	for what, path := range map[string]string{
		"is not the address":   witnessFile(t, witnessKey+" testigo.example"),
		"want name+number":     witnessFile(t, "x https://testigo.example"),
		"is there twice":       witnessFile(t, witnessKey+" https://a", witnessKey+" https://b"),
		"witnesses: none":      witnessFile(t, "# nobody"),
		"no such file":         filepath.Join(t.TempDir(), "none"),
		"not an Ed25519 key":   witnessFile(t, strings.Replace(witnessKey, "+B", "+C", 1)+" https://a"),
		"its number is not":    witnessFile(t, strings.Replace(witnessKey, "testigo.example+", "otro.example+", 1)+" https://a"),
		"witnesses: more than": witnessFile(t, manyWitnesses()...),
	} {
		if _, err := LeerTestigos(path); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if all, err := LeerTestigos(""); err != nil || all != nil {
		t.Errorf("no file: %v %v", all, err)
	}
}

func manyWitnesses() (lines []string) {
	for i := range 17 {
		public := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{byte(i)}, 32)).Public().(ed25519.PublicKey)
		lines = append(lines, verify.FormatKey(fmt.Sprint("testigo-", i), verify.KindStamped, public)+" https://a")
	}
	return lines
}
