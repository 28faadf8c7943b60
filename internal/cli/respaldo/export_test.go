package respaldo

import (
	"errors"
	"path"
	"testing"
)

// LoseSums takes the SHA-256 of all pieces out of the list of a backup, as some lists of 0.1.0 lack a few.
func LoseSums(t *testing.T, vault, id string) {
	t.Helper()
	v, err := openVault(vault)
	if err != nil {
		t.Fatal(err)
	}
	es, err := v.list(id)
	if err != nil {
		t.Fatal(err)
	}
	for n := range es[:len(es)-1] {
		es[n].sum = ""
	}
	if err := errors.Join(v.write(path.Join(dirBackups, id+listSuffix), formatList(es)), v.close()); err != nil {
		t.Fatal(err)
	}
}

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
