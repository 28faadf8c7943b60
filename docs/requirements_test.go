package docs_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// statements are how many rows each source document has in requisitos.md.
var statements = map[string]int{"0": 47, "1": 54, "2": 15, "3": 29, "4": 25, "C": 18, "D": 11}

var (
	requirement = regexp.MustCompile(`(?m)^\| ([0-4CD]\.\d+) \| (.+?) \| (.+) \|$`)
	proof       = regexp.MustCompile("`(\\w+)\\.((?:Test|Fuzz)[A-Z]\\w*)`|`web/\\S+\\.test\\.tsx?`")
	reason      = regexp.MustCompile(`^(?:Instead|No|Measured|Not yet)\b.{8,}`)
	contractOf  = regexp.MustCompile("`\\w+\\.TestContract`((?:,? \"[^\"]+\")+)")
	quoted      = regexp.MustCompile(`"[^"]+"`)
	decision    = regexp.MustCompile(`\[(\d{4})\]`)
)

// TestEveryStatementHasAProofOrAReason: no statement of a source document is left out, and each row names a test of the
// package that it says, or why there is none. That the tests exist is TestNamedFilesAndTests's.
func TestEveryStatementHasAProofOrAReason(t *testing.T) {
	page, cases := pages(t)["requisitos.md"], contractCases(t)
	found := map[string]bool{}
	for _, row := range requirement.FindAllStringSubmatch(page, -1) {
		id, what := row[1], row[3]
		if found[id] {
			t.Errorf("%s has two rows", id)
		}
		found[id] = true
		if !proof.MatchString(what) && !reason.MatchString(what) {
			t.Errorf("%s names neither a test nor a reason: %s", id, what)
		}
		for _, m := range contractOf.FindAllStringSubmatch(what, -1) {
			for _, name := range quoted.FindAllString(m[1], -1) {
				if !strings.Contains(cases, "{"+name+", ") {
					t.Errorf("%s names the case %s, which no contract suite has", id, name)
				}
			}
		}
		for _, m := range decision.FindAllStringSubmatch(what, -1) {
			if !strings.Contains(page, "\n["+m[1]+"]: ") {
				t.Errorf("%s names the decision %s, which the page does not lead to", id, m[1])
			}
		}
	}
	total := 0
	for source, n := range statements {
		for i := range n {
			if id := fmt.Sprintf("%s.%d", source, i+1); !found[id] {
				t.Errorf("%s has no row", id)
			}
		}
		total += n
	}
	if len(found) != total {
		t.Errorf("%d rows, and %d statements", len(found), total)
	}
}

// TestProofsStandInTheirPackages, by the names of the folders.
func TestProofsStandInTheirPackages(t *testing.T) {
	sources := sourcesByPackage(t)
	for _, m := range proof.FindAllStringSubmatch(pages(t)["requisitos.md"], -1) {
		if m[1] != "" && !strings.Contains(sources[m[1]], "\nfunc "+m[2]+"(") {
			t.Errorf("package %s has no %s", m[1], m[2])
		}
	}
}

// TestContractsRunEachDay: a suite that is left to the night proves nothing of a change before it is merged.
func TestContractsRunEachDay(t *testing.T) {
	sources := sourcesByPackage(t)
	for _, m := range proof.FindAllStringSubmatch(pages(t)["requisitos.md"], -1) {
		_, body, _ := strings.Cut(sources[m[1]], "\nfunc "+m[2]+"(")
		if body, _, _ = strings.Cut(body, "\nfunc "); strings.HasPrefix(m[2], "TestContract") && strings.Contains(body, "services.Night(") {
			t.Fatalf("%s.%s runs in make nocturna alone", m[1], m[2])
		}
	}
}

// contractCases is the text of the suites whose cases the page names.
func contractCases(t *testing.T) (text string) {
	t.Helper()
	for _, suite := range []string{"store/storetest", "broker/brokertest"} {
		files, err := filepath.Glob("../internal/" + suite + "/*.go")
		if err != nil || len(files) == 0 {
			t.Fatal(suite, err)
		}
		for _, file := range files {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			text += string(raw)
		}
	}
	return text
}
