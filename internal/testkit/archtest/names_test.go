package archtest_test

import (
	"fmt"
	"go/ast"
	"go/types"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// canonical: one thing, one name, in every package (docs/glosario.md). The other
// names for it are refused.
var canonical = []struct {
	write   string
	refused []string
}{
	{"clock, or now for a moment", []string{"reloj", "Reloj", "ahora", "Ahora", "conReloj", "ConReloj"}},
	{"Config", []string{"Ajustes", "Opciones", "Options", "ajustes", "opciones"}},
	{"Metrics or metrics", []string{"Metricas", "Medidor", "metricas", "medidor", "Meter"}},
	{"noMetrics", []string{"sinMedidor", "nopMetrics", "noMeter", "sinMetricas", "nadieMide"}},
	{"Rand or rnd", []string{"azar", "Azar"}},
	{"NewID", []string{"NuevoID", "nuevoID"}},
	{"classify", []string{"clasificar", "traducir"}},
	{"post, query or do", []string{"pedir", "Pedir"}},
}

var constructor = regexp.MustCompile(`^[nN]uev[oa]s?[A-Z]|^[aA]brir`)

// TestOneThingOneName looks at what packages declare. It is about names only:
// the types of clocks and logs are below.
func TestOneThingOneName(t *testing.T) {
	for _, folder := range sourceFolders(t) {
		for _, d := range declarations(t, folder) {
			for _, c := range canonical {
				if slices.Contains(c.refused, d.name) {
					t.Errorf("%s: %s: this thing is named %s", d.where, d.name, c.write)
				}
			}
			if d.kind == inPackage && constructor.MatchString(d.name) {
				t.Errorf("%s: %s: a constructor is named New…, or Open… if it does I/O", d.where, d.name)
			}
			if d.name == "errores" && strings.HasSuffix(d.where, ".go") {
				t.Errorf("%s: this file is named errors.go", d.where)
			}
			if d.name == "classify" && d.kind == inPackage && !strings.HasPrefix(filepath.Base(d.where), "errors.go") {
				t.Errorf("%s: classify stands in errors.go", d.where)
			}
		}
	}
}

// namedByType: what has this type, as a field or a parameter, has one of these names.
var namedByType = map[string][]string{
	"*slog.Logger": {"log", "Log", "_"},
}

// notClocks: other names that a func() time.Time has for the clock.
var notClocks = []string{"now", "Now", "time", "Time"}

func TestClocksAndLogsHaveOneName(t *testing.T) {
	for _, folder := range sourceFolders(t) {
		for _, file := range sourceFiles(t)[folder] {
			ast.Inspect(file.syntax, func(n ast.Node) bool {
				f, ok := n.(*ast.Field)
				if !ok || f.Type == nil {
					return true
				}
				typ := types.ExprString(f.Type)
				for _, name := range f.Names {
					where := fmt.Sprint(file.fset.Position(name.Pos()))
					if want, ok := namedByType[typ]; ok && !slices.Contains(want, name.Name) {
						t.Errorf("%s: %s is a %s: write %s", where, name.Name, typ, want[0])
					}
					if typ == "func() time.Time" && slices.Contains(notClocks, name.Name) {
						t.Errorf("%s: %s: a clock is named clock", where, name.Name)
					}
				}
				return true
			})
		}
	}
}

// apart: there the files would use each other in a circle (files_test.go).
var apart = []string{"internal/server/socket.operation", "internal/server/ws.header"}

// TestTypeAndFileOfOneNounAreTogether: if a package has a file origin.go and a
// type origin, the type stands in that file.
func TestTypeAndFileOfOneNounAreTogether(t *testing.T) {
	for _, folder := range sourceFolders(t) {
		files := map[string]string{} // by noun, those that hold no type of their name
		for _, f := range sourceFiles(t)[folder] {
			noun := strings.ReplaceAll(strings.TrimSuffix(filepath.Base(f.path), ".go"), "_", "")
			holds := func(name string) bool { return strings.ToLower(name) == noun }
			if !f.isTest() && !slices.ContainsFunc(typesOf(f), holds) {
				files[noun] = f.path
			}
		}
		for _, f := range sourceFiles(t)[folder] {
			for _, name := range typesOf(f) {
				if want := files[strings.ToLower(name)]; want != "" && want != f.path && !f.isTest() && !slices.Contains(apart, folder+"."+name) {
					t.Errorf("%s: type %s stands in %s, beside a file of its name", folder, name, f.path)
				}
			}
		}
	}
}

func typesOf(f source) (names []string) {
	for _, d := range f.syntax.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, s := range g.Specs {
			if t, ok := s.(*ast.TypeSpec); ok {
				names = append(names, t.Name.Name)
			}
		}
	}
	return names
}
