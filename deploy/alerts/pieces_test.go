package alerts_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// promtool evaluates all rules of a file at every step of a test: some eighty, where the test looks at one. So each test
// gets a file with those rules only that can have to do with it. The rules that are left out would read nothing in it,
// and nothing of it would read them: what a test sees is the same, ten times sooner.

// rules are those of a file, in their order.
type rules struct {
	groups []map[string]any // as they are written
	all    []rule
}

type rule struct {
	group, place        int
	Alert, Record, Expr string
}

// words of an expression: the metrics are among them.
var words = regexp.MustCompile(`[a-zA-Z_:][a-zA-Z0-9_:]*`)

func parseRules(t *testing.T, text string) (rs rules) {
	t.Helper()
	var written struct{ Groups []map[string]any }
	var known struct{ Groups []struct{ Rules []rule } }
	parse(t, text, &written)
	parse(t, text, &known)
	rs.groups = written.Groups
	for g, group := range known.Groups {
		for p, r := range group.Rules {
			if r.group, r.place = g, p; strings.Contains(r.Expr, "__name__") || strings.Contains(r.Expr, "ALERTS") {
				t.Fatalf("what %s%s reads cannot be told from its words", r.Alert, r.Record)
			}
			rs.all = append(rs.all, r)
		}
	}
	return rs
}

func parse(t *testing.T, text string, to any) {
	t.Helper()
	if err := yaml.Unmarshal([]byte(text), to); err != nil {
		t.Fatal(err)
	}
}

// piece is one test of promtool.
type piece struct {
	file, name string
	head       map[string]any // of its file, as it is written
	written    any
	alerts     []string // that it looks at
	fed        []string // metrics
	asked      []string // words of expressions
}

func pieces(t *testing.T, file string) (ps []piece) {
	t.Helper()
	text := read(t, file)
	var head map[string]any
	var known struct {
		Tests []struct {
			Name        string
			InputSeries []struct{ Series string }    `yaml:"input_series"`
			Alerts      []struct{ Alertname string } `yaml:"alert_rule_test"`
			Asked       []struct{ Expr string }      `yaml:"promql_expr_test"`
		}
	}
	parse(t, text, &head)
	parse(t, text, &known)
	written, _ := head["tests"].([]any)
	for n, one := range known.Tests {
		p := piece{file: fmt.Sprintf("%s-%02d", strings.TrimSuffix(file, ".yaml"), n+1), name: one.Name, head: head, written: written[n]}
		for _, s := range one.InputSeries {
			p.fed = append(p.fed, words.FindString(s.Series))
		}
		for _, a := range one.Asked {
			p.asked = append(p.asked, words.FindAllString(a.Expr, -1)...)
		}
		for _, a := range one.Alerts {
			p.alerts = append(p.alerts, a.Alertname)
		}
		ps = append(ps, p)
	}
	return ps
}

// concern are the rules that can have to do with a test, by their number: those of the alerts that it looks at, those
// that read what it feeds or what another one records of it, and those whose records any of them reads.
func (rs rules) concern(p piece) map[int]bool {
	chosen, given, wanted := map[int]bool{}, setOf(p.fed), setOf(p.asked)
	for grew := true; grew; {
		grew = false
		for i, r := range rs.all {
			reads := words.FindAllString(r.Expr, -1)
			concerned := slices.Contains(p.alerts, r.Alert) || wanted[r.Record] || slices.ContainsFunc(reads, func(w string) bool { return given[w] })
			if chosen[i] || !concerned {
				continue
			}
			chosen[i], grew = true, true
			if r.Record != "" {
				given[r.Record] = true
			}
			maps.Copy(wanted, setOf(reads))
		}
	}
	return chosen
}

func setOf(ws []string) map[string]bool {
	set := map[string]bool{}
	for _, w := range ws {
		set[w] = true
	}
	return set
}

// write writes a test and its rules into a folder, and gives the name of the test's file.
func (rs rules) write(t *testing.T, dir string, p piece) string {
	t.Helper()
	chosen := rs.concern(p)
	var groups []map[string]any
	for g, group := range rs.groups {
		some := maps.Clone(group)
		var left []any
		all, _ := group["rules"].([]any)
		for i, r := range rs.all {
			if r.group == g && chosen[i] {
				left = append(left, all[r.place])
			}
		}
		if some["rules"] = left; len(left) > 0 {
			groups = append(groups, some)
		}
	}
	test := maps.Clone(p.head)
	test["rule_files"], test["tests"] = []string{p.file + ".rules.yaml"}, []any{p.written}
	for name, content := range map[string]any{p.file + ".rules.yaml": map[string]any{"groups": groups}, p.file + ".yaml": test} {
		text, err := yaml.Marshal(content)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return p.file + ".yaml"
}
