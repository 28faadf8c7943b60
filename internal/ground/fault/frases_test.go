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
)

// spoken are the packages whose failures the citizen's application shows to people.
var spoken = []string{"internal/carpeta", "internal/documento", "internal/eliminacion", "internal/operacion", "resolvers"}

// pageSays: for these codes the page has a sentence of its own in each language, whatever the server says.
var pageSays = []string{"RateLimited", "Unavailable"}

// TestTheApplicationSaysEachSentenceInEnglish: beside the sentence of each code there are those that say more: of one
// field, of one limit. The page finds their English by the Spanish one.
func TestTheApplicationSaysEachSentenceInEnglish(t *testing.T) {
	const root, file = "../../../", "web/app/src/shared/i18n/frases.json"
	raw, err := os.ReadFile(root + file)
	if err != nil {
		t.Fatal(err)
	}
	var english map[string]string
	if err := json.Unmarshal(raw, &english); err != nil {
		t.Fatal(err)
	}
	said := map[string]string{}
	for _, dir := range spoken {
		sentencesBelow(t, root+dir, said)
	}
	if len(said) < 50 {
		t.Fatalf("found %d sentences: the search for them is broken", len(said))
	}
	for es, where := range said {
		if translated := english[es]; translated == "" {
			t.Errorf("%s lacks %q, which %s says", file, es, where)
		} else if diff := cmp.Diff(verbs(es), verbs(translated)); diff != "" {
			t.Errorf("%s says %q with other values (-Spanish +English):\n%s", file, es, diff)
		}
	}
	for es := range english {
		if said[es] == "" {
			t.Errorf("%s has %q, which nobody says", file, es)
		}
	}
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
	return errors.Join(mal, fault.Newf(fault.Conflict, "Van %d de %s.", 1, "x"), fault.New(fault.NotFound, "Falta "+what+"."))
}`
	if err := os.WriteFile(filepath.Join(dir, "p.go"), []byte(code), 0o600); err != nil {
		t.Fatal(err)
	}
	said := map[string]string{}
	sentencesBelow(t, dir, said)
	var found []string
	for es := range said {
		found = append(found, es)
	}
	slices.Sort(found)
	want := []string{"Con nombre.", "De 1 a %d.", "Falta %s.", "Haga esto.", "Otra.", "Una.", "Van %d de %s."}
	if diff := cmp.Diff(want, found); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

var verb = regexp.MustCompile(`%[dqs]`)

func verbs(sentence string) []string { return verb.FindAllString(sentence, -1) }

// sentencesBelow adds each sentence that the programs below a folder say, with its place. Tests say none.
func sentencesBelow(t *testing.T, dir string, said map[string]string) {
	t.Helper()
	files := token.NewFileSet()
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if text := sentenceOf(call); text != nil && !slices.Contains(pageSays, codeOf(call)) {
					es, ok := template(text, f)
					switch {
					case !ok:
						t.Errorf("%s: a sentence for people has to be written where it is said", files.Position(call.Pos()))
					case es != "":
						said[es] = fmt.Sprint(files.Position(call.Pos()))
					}
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// sentenceOf is what a call says to people; nil if it says nothing.
func sentenceOf(call *ast.CallExpr) ast.Expr {
	fun, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	of, _ := fun.X.(*ast.Ident)
	made := of != nil && of.Name == "fault" && (fun.Sel.Name == "New" || fun.Sel.Name == "Newf")
	switch {
	case (made || fun.Sel.Name == "WithCampo") && len(call.Args) >= 2:
		return call.Args[1]
	case fun.Sel.Name == "WithRecuperacion":
		return call.Args[0]
	}
	return nil
}

// codeOf is the name of the code with which the chain of calls begins; "" if it begins elsewhere.
func codeOf(call *ast.CallExpr) string {
	fun, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	if inner, ok := fun.X.(*ast.CallExpr); ok {
		return codeOf(inner)
	}
	if of, ok := fun.X.(*ast.Ident); ok && of.Name == "fault" && len(call.Args) > 0 {
		if code, ok := call.Args[0].(*ast.SelectorExpr); ok {
			return code.Sel.Name
		}
	}
	return ""
}

// template is a sentence with a verb of fmt for each of its values.
func template(text ast.Expr, f *ast.File) (string, bool) {
	switch e := text.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(e.Value)
		return s, err == nil
	case *ast.BinaryExpr:
		left, l := template(e.X, f)
		right, r := template(e.Y, f)
		return valued(left, l) + valued(right, r), l || r
	case *ast.Ident:
		return constantOf(e.Name, f)
	case *ast.CallExpr:
		if fun, ok := e.Fun.(*ast.SelectorExpr); ok && fun.Sel.Name == "Sprintf" {
			return template(e.Args[0], f)
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

func constantOf(name string, f *ast.File) (string, bool) {
	for _, d := range f.Decls {
		group, ok := d.(*ast.GenDecl)
		if !ok || group.Tok != token.CONST {
			continue
		}
		for _, spec := range group.Specs {
			if v := spec.(*ast.ValueSpec); v.Names[0].Name == name && len(v.Values) > 0 {
				return template(v.Values[0], f)
			}
		}
	}
	return "", false
}
