package admission_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/server/admission"
)

func TestManifestsThatAreNone(t *testing.T) {
	for name, text := range map[string]string{
		"empty": "", "no JSON": "{", "list": "[]", "nothing in it": "{}", "numbers": `{"a":1}`,
		"another format": `{"format":"otro","version":1,"operations":[]}`, "no text": `{"a":""}`,
		"a later version": `{"format":"apollo-persisted-query-manifest","version":2,"operations":[{"id":"a","body":"{ a }"}]}`,
	} {
		file := filepath.Join(t.TempDir(), "manifest.json")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := admission.LoadManifest(file); err == nil || !strings.Contains(err.Error(), file) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
