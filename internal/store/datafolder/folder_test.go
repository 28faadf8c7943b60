package datafolder_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/store/datafolder"
)

// TestContentWithoutADatabase: a server that started there would show every citizen an empty folder. Folders in which
// nothing lies are those of a first start that was interrupted, and start.
func TestContentWithoutADatabase(t *testing.T) {
	empty, some := []byte{}, []byte("x")
	cases := map[string]struct {
		db     []byte // nil: there is none
		folder string
		file   string // "": the folder is empty
		ok     bool
	}{
		"nothing at all":                  {nil, "", "", true},
		"a first start, interrupted":      {empty, "objetos/vigentes/ab", "", true},
		"an upload that was cut":          {nil, "objetos/parciales", "1", true},
		"keys, of a command before it":    {nil, "", datafolder.CursorKey, true},
		"everything":                      {some, "objetos/vigentes/ab/c", "d", true},
		"files without a database":        {nil, "objetos/vigentes/ab/c", "d", false},
		"files beside an empty one":       {empty, "objetos/vigentes/ab/c", "d", false},
		"sealed logs without one":         {nil, "sellos/vigentes/op", "checkpoint", false},
		"sealed logs beside an empty one": {empty, "sellos/vigentes/op", "checkpoint", false},
		"an archive without one":          {nil, "auditoria/vigentes", "x.gz", false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			write := func(name string, data []byte) {
				if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.MkdirAll(filepath.Join(dir, c.folder), 0o700); err != nil {
				t.Fatal(err)
			}
			if c.db != nil {
				write(boltstore.FileName, c.db)
			}
			if c.file != "" {
				write(filepath.Join(c.folder, c.file), some)
			}
			err := datafolder.Usable(dir)
			if c.ok != (err == nil) {
				t.Fatal(err)
			}
			if err == nil {
				return
			}
			for _, says := range []string{dir, "carpeta respaldo restaurar", "new installation"} {
				if !strings.Contains(err.Error(), says) {
					t.Errorf("%v: it does not say %q", err, says)
				}
			}
		})
	}
}
