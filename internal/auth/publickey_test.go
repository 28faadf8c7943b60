package auth_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
)

// TestAKeyIsAKey runs on the vectors that the browser runs on too. What is no point is refused in a set too: a good key
// beside it does not hide it.
func TestAKeyIsAKey(t *testing.T) {
	var vectors []struct {
		Nombre string
		JWK    json.RawMessage
		Sirve  bool
	}
	text, err := os.ReadFile("../../verificable/testdata/llaves.json")
	if err == nil {
		err = json.Unmarshal(text, &vectors)
	}
	if err != nil {
		t.Fatal(err)
	}
	good := newEd25519(t)
	for _, v := range vectors {
		k, err := auth.ParsePublicKey(v.JWK)
		if (err == nil) != v.Sirve || err == nil && k.Huella() == "" {
			t.Errorf("%s: %v", v.Nombre, err)
		}
		if strings.HasPrefix(v.Nombre, "RSA") { // a short one is passed over in a set
			continue
		}
		keys, err := auth.ParseKeySet(fmt.Appendf(nil, `{"keys":[%s,%s]}`, good.text, v.JWK))
		if v.Sirve && len(keys) != 2 || !v.Sirve && (err == nil || !strings.Contains(err.Error(), `"k"`)) {
			t.Errorf("%s, in a set: %d keys, %v", v.Nombre, len(keys), err)
		}
	}
}

// TestWhatIsNoKeyAtAnAddressIsPassedOver: the keys beside it serve.
func TestWhatIsNoKeyAtAnAddressIsPassedOver(t *testing.T) {
	good := newEd25519(t)
	keys := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = fmt.Fprintf(w, `{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"bad","x":"AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"},%s]}`, good.text)
	}))
	t.Cleanup(keys.Close)
	published := auth.NewPublished(auth.RemoteConfig{}, auth.Internal{Hosts: []string{"127.0.0.1"}})
	got, err := published.Llaves(t.Context(), keys.URL, "k1")
	if err != nil || len(got) != 1 || got[0].ID != "k1" {
		t.Errorf("%v, %v", got, err)
	}
}
