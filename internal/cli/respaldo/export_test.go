package respaldo

import (
	"errors"
	"path"
	"testing"
)

// Rewrite replaces the manifest of a backup that is not encrypted, and its line in the list.
func Rewrite(t *testing.T, vault, id string, text []byte) {
	t.Helper()
	v, err := openVault(vault)
	if err != nil {
		t.Fatal(err)
	}
	es, err := v.list(id)
	if err != nil {
		t.Fatal(err)
	}
	es[len(es)-1].sum = hexSum(text)
	name := path.Join(dirBackups, id)
	if err := errors.Join(v.write(name+plain, text), v.write(name+listSuffix, formatList(es)), v.close()); err != nil {
		t.Fatal(err)
	}
}
