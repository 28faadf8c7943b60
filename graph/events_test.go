package graph_test

import (
	"bytes"
	"fmt"
	"go/format"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
)

// The enumeration TipoEventoAuditoria of the schema is the list of the kinds of events. With -update this writes the others:
// the constants of auditoria, the description of the REST face, and the list of the application.
func TestKindsOfEvents(t *testing.T) {
	values := schema().Types["TipoEventoAuditoria"].EnumValues
	var constants, list, openapi, typescript, looks strings.Builder
	for _, v := range values {
		name, kind := "", strings.Replace(strings.ToLower(v.Name), "_", ".", 1)
		for word := range strings.SplitSeq(strings.ToLower(v.Name), "_") {
			name += strings.ToUpper(word[:1]) + word[1:]
		}
		fmt.Fprintf(&constants, "%s Tipo = %q // %s\n", name, kind, v.Description)
		fmt.Fprintf(&list, "%s,\n", name)
		fmt.Fprintf(&openapi, "        - %s\n", kind)
		fmt.Fprintf(&typescript, "  '%s',\n", kind)
	}
	for _, kind := range auditoria.TiposDeMirada {
		fmt.Fprintf(&looks, "  '%s',\n", kind)
	}
	code, err := format.Source(fmt.Appendf(nil, "// Code generated from schema/auditoria.graphqls by graph/events_test.go; DO NOT EDIT.\n\n"+
		"package auditoria\n\nconst (\n%s)\n\n// Tipos are all kinds, in the order of the schema.\nvar Tipos = []Tipo{\n%s}\n", constants.String(), list.String()))
	if err != nil {
		t.Fatal(err)
	}
	const hint = "run `make generate`"
	sameFile(t, "../internal/auditoria/tipo_generated.go", code, hint)
	sameFile(t, "../web/app/src/shared/eventos.ts", fmt.Appendf(nil, "/** From schema/auditoria.graphqls and internal/auditoria/tipo.go: make generate. */\n"+
		"export const EVENTOS = [\n%s] as const;\n\n/** Those that an owner reads in the list of who looked. */\nexport const MIRADAS = [\n%s] as const;\n", typescript.String(), looks.String()), hint)

	const description = "../internal/server/rest/openapi.yaml"
	written, err := os.ReadFile(description)
	if err != nil {
		t.Fatal(err)
	}
	kinds := regexp.MustCompile(`(?m)^    EventType:\n      type: string\n      enum:\n(        - .*\n)+`)
	if !kinds.Match(written) {
		t.Fatal("the description has no EventType")
	}
	sameFile(t, description, kinds.ReplaceAll(written, []byte("    EventType:\n      type: string\n      enum:\n"+openapi.String())), hint)
}

// sameFile says what to do about a file that is not as wanted; with -update it writes the file.
func sameFile(t *testing.T, path string, want []byte, hint string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not as the schema has it: %s", path, hint)
	}
}
