package archtest_test

import (
	"flag"
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

var wordsOf = flag.String("words", "", "with -v: list all Spanish words of this folder")

// speakBusiness: the packages whose words are the business's own (ADR 0004).
// Every other package is mechanics.
var speakBusiness = []string{"internal/auditoria", "internal/auditoria/archivado", "internal/auditoria/sellado", "internal/carpeta", "internal/documento", "internal/eliminacion", "internal/entidad", "internal/entrega", "internal/operacion", "internal/reconciliacion"}

// TestMechanicsSpeakEnglish refuses the words of testdata/spanish.txt in the names
// that a mechanics package declares, and in the names of its files. Allowed are:
// the words of docs/glosario.md; a name that the domain gave; and, for fields and
// methods, the words of the schema, because they are the names of JSON.
func TestMechanicsSpeakEnglish(t *testing.T) {
	english, fromDomain := spanishWords(t), domainNames(t)
	for _, folder := range sourceFolders(t) {
		if slices.Contains(speakBusiness, folder) {
			continue
		}
		var found []string
		for _, d := range declarations(t, folder) {
			if d.kind != inLocal && fromDomain[d.name] {
				continue
			}
			for _, w := range splitWords(d.name) {
				word, spanish := english[w]
				if !spanish || isMember(d, folder) && schemaWords()[w] {
					continue
				}
				found = append(found, d.where+": "+d.name+": write "+word+" for "+w)
			}
		}
		if folder == *wordsOf {
			t.Logf("%s:\n\t%s", folder, strings.Join(found, "\n\t"))
		}
		if len(found) > 0 {
			t.Errorf("%s speaks Spanish about mechanics (ADR 0004, docs/glosario.md):\n\t%s", folder, strings.Join(found[:min(len(found), 40)], "\n\t"))
		}
	}
}

// isMember: fields and methods carry names of the schema; so does everything
// that gqlgen writes.
func isMember(d declaration, folder string) bool {
	return d.kind == inMember || under(folder, "graph") || folder == "resolvers"
}

// splitWords takes camel case apart: "URLDescarga2" is url, descarga.
func splitWords(name string) (words []string) {
	r := []rune(name)
	start := 0
	cut := func(end int) {
		if end-start > 1 {
			words = append(words, strings.ToLower(string(r[start:end])))
		}
		start = end
	}
	for i, c := range r {
		switch {
		case !unicode.IsLetter(c):
			cut(i)
			start = i + 1
		case i > start && unicode.IsUpper(c) && (unicode.IsLower(r[i-1]) || i+1 < len(r) && unicode.IsLower(r[i+1])):
			cut(i)
		}
	}
	cut(len(r))
	return words
}

func TestSplitWords(t *testing.T) {
	for name, want := range map[string]string{
		"URLDescarga2": "url descarga", "conReloj": "con reloj", "eventoID": "evento id", "a_bcDe": "bc de", "HTTPServer": "http server", "TestX_yZw": "test zw",
	} {
		if got := strings.Join(splitWords(name), " "); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// spanishWords gives the English word for each refused one.
func spanishWords(t *testing.T) map[string]string {
	t.Helper()
	business := glossaryTerms(t)
	english := map[string]string{}
	for line := range strings.Lines(read(t, "testdata/spanish.txt")) {
		word, spanish, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		for _, s := range strings.Fields(spanish) {
			if !business[s] {
				english[s] = word
			}
		}
	}
	return english
}

// glossaryTerms are the words in the first column of the glossary's tables.
func glossaryTerms(t *testing.T) map[string]bool {
	t.Helper()
	terms := map[string]bool{}
	for line := range strings.Lines(read(t, filepath.Join(root, "docs/glosario.md"))) {
		cells := strings.Split(line, "|")
		if len(cells) < 3 {
			continue
		}
		for term := range strings.SplitSeq(cells[1], ",") {
			if words := splitWords(withoutAccents(term)); len(words) == 1 { // a phrase does not make its small words business
				terms[words[0]] = true
			}
		}
	}
	return terms
}

func withoutAccents(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(s))
}

// domainNames are the exported names of the five packages, their methods and
// fields: an adapter declares them because its port does.
func domainNames(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	for _, folder := range speakBusiness {
		for _, d := range declarations(t, folder) {
			if d.kind != inLocal && token.IsExported(d.name) {
				names[d.name] = true
			}
		}
	}
	return names
}

var schemaName = regexp.MustCompile(`\w+`)

// schemaWords are the words of the API.
var schemaWords = sync.OnceValue(func() map[string]bool {
	words := map[string]bool{}
	files, _ := filepath.Glob(filepath.Join(root, "schema/*.graphqls"))
	for _, f := range files {
		text, _ := os.ReadFile(f)
		for i, part := range strings.Split(string(text), `"`) {
			if i%2 == 1 { // a description
				continue
			}
			for _, name := range schemaName.FindAllString(part, -1) {
				for _, w := range splitWords(name) {
					words[w] = true
				}
			}
		}
	}
	return words
})

// declaration is a name that a file gives to something, or the file's own.
type declaration struct {
	name, where string
	kind        int
}

const (
	inPackage = iota // types, functions, variables, files
	inMember         // fields and methods
	inLocal          // parameters and what a function declares
)

func declarations(t *testing.T, folder string) (all []declaration) {
	t.Helper()
	for _, file := range sourceFiles(t)[folder] {
		base := strings.TrimSuffix(strings.TrimSuffix(filepath.Base(file.path), ".go"), "_test")
		all = append(all, declaration{base, file.path, inPackage})
		add := func(kind int, names ...*ast.Ident) {
			for _, n := range names {
				all = append(all, declaration{n.Name, file.fset.Position(n.Pos()).String(), kind})
			}
		}
		for _, d := range file.syntax.Decls {
			declared(d, add)
		}
	}
	return all
}

// declared walks one declaration of a file.
func declared(d ast.Decl, add func(kind int, names ...*ast.Ident)) {
	outer := inPackage
	if f, ok := d.(*ast.FuncDecl); ok {
		kind := inPackage
		if f.Recv != nil {
			kind = inMember
		}
		add(kind, f.Name)
		outer = inLocal
	}
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.TypeSpec:
			add(outer, n.Name)
		case *ast.ValueSpec:
			add(outer, n.Names...)
		case *ast.StructType:
			addFields(n.Fields, inMember, add)
		case *ast.InterfaceType:
			addFields(n.Methods, inMember, add)
		case *ast.FuncType:
			addFields(n.Params, inLocal, add)
			addFields(n.Results, inLocal, add)
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				add(inLocal, identifiers(n.Lhs)...)
			}
		case *ast.RangeStmt:
			if n.Tok == token.DEFINE {
				add(inLocal, identifiers([]ast.Expr{n.Key, n.Value})...)
			}
		}
		return true
	})
}

func addFields(list *ast.FieldList, kind int, add func(kind int, names ...*ast.Ident)) {
	if list == nil {
		return
	}
	for _, f := range list.List {
		add(kind, f.Names...)
	}
}

func identifiers(list []ast.Expr) (names []*ast.Ident) {
	for _, e := range list {
		if id, ok := e.(*ast.Ident); ok {
			names = append(names, id)
		}
	}
	return names
}
