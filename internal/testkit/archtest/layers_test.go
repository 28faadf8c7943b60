package archtest_test

import (
	"slices"
	"strings"
	"testing"
)

func TestEveryPackageHasARow(t *testing.T) {
	for name, p := range packages(t) {
		if rowOf(name) < 0 && !p.isFolder() {
			t.Errorf("%q has no row: say in rows_test.go what it may import and why, above the packages that import it", name)
		}
	}
	for _, r := range rows {
		if _, ok := packages(t)[r.pkg]; !ok {
			t.Errorf("%q: the row names a package that does not exist", r.pkg)
		}
		if r.why == "" {
			t.Errorf("%q: the row gives no reason", r.pkg)
		}
	}
}

func TestLayers(t *testing.T) {
	for _, r := range rows {
		used := map[string]bool{}
		for _, imp := range packages(t)[r.pkg].Imports {
			switch {
			case isStandard(imp) || imp == module+"/"+fault:
				continue
			case isInside(imp):
				used[inside(imp)] = true
				if !slices.Contains(r.may, inside(imp)) {
					t.Errorf("%s imports %s: %s", r.pkg, inside(imp), r.why)
				}
			default:
				i := slices.IndexFunc(r.sdk, func(s string) bool { return matches(s, imp) })
				if i < 0 {
					t.Errorf("%s imports %s: %s", r.pkg, imp, r.why)
					continue
				}
				used[r.sdk[i]] = true
			}
		}
		for _, m := range append(slices.Clone(r.may), r.sdk...) {
			if !used[m] {
				t.Errorf("%s no longer imports %s: take it out of its row", r.pkg, m)
			}
		}
	}
}

// TestNoArrowUpwards reads the table as levels: the ground is first.
func TestNoArrowUpwards(t *testing.T) {
	for level, r := range rows {
		for _, imp := range packages(t)[r.pkg].Imports {
			if isInside(imp) && rowOf(inside(imp)) > level {
				t.Errorf("%s imports %s, which stands on a higher level in rows_test.go", r.pkg, inside(imp))
			}
		}
	}
}

func rowOf(name string) int {
	return slices.IndexFunc(rows, func(r row) bool { return r.pkg == name })
}

// matches: a pattern that ends in … means everything that begins so.
func matches(pattern, path string) bool {
	prefix, all := strings.CutSuffix(pattern, "…")
	return path == pattern || all && strings.HasPrefix(path, prefix)
}
