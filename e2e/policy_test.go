package e2e_test

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
	"github.com/vektah/gqlparser/v2/ast"
)

var update = flag.Bool("update", false, "write docs/politica.md anew")

// TestPolicy asks for every field as everybody: the table generates the
// requests, with their outcomes.
func TestPolicy(t *testing.T) {
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		eachDayOn(t, serverkit.Embedded, p)
		m := newWorld(t, p)
		if !complete(t, m.schema) {
			return
		}
		before := m.snapshot(t)
		for _, f := range rootFields("Mutation") {
			m.tryRoot(t, f, func(s outcome) bool { return !s.permits() })
		}
		if after := m.snapshot(t); after != before {
			t.Errorf("something refused changed the carpeta:\n%s\n%s", before, after)
		}
		for _, typeName := range []string{"Query", "Subscription", "Mutation"} {
			for _, f := range rootFields(typeName) {
				m.tryRoot(t, f, func(s outcome) bool { return typeName != "Mutation" || s.permits() })
			}
		}
		for _, tp := range policyTable {
			m.tryType(t, tp)
		}
		m.tryAddresses(t)
		m.tryFromMemory(t)
	})
}

// complete: every field of every object type that the schema has stands in the
// table exactly once, and nothing else does.
func complete(t *testing.T, s *ast.Schema) bool {
	t.Helper()
	filas := map[string]int{}
	for _, tp := range policyTable {
		for _, r := range tp.rules {
			for field := range strings.FieldsSeq(r.fields) {
				filas[tp.name+"."+field]++
			}
		}
	}
	for name, d := range s.Types {
		for _, c := range d.Fields {
			if d.Kind != ast.Object || strings.HasPrefix(name, "__") || strings.HasPrefix(c.Name, "__") {
				continue
			}
			field := name + "." + c.Name
			if filas[field] != 1 {
				t.Errorf("%s has %d rows in the policy table (e2e/policy_table_test.go): say once who may see it", field, filas[field])
			}
			delete(filas, field)
		}
	}
	for field := range filas {
		t.Errorf("%s stands in the policy table and not in the schema", field)
	}
	return !t.Failed()
}

// rootField is a root field: its row and the request that asks for it.
type rootField struct {
	field   string // Query.carpeta
	access  access
	request string
}

func rootFields(typeName string) []rootField {
	var all []rootField
	for _, tp := range policyTable {
		for _, r := range tp.rules {
			for field := range strings.FieldsSeq(r.fields) {
				if name := tp.name + "." + field; tp.name == typeName {
					all = append(all, rootField{name, r.access, policyRequests[name]})
				}
			}
		}
	}
	return all
}

func accessTo(field string) access {
	typeName, _, _ := strings.Cut(field, ".")
	for _, r := range rootFields(typeName) {
		if r.field == field {
			return r.access
		}
	}
	panic("no row: " + field)
}

func (m *world) tryRoot(t *testing.T, r rootField, which func(outcome) bool) {
	t.Helper()
	if r.request == "" {
		t.Errorf("%s: no request in policyRequests", r.field)
		return
	}
	query := strings.ReplaceAll(r.request, "%s", "__typename")
	for q := range quien(everyone) {
		want := r.access.of(q)
		if !which(want) {
			continue
		}
		for name, ask := range m.ways(query) {
			got := readOutcome(ask(t, q), "r")
			compare(t, fmt.Sprintf("%s (%s) as %s", r.field, name, q), got, want)
		}
	}
}

// probarTipo asks for each field of an object on every way to it.
func (m *world) tryType(t *testing.T, tp policyType) {
	t.Helper()
	for _, v := range tp.ways {
		reaching := accessTo(v.root)
		if v.access != nil {
			reaching = *v.access
		}
		for _, r := range tp.rules {
			for field := range strings.FieldsSeq(r.fields) {
				m.tryField(t, tp.name, field, v, reaching, r.access)
			}
		}
	}
}

func (m *world) tryField(t *testing.T, typeName, field string, v wayTo, reaching, rule access) {
	t.Helper()
	selection := "f: " + field
	if def := m.schema.Types[typeName].Fields.ForName(field); m.schema.Types[def.Type.Name()].IsCompositeType() {
		selection += " { __typename }"
	}
	query := strings.ReplaceAll(policyRequests[cmp.Or(v.request, v.root)], "%s", strings.ReplaceAll(v.below, "%s", selection))
	for q := range quien(everyone) {
		want := reaching.of(q)
		if want.permits() {
			want = rule.of(q)
		}
		for name, ask := range m.ways(query) {
			if name == "WebSocket" {
				continue // the two say the same: see the root fields
			}
			got := readOutcome(ask(t, q), v.path+".f")
			compare(t, fmt.Sprintf("%s.%s by %s %s as %s", typeName, field, v.root, v.path, q), got, want)
		}
	}
}

func compare(t *testing.T, what string, got, want outcome) {
	t.Helper()
	if got != want && (want != maybe || got != yes && got != null) {
		t.Errorf("%s: %s, want %s", what, got, want)
	}
}

// readOutcome reads the outcome of a request: an error's code, that of the payload's
// first error, or the value at the end of the path.
func readOutcome(r serverkit.Answer, path string) outcome {
	if c := r.Code(); c != "" {
		return outcome(c)
	}
	var v any
	if err := json.Unmarshal(r.Data, &v); err != nil {
		return outcome("no data: " + string(r.Body))
	}
	if c := payloadCode(v); c != "" && !strings.HasPrefix(path, "r.errores") {
		return outcome(c)
	}
	for paso := range strings.SplitSeq(path, ".") {
		if list, is := v.([]any); is {
			if len(list) == 0 {
				return empty
			}
			v = list[0]
		}
		o, is := v.(map[string]any)
		if !is || o[paso] == nil {
			return null
		}
		v = o[paso]
	}
	if list, is := v.([]any); is && len(list) > 0 && list[0] == nil {
		return null
	}
	return yes
}

// payloadCode is in the alias that requests of mutations give to errores.
func payloadCode(data any) string {
	o, _ := data.(map[string]any)
	r, _ := o["r"].(map[string]any)
	failures, _ := r["fallas"].([]any)
	if len(failures) == 0 {
		return ""
	}
	code, _ := failures[0].(map[string]any)["codigo"].(string)
	return code
}

// TestWrittenPolicy: docs/politica.md is the table, as people read it.
func TestWrittenPolicy(t *testing.T) {
	t.Parallel()
	const path = "../docs/politica.md"
	want := writePolicy()
	if *update {
		must(t, os.WriteFile(path, []byte(want), 0o644))
	}
	if found, err := os.ReadFile(path); err != nil || string(found) != want {
		t.Errorf("docs/politica.md is not the policy table (%v): run `go test ./e2e -run WrittenPolicy -update`", err)
	}
}

func writePolicy() string {
	var b strings.Builder
	b.WriteString("# What each person sees and does\n\n" +
		"This page is made from `e2e/policy_table_test.go` (`go test ./e2e -run WrittenPolicy -update`, part of `make\n" +
		"generate`). The same table makes the requests that prove each cell, on both profiles. A field without a row fails the\n" +
		"build. The rules are in `internal/auth/policy.go`. What they refuse to a known caller is in the trail\n" +
		"(`politica.negada`, [ADR 0025](adr/0025-auditoria.md#who-comes-and-who-is-refused)).\n\n" +
		"| cell | meaning |\n| --- | --- |\n")
	for _, m := range marks {
		fmt.Fprintf(&b, "| %s | %s |\n", m.mark, m.meaning)
	}
	b.WriteString("| another code | a GraphQL error, or the first of a payload's `errores` |\n")
	for _, name := range roots {
		writeRules(&b, name, func(tp policyType) bool { return tp.name == name })
	}
	writeRules(&b, "Objects", func(tp policyType) bool { return !slices.Contains(roots, tp.name) })
	b.WriteString("\nA row of an object is for persons that reach the object. Other persons get no object, and so no field.\n")
	writeAddresses(&b)
	return b.String()
}

var roots = []string{"Query", "Mutation", "Subscription"}

// marks are the short forms of outcomes.
var marks = []struct {
	outcome       outcome
	mark, meaning string
}{
	{yes, "sí", "the value"},
	{maybe, "sí?", "the value, which may be null"},
	{null, "–", "null, the same as if there were nothing"},
	{empty, "vacía", "a list without elements"},
	{unauthenticated, "401", "`UNAUTHENTICATED`"},
	{denied, "403", "`FORBIDDEN`"},
	{notFound, "404", "`NOT_FOUND`"},
}

func markOf(o outcome) string {
	for _, m := range marks {
		if m.outcome == o {
			return m.mark
		}
	}
	return string(o)
}

// policyRow is a row of the page: fields with the same outcomes.
type policyRow struct {
	fields string
	access access
}

// writeRules writes one table of the types that are picked.
func writeRules(b *strings.Builder, title string, picked func(policyType) bool) {
	fmt.Fprintf(b, "\n## %s\n\n| field |", title)
	writeHead(b)
	for _, row := range policyRows(picked) {
		writeRow(b, row.fields, row.access.of)
	}
}

func writeHead(b *strings.Builder) {
	for q := range quien(everyone) {
		fmt.Fprintf(b, " %s |", q)
	}
	b.WriteString("\n| --- |" + strings.Repeat(" --- |", everyone) + "\n")
}

func writeRow(b *strings.Builder, what string, of func(quien) outcome) {
	fmt.Fprintf(b, "| %s |", what)
	for q := range quien(everyone) {
		fmt.Fprintf(b, " %s |", markOf(of(q)))
	}
	b.WriteString("\n")
}

// policyRows are in the order of the table. Types whose fields are all alike share a row, as far as a cell is read.
func policyRows(picked func(policyType) bool) (rows []policyRow) {
	const readable = 180
	whole := map[access]int{} // the row of such types
	for _, tp := range policyTable {
		if !picked(tp) {
			continue
		}
		for _, r := range tp.rules {
			fields := "`" + strings.Join(strings.Fields(r.fields), "` `") + "`"
			at, shared := whole[r.access]
			switch {
			case slices.Contains(roots, tp.name):
			case len(tp.rules) > 1:
				fields = "`" + tp.name + "`: " + fields
			case shared && len(rows[at].fields)+len(tp.name) < readable:
				rows[at].fields += ", `" + tp.name + "`"
				continue
			default:
				fields = "all of `" + tp.name + "`"
				whole[r.access] = len(rows)
			}
			rows = append(rows, policyRow{fields, r.access})
		}
	}
	return rows
}

// question asks as somebody.
type question func(*testing.T, quien) serverkit.Answer

// formas are the ways to ask: one for a query, two for a subscription.
func (m *world) ways(query string) map[string]question {
	if !strings.HasPrefix(query, "subscription") {
		return map[string]question{"HTTP": func(t *testing.T, q quien) serverkit.Answer {
			t.Helper()
			r := m.clients[q].MustPost(t, query, m.variables)
			m.noSecrets(t, q, query, r.Body)
			return r
		}}
	}
	all := map[string]question{}
	for name, open := range serverkit.Transports {
		all[name] = func(t *testing.T, q quien) serverkit.Answer { return m.first(t, open, q, query) }
	}
	return all
}

// first is the first message of a subscription.
func (m *world) first(t *testing.T, open serverkit.Transport, q quien, query string) serverkit.Answer {
	t.Helper()
	if q == codeHolder { // what is no token opens no stream
		if closed := serverkit.WebSocketCloseCode(t, m.clients[q], query, m.variables); closed != 4403 {
			t.Errorf("%s: the handshake with a code ends with %d", query, closed)
		}
		return m.clients[q].MustPost(t, query, m.variables)
	}
	var r serverkit.Answer
	ok := t.Run("subscription", func(t *testing.T) { // ends with its own cleanup
		s := open(t, m.clients[q], query, m.variables)
		data, found := s.Next(t, soon)
		if r.Data = data; found {
			return
		}
		_, end := s.UntilEnd(t, soon)
		if r.Errors = end.Errors; len(end.Errors) == 0 {
			t.Errorf("%s as %s: %+v", query, q, end)
		}
	})
	if !ok {
		t.Fatal("no answer")
	}
	m.noSecrets(t, q, query, r.Data)
	return r
}

// sinSecretos: the owner's own data are in no answer to anybody else.
func (m *world) noSecrets(t *testing.T, q quien, query string, body []byte) {
	t.Helper()
	if q != dueno && slices.ContainsFunc(m.secrets, func(s string) bool { return strings.Contains(string(body), s) }) {
		t.Errorf("%s as %s tells a secret: %s", query, q, body)
	}
}
