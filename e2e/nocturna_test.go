package e2e_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// notAtNight are targets of the Makefile's part Prove that make nocturna leaves out, and why.
var notAtNight = map[string]string{
	"nocturna": "is it",
	"hot":      "its tests are in make test, with fewer words",
	"e2e":      "test-race runs the same",
	"bench":    "measures, and wants a quiet machine and a person who reads the figures",
	"unidades": "as bench",
	"capturas": "takes pictures",

	"test-firefox": "is in test-race",
	"test-webkit":  "is in test-race",
}

var (
	proveTarget = regexp.MustCompile(`(?m)^([a-z0-9-]+):.*## `)
	atNight     = regexp.MustCompile(`(?s)\nNOCTURNA \?= (.*?[^\\])\n`)
)

// TestTheNightMakesWhatCILeavesOut: who adds a target that proves something says when it is made.
func TestTheNightMakesWhatCILeavesOut(t *testing.T) {
	makefile := readFile(t, "../Makefile")
	_, prove, found := strings.Cut(makefile, "##@ Prove\n")
	list := atNight.FindStringSubmatch(makefile)
	if !found || list == nil {
		t.Fatal("the Makefile has no part Prove, or no list NOCTURNA")
	}
	night := strings.Fields(strings.ReplaceAll(list[1], "\\", " "))
	for _, m := range proveTarget.FindAllStringSubmatch(prove, -1) {
		if slices.Contains(night, m[1]) == (notAtNight[m[1]] != "") {
			t.Errorf("%s: put it into NOCTURNA, or say in notAtNight why it is not made at night", m[1])
		}
	}
	for _, target := range night {
		if !strings.Contains(makefile, "\n.PHONY: "+target+"\n") {
			t.Errorf("NOCTURNA names %s, which the Makefile does not have", target)
		}
	}
}

// TestANightGoesOnAfterAFailure: all targets are made, and the summary names those that failed.
func TestANightGoesOnAfterAFailure(t *testing.T) {
	dir := t.TempDir()
	said, err := night(t, dir, "10m", "echo \"--- FAIL: TestOf$2\"\n[ \"$2\" != malo ]", "uno", "malo", "otro")
	summary := readFile(t, filepath.Join(dir, "resumen.txt"))
	if err == nil || !strings.Contains(said, summary) {
		t.Errorf("%v\n%s", err, said)
	}
	for _, line := range []string{`(?m)^uno +ok `, `(?m)^malo +FAILED `, `(?m)^    --- FAIL: TestOfmalo$`, `(?m)^    log: .*/malo\.log$`, `(?m)^otro +ok `, `(?m)^1 of 3 failed$`} {
		if !regexp.MustCompile(line).MatchString(summary) {
			t.Errorf("no line %s in\n%s", line, summary)
		}
	}
	if said, err := night(t, dir, "10m", "", "uno"); err != nil || !strings.Contains(said, "0 of 1 failed") {
		t.Errorf("%v\n%s", err, said)
	}
}

// TestANightSaysWhatDidNotRun: a target that runs no test has proven nothing, one without an end does not keep the
// others from being made, and one that the Makefile does not have says so.
func TestANightSaysWhatDidNotRun(t *testing.T) {
	dir := t.TempDir()
	said, err := night(t, dir, "1s", `case $2 in
vacio) echo "testing: warning: no tests to run" ;;
dejado) echo "--- SKIP: TestUno (0.00s)" ;;
eterno) echo empieza; sleep 600 ;;
ajeno) echo "make: *** No rule to make target 'ajeno'.  Stop."; exit 2 ;;
esac`, "vacio", "dejado", "eterno", "ajeno", "bueno")
	if err == nil {
		t.Error("a night with failures is a success")
	}
	for _, line := range []string{
		`(?m)^vacio +NOT RUN `, `(?m)^    testing: warning: no tests to run$`, `(?m)^dejado +NOT RUN `, `(?m)^    --- SKIP: TestUno`,
		`(?m)^eterno +LATE `, `(?m)^ajeno +FAILED `, `(?m)^    make: .*No rule`, `(?m)^bueno +ok `, `(?m)^4 of 5 failed$`,
	} {
		if !regexp.MustCompile(line).MatchString(said) {
			t.Errorf("no line %s in\n%s", line, said)
		}
	}
}

// night makes targets with a make of its own, which has each for no longer than most.
func night(t *testing.T, logs, most, script string, targets ...string) (string, error) {
	t.Helper()
	stub := filepath.Join(t.TempDir(), "make")
	must(t, os.WriteFile(stub, []byte("#!/bin/sh\n"+script+"\n"), 0o755))
	cmd := exec.CommandContext(t.Context(), "../tools/nocturna.sh", append([]string{logs}, targets...)...)
	cmd.Env = append(os.Environ(), "MAKE="+stub, "NOCTURNA_MAX="+most)
	output, err := cmd.CombinedOutput()
	return string(output), err
}
