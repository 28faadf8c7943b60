package e2e_test

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// outsider is a witness as C2SP tlog-witness has it: it signs what grows from the log that it knows.
type outsider struct {
	secret ed25519.PrivateKey

	mu    sync.Mutex
	keys  verify.Keys
	known verify.Checkpoint
}

const outsiderName = "testigo.example"

func (o *outsider) key() string {
	return verify.FormatKey(outsiderName, verify.KindStamped, o.secret.Public().(ed25519.PublicKey))
}

// ServeHTTP is add-checkpoint.
func (o *outsider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	o.mu.Lock()
	defer o.mu.Unlock()
	body, _ := io.ReadAll(r.Body)
	g, err := verify.ParseGrowth(body)
	if err != nil || r.URL.Path != "/add-checkpoint" {
		http.Error(w, "", http.StatusBadRequest)
		return
	}
	signed, err := verify.Open(g.Checkpoint, o.keys)
	switch {
	case err != nil:
		http.Error(w, "", http.StatusForbidden)
		return
	case g.Old != o.known.Size:
		w.Header().Set("Content-Type", "text/x.tlog.size")
		w.WriteHeader(http.StatusConflict)
		_, _ = fmt.Fprintf(w, "%d\n", o.known.Size)
		return
	case o.known.Size > 0 && verify.Consistency(o.known, signed.Checkpoint, g.Hashes) != nil:
		http.Error(w, "", http.StatusUnprocessableEntity)
		return
	}
	o.known = signed.Checkpoint
	now := time.Now()
	raw := binary.BigEndian.AppendUint32(nil, verify.KeyID(outsiderName, verify.KindStamped, o.secret.Public().(ed25519.PublicKey)))
	raw = binary.BigEndian.AppendUint64(raw, uint64(now.Unix()))
	raw = append(raw, ed25519.Sign(o.secret, verify.StampedText(now, []byte(signed.Text())))...)
	_, _ = fmt.Fprintf(w, "— %s %s\n", outsiderName, base64.StdEncoding.EncodeToString(raw))
}

// The small log is watched by somebody else, also after a restart that has forgotten what the witness
// knows; whoever demands the witness's signature finds it on the public checkpoint.
func TestTheSmallLogIsWitnessed(t *testing.T) {
	_, secret, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	witness := &outsider{secret: secret}
	address := httptest.NewServer(witness)
	defer address.Close()
	file := filepath.Join(t.TempDir(), "testigos")
	if err := os.WriteFile(file, []byte(witness.key()+" "+address.URL+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	house := serverkit.NewHouse(t, serverkit.Embedded).With("CARPETA_SELLO_PERIODO=10s", "CARPETA_SELLO_TESTIGOS="+file)
	house.Seed(t, "--carpetas", "1", "--documentos", "1")
	verified := verifier(t, house)
	for round := range 2 {
		s := house.Start(t)
		keys := public(t, s.URL+"/.well-known/carpeta-sello/llaves.txt")
		witness.mu.Lock()
		if witness.keys, err = verify.ParseKeys([]byte(keys)); err != nil {
			t.Fatal(err)
		}
		before := witness.known.Size
		witness.mu.Unlock()
		var checkpoint string
		serverkit.WaitFor(t, soon, "a witnessed checkpoint", func() bool {
			checkpoint = public(t, s.URL+"/.well-known/carpeta-sello/checkpoint")
			return strings.Contains(checkpoint, "— "+outsiderName+" ") && entriesIn(t, checkpoint) > before
		})
		if r := verified("checkpoint", checkpoint, "llaves", keys, "testigos", witness.key()); r.Code != 0 || !strings.Contains(r.Out, `"testigos":["testigo.example"]`) {
			t.Errorf("round %d: %+v", round, r)
		}
		if r := verified("checkpoint", checkpoint[:strings.Index(checkpoint, "— "+outsiderName)], "llaves", keys, "testigos", witness.key()); r.Code != 1 || !strings.Contains(r.Err, "0 of the witnesses signed it, want 1") {
			t.Errorf("round %d, without its line: %+v", round, r)
		}
		s.Stop(t)
	}
}

// public is what an address gives to anybody; empty while there is nothing.
func public(t *testing.T, url string) string {
	t.Helper()
	r, err := http.Get(url) //nolint:gosec,noctx // of this test's server
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	if r.StatusCode != http.StatusOK {
		return ""
	}
	return string(text)
}
