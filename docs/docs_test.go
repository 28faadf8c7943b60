// Package docs_test holds the documents to their form, and to the files, tests and
// identifiers that they name.
package docs_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

const (
	maxLine = 120 // characters of a line of prose
	maxCell = 200 // characters of a cell of a table
)

// measured is written by make bench, whose figures are as long as they are.
const measured = "benchmarks.md"

// pages are the documents: those in this folder, and those in the root.
func pages(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, pattern := range []string{"*.md", "adr/*.md", "../*.md"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			raw, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			texts[name] = string(raw)
		}
	}
	return texts
}

// TestLinesAndCells: a line of prose fits a screen, a cell holds one thought.
func TestLinesAndCells(t *testing.T) {
	for name, text := range pages(t) {
		code, made := false, false // made: the list of packages, whose sentences archtest measures
		for i, line := range strings.Split(text, "\n") {
			switch {
			case strings.HasPrefix(strings.TrimSpace(line), "```"):
				code = !code
			case strings.Contains(line, "packages -->"):
				made = !strings.Contains(line, "/")
			case code, made:
			case strings.HasPrefix(line, "|"):
				for _, cell := range strings.Split(line, " | ") {
					if n := utf8.RuneCountInString(strings.Trim(cell, "| ")); n > maxCell && name != measured {
						t.Errorf("%s:%d: a cell of %d characters: %.60s…", name, i+1, n, cell)
					}
				}
			default:
				if n := utf8.RuneCountInString(line); n > maxLine {
					t.Errorf("%s:%d: a line of %d characters", name, i+1, n)
				}
			}
		}
		if code {
			t.Errorf("%s: a block of code has no end", name)
		}
	}
}

var (
	link    = regexp.MustCompile(`(?m)(?:\]\(|^\[\w+\]: )([^)#\s]*)(?:#([^)\s]*))?(?:\)|$)`)
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	noise   = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// TestLinks: every link leads to a file, and to a heading in it.
func TestLinks(t *testing.T) {
	texts := pages(t)
	for name, text := range texts {
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			target, anchor := m[1], m[2]
			if strings.Contains(target, "://") {
				continue
			}
			file := name
			if target != "" {
				file = filepath.Join(filepath.Dir(name), target)
			}
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s links to %s: %v", name, target, err)
				continue
			}
			if anchor != "" && !hasHeading(texts[file], anchor) {
				t.Errorf("%s links to %s#%s: no such heading", name, target, anchor)
			}
		}
	}
}

// hasHeading makes anchors as GitHub does.
func hasHeading(text, anchor string) bool {
	for _, m := range heading.FindAllStringSubmatch(text, -1) {
		if strings.ReplaceAll(noise.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-") == anchor {
			return true
		}
	}
	return false
}

var (
	spanned  = regexp.MustCompile("`([^`\\s]+)`")
	tops     = regexp.MustCompile(`^(internal|e2e|docs|deploy|tools|schema|graph|resolvers|web)/[\w./{},-]*$`)
	testName = regexp.MustCompile(`^(?:\w+\.)?((?:Test|Fuzz|Benchmark)[A-Z]\w*)$`)
	testFunc = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Benchmark)\w*)\(`)
)

// TestNamedFilesAndTests: a file, a folder or a test that a document names exists.
func TestNamedFilesAndTests(t *testing.T) {
	tests := testsOf(t)
	for name, text := range pages(t) {
		for _, m := range spanned.FindAllStringSubmatch(text, -1) {
			if tops.MatchString(m[1]) {
				for _, path := range braces(m[1]) {
					if _, err := os.Stat(filepath.Join("..", path)); err != nil {
						t.Errorf("%s names %s, which does not exist", name, path)
					}
				}
			}
			if f := testName.FindStringSubmatch(m[1]); f != nil && !tests[f[1]] {
				t.Errorf("%s names the test %s, which does not exist", name, f[1])
			}
		}
	}
}

// braces are the paths that a{b,c} stands for.
func braces(path string) []string {
	before, rest, found := strings.Cut(path, "{")
	inside, after, closed := strings.Cut(rest, "}")
	if !found || !closed {
		return []string{path}
	}
	var paths []string
	for _, one := range strings.Split(inside, ",") {
		paths = append(paths, before+one+after)
	}
	return paths
}

// testsOf are the names of all tests of the module.
func testsOf(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "node_modules" || d.Name() == ".git" || d.Name() == "web"):
			return fs.SkipDir
		case strings.HasSuffix(path, "_test.go") || strings.HasPrefix(path, "../internal") && strings.HasSuffix(path, ".go"):
			raw, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for _, m := range testFunc.FindAllStringSubmatch(string(raw), -1) {
				names[m[1]] = true
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// TestNamedIdentifiers: a name with its package, as documento.Fila, stands in that package.
func TestNamedIdentifiers(t *testing.T) {
	sources := sourcesByPackage(t)
	for name, text := range pages(t) {
		for _, m := range spanned.FindAllStringSubmatch(text, -1) {
			parts := qualified.FindStringSubmatch(m[1])
			if parts == nil || sources[parts[1]] == "" {
				continue
			}
			for _, word := range strings.Split(parts[2], ".") {
				if !strings.Contains(sources[parts[1]], word) {
					t.Errorf("%s names %s, and package %s does not have %s", name, m[1], parts[1], word)
				}
			}
		}
	}
}

var qualified = regexp.MustCompile(`^([a-z]\w*)\.([A-Z]\w*(?:\.\w+)?)(?:\(.*\))?$`)

// sourcesByPackage has the Go code of each folder, by the folder's name.
func sourcesByPackage(t *testing.T) map[string]string {
	t.Helper()
	sources := map[string]string{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "node_modules" || d.Name() == ".git" || d.Name() == "dist"):
			return fs.SkipDir
		case strings.HasSuffix(path, ".go"):
			raw, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			sources[filepath.Base(filepath.Dir(path))] += string(raw)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return sources
}

var shownCode = regexp.MustCompile("(?s)<!-- (web/\\S+) -->\n```\\w+\n(.*?)```")

// TestShownCodeIsThatOfItsFile: code under a comment that names a file of web/ is a part of that file, which CI runs.
func TestShownCodeIsThatOfItsFile(t *testing.T) {
	found := 0
	for name, text := range pages(t) {
		for _, shown := range shownCode.FindAllStringSubmatch(text, -1) {
			found++
			if code, err := os.ReadFile("../" + shown[1]); err != nil || !strings.Contains(string(code), shown[2]) {
				t.Errorf("%s does not show a part of %s as it is (%v)", name, shown[1], err)
			}
		}
	}
	if found == 0 {
		t.Error("no page shows code of web/: this test looks for nothing")
	}
}
