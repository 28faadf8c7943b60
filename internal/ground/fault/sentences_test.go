package fault_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// TestEachSentenceIsSaidInEnglish: beside the sentence of each code there are those that say more: of one field, of one
// limit. Their English is found by the Spanish.
func TestEachSentenceIsSaidInEnglish(t *testing.T) {
	const root, file = "../../../", "sentences.json"
	english := translations(t)
	search := newSearch(t, root+"internal", root+"resolvers")
	said := search.sentences()
	for _, place := range search.unread {
		t.Errorf("%s: a sentence for people has to be written where it is said", place)
	}
	if len(said) < 150 {
		t.Fatalf("found %d sentences: the search for them is broken", len(said))
	}
	for es, where := range said {
		if translated := english[es]; translated == "" && !ofACode(es) {
			t.Errorf("%s lacks %q, which %s says", file, es, where)
		} else if diff := cmp.Diff(verbs(es), verbs(translated)); translated != "" && diff != "" {
			t.Errorf("%s says %q with other values (-Spanish +English):\n%s", file, es, diff)
		}
	}
	for es := range english {
		if said[es] == "" || ofACode(es) {
			t.Errorf("%s has %q, which nobody says, or which the table of codes has", file, es)
		}
	}
}

func translations(t *testing.T) (english map[string]string) {
	t.Helper()
	raw, err := os.ReadFile("sentences.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &english); err != nil {
		t.Fatal(err)
	}
	return english
}

// TestNoSentenceIsTakenForAnother: one with few words and a value is like many others.
func TestNoSentenceIsTakenForAnother(t *testing.T) {
	ctx := fault.WithLanguage(t.Context(), []string{"en"})
	values := strings.NewReplacer("%d", "12", "%s", "a: b, 2.", "%q", `"c de d"`)
	for es, en := range translations(t) {
		if got, want := fault.Say(ctx, values.Replace(es)), values.Replace(en); got != want {
			t.Errorf("%q in English: %q, want %q", es, got, want)
		}
	}
}

func ofACode(sentence string) bool {
	for _, info := range fault.Table {
		if info.Mensaje == sentence {
			return true
		}
	}
	return false
}

// TestASentenceOfTheProgramIsFound: each form in which the code says one, so that the test above cannot pass for seeing nothing.
func TestASentenceOfTheProgramIsFound(t *testing.T) {
	dir := t.TempDir()
	const code = `package p
const named = "Con nombre."
func f() error {
	_ = fault.New(fault.Unavailable, "No.").WithRecuperacion("Tampoco.")
	_ = fault.Plain(fault.NotFound).WithRecuperacion(named)
	mal := fault.New(fault.BadUserInput, "Una.").WithCampo("a", "Otra.").WithCampo("b", fmt.Sprintf("De 1 a %d.", 2)).WithRecuperacion("Haga esto.")
	bad(1, "Por otra función, %d.", 2)
	f.twice("Por dos.")
	return errors.Join(mal, fault.Newf(fault.Conflict, "Van %d de %s.", 1, "x"), fault.New(fault.NotFound, "Falta "+what+"."), fault.Say(ctx, "Dicha."))
}
func (x) twice(s string) { bad(2, s) }
func bad(n int, format string, args ...any) error { return fault.Newf(fault.NotFound, format, args...) }
func unread() error { return fault.New(fault.NotFound, text()) }`
	if err := os.WriteFile(filepath.Join(dir, "p.go"), []byte(code), 0o600); err != nil {
		t.Fatal(err)
	}
	search := newSearch(t, dir)
	var found []string
	for es := range search.sentences() {
		found = append(found, es)
	}
	slices.Sort(found)
	want := []string{
		"Con nombre.", "De 1 a %d.", "Dicha.", "Falta %s.", "Haga esto.", "No.", "Otra.", "Por dos.", "Por otra función, %d.", "Tampoco.", "Una.", "Van %d de %s.",
	}
	if diff := cmp.Diff(want, found); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(search.unread) != 1 {
		t.Errorf("one sentence cannot be read, and the search names %v", search.unread)
	}
}

var verb = regexp.MustCompile(`%[dqs]`)

func verbs(sentence string) []string { return verb.FindAllString(sentence, -1) }

// search finds the sentences that programs say to people.
type search struct {
	places *token.FileSet
	files  []*ast.File
	says   map[string]int // which argument of a function is a sentence, by the names of the package and of the function
	found  map[string]string
	unread []string // places of sentences that are made elsewhere
}

// newSearch reads the programs below some folders: no tests, and nothing that only tests use.
func newSearch(t *testing.T, dirs ...string) *search {
	t.Helper()
	s := &search{places: token.NewFileSet(), says: map[string]int{"fault.New": 1, "fault.Newf": 1, "fault.Say": 1}, found: map[string]string{}}
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
			switch name := entry.Name(); {
			case err != nil:
				return err
			case entry.IsDir() && (name == "testkit" || strings.HasSuffix(name, "test") || path == filepath.Join(dir, "ground", "fault")):
				return fs.SkipDir
			case entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
				return nil
			}
			f, err := parser.ParseFile(s.places, path, nil, parser.SkipObjectResolution)
			s.files = append(s.files, f)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// sentences have a place each. A function that hands its parameter on says what it is given, and so on.
func (s *search) sentences() map[string]string {
	for known := 0; known < len(s.says); {
		known = len(s.says)
		clear(s.found)
		s.unread = nil
		for _, f := range s.files {
			for _, d := range f.Decls {
				s.readDecl(f, d)
			}
		}
	}
	return s.found
}

func (s *search) readDecl(f *ast.File, d ast.Decl) {
	fn, _ := d.(*ast.FuncDecl)
	ast.Inspect(d, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		text := s.sentenceOf(f, call)
		if text == nil {
			return true
		}
		es, known := s.template(text, f.Name.Name)
		if known && es != "" {
			s.found[es] = fmt.Sprint(s.places.Position(call.Pos()))
		} else if i := parameter(fn, text); i >= 0 && !known {
			s.says[f.Name.Name+"."+fn.Name.Name] = i
		} else if !known {
			s.unread = append(s.unread, fmt.Sprint(s.places.Position(call.Pos())))
		}
		return true
	})
}

// sentenceOf is what a call says to people; nil if it says nothing.
func (s *search) sentenceOf(f *ast.File, call *ast.CallExpr) ast.Expr {
	var names []string
	switch fun := call.Fun.(type) {
	case *ast.Ident:
		names = []string{f.Name.Name + "." + fun.Name}
	case *ast.SelectorExpr:
		switch fun.Sel.Name {
		case "WithCampo":
			return call.Args[1]
		case "WithRecuperacion":
			return call.Args[0]
		}
		names = []string{f.Name.Name + "." + fun.Sel.Name}
		if of, ok := fun.X.(*ast.Ident); ok {
			names = append(names, of.Name+"."+fun.Sel.Name)
		}
	}
	for _, name := range names {
		if i, says := s.says[name]; says && i < len(call.Args) {
			return call.Args[i]
		}
	}
	return nil
}

// parameter is the place of a name among the parameters of a function; -1 if it is none.
func parameter(fn *ast.FuncDecl, text ast.Expr) int {
	name, ok := text.(*ast.Ident)
	if !ok || fn == nil {
		return -1
	}
	i := 0
	for _, field := range fn.Type.Params.List {
		for _, p := range field.Names {
			if p.Name == name.Name {
				return i
			}
			i++
		}
	}
	return -1
}

// template is a sentence with a verb of fmt for each of its values.
func (s *search) template(text ast.Expr, pkg string) (string, bool) {
	switch e := text.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil
	case *ast.BinaryExpr:
		left, l := s.template(e.X, pkg)
		right, r := s.template(e.Y, pkg)
		return valued(left, l) + valued(right, r), l || r
	case *ast.Ident:
		return s.constantOf(e.Name, pkg)
	case *ast.CallExpr:
		if fun, ok := e.Fun.(*ast.SelectorExpr); ok && fun.Sel.Name == "Sprintf" {
			return s.template(e.Args[0], pkg)
		}
	}
	return "", false
}

func valued(part string, known bool) string {
	if known {
		return part
	}
	return "%s"
}

func (s *search) constantOf(name, pkg string) (string, bool) {
	for _, f := range s.files {
		if f.Name.Name != pkg {
			continue
		}
		for _, d := range f.Decls {
			if group, ok := d.(*ast.GenDecl); ok && group.Tok == token.CONST {
				for _, spec := range group.Specs {
					if v := spec.(*ast.ValueSpec); v.Names[0].Name == name && len(v.Values) > 0 {
						return s.template(v.Values[0], pkg)
					}
				}
			}
		}
	}
	return "", false
}
