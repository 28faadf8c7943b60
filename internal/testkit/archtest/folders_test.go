package archtest_test

import (
	"flag"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, `write the lines "Imported by:" and the list in docs/arquitectura.md`)

// A newcomer reads the names in internal/ at one glance.
const entries = 21

func TestInternalIsShort(t *testing.T) {
	found, err := os.ReadDir(filepath.Join(root, "internal"))
	if err != nil {
		t.Fatal(err)
	}
	if len(found) > entries {
		t.Errorf("internal/ has %d entries, at most %d: a new package stands in the folder of its port or kind", len(found), entries)
	}
}

// TestImportedBy keeps the last line of each doc.go: it says what may import the
// package, and follows from the rows.
func TestImportedBy(t *testing.T) {
	for _, name := range documented(t) {
		file := filepath.Join(root, name, "doc.go")
		text, err := os.ReadFile(file)
		if err != nil {
			t.Errorf("%s has no doc.go with the package comment", name)
			continue
		}
		want := withImporters(string(text), importers(t, name))
		if want == string(text) {
			continue
		}
		if *update {
			if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
				t.Error(err)
			}
			continue
		}
		t.Errorf("%s/doc.go: its last line is to be\n\t// Imported by: %s\nrun: go test ./internal/testkit/archtest -update", name, importers(t, name))
	}
}

// documented: the packages that others import, and the folders they stand in.
func documented(t *testing.T) (names []string) {
	t.Helper()
	for name, p := range packages(t) {
		if p.Name != "main" && len(p.GoFiles) > 0 {
			names = append(names, name)
		}
	}
	top, err := os.ReadDir(filepath.Join(root, "internal"))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range top {
		if name := "internal/" + d.Name(); d.IsDir() && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

const importedBy = "// Imported by: "

// withImporters replaces the line before the package clause, or adds it.
func withImporters(text, who string) string {
	comment, code, ok := strings.Cut(text, "\npackage ")
	if !ok {
		return text
	}
	before, last, several := cutLast(comment, "\n")
	if !several || !strings.HasPrefix(last, importedBy) {
		before = comment + "\n//"
	}
	return before + "\n" + importedBy + who + "\npackage " + code
}

func cutLast(s, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// importers says in one line what may import a package, or any package of a
// folder. A folder's name stands for all of its packages.
func importers(t *testing.T, name string) string {
	t.Helper()
	var who []string
	for _, r := range rows {
		if under(r.pkg, name) && packages(t)[name].isFolder() {
			continue // among themselves
		}
		if slices.ContainsFunc(r.may, func(m string) bool { return m == name || packages(t)[name].isFolder() && under(m, name) }) {
			who = append(who, r.pkg)
		}
	}
	switch {
	case under(fault, name):
		return "every package."
	case isTestSupport(name):
		who = append(who, "e2e") // and every other test
	}
	if len(who) == 0 {
		return "nobody."
	}
	return strings.Join(short(t, who), ", ") + "."
}

// short gives importers their everyday names, tests and tools last.
func short(t *testing.T, who []string) (names []string) {
	t.Helper()
	var aside []string
	for _, w := range who {
		switch {
		case under(w, "tools"):
			aside = append(aside, "tools")
		case isTestSupport(w):
			aside = append(aside, "tests")
		case w == "":
			names = append(names, "main")
		default:
			names = append(names, strings.TrimPrefix(wholeFolder(t, w, who), "internal/"))
		}
	}
	slices.Sort(names)
	slices.Sort(aside)
	return append(joined(slices.Compact(names)), slices.Compact(aside)...)
}

// joined writes the packages of one folder that stand side by side as one: cli/{importar,registro}.
func joined(names []string) (all []string) {
	for i := 0; i < len(names); {
		folder, n := path.Dir(names[i]), i+1
		for folder != "." && n < len(names) && path.Dir(names[n]) == folder {
			n++
		}
		if n == i+1 {
			all = append(all, names[i])
		} else {
			var bases []string
			for _, name := range names[i:n] {
				bases = append(bases, path.Base(name))
			}
			all = append(all, folder+"/{"+strings.Join(bases, ",")+"}")
		}
		i = n
	}
	return all
}

// wholeFolder is the folder of an importer if everything in it imports as well.
func wholeFolder(t *testing.T, name string, who []string) string {
	t.Helper()
	folder := filepath.Dir(name)
	if folder == "." || folder == "internal" {
		folder = name
	}
	n := 0
	for other, p := range packages(t) {
		if !under(other, folder) || p.isFolder() || isTestSupport(other) {
			continue
		}
		if n++; !slices.Contains(who, other) {
			return name
		}
	}
	if n < 2 {
		return name
	}
	return folder
}
