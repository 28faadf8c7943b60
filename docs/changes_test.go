package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	fileStep = regexp.MustCompile("^\\d+\\. `([\\w./-]+)`: ")
	identRe  = regexp.MustCompile(`^[A-Za-z_]\w*$`)
)

// TestStepsOfChanges: each step of cambiar.md that begins with a file names only what
// stands in that file. New names stand in blocks of code, where nothing is looked for.
func TestStepsOfChanges(t *testing.T) {
	raw, err := os.ReadFile("cambiar.md")
	if err != nil {
		t.Fatal(err)
	}
	steps := 0
	for _, step := range stepsOf(string(raw)) {
		file := fileStep.FindStringSubmatch(step)[1]
		content, err := os.ReadFile(filepath.Join("..", file))
		if err != nil {
			t.Errorf("a step is about %s: %v", file, err)
			continue
		}
		steps++
		for _, m := range spanned.FindAllStringSubmatch(step, -1) {
			if identRe.MatchString(m[1]) && !testName.MatchString(m[1]) && !everywhere[m[1]] && !strings.Contains(string(content), m[1]) {
				t.Errorf("the step about %s names %s, which is not in it", file, m[1])
			}
		}
	}
	if steps < 30 {
		t.Errorf("only %d steps with a file", steps)
	}
}

// everywhere are words that a step may use without finding them in its file.
var everywhere = map[string]bool{"false": true, "errores": true}

// stepsOf are the items of the page that begin with a file, without their code.
func stepsOf(page string) (steps []string) {
	code, open := false, false
	for _, line := range strings.Split(page, "\n") {
		switch {
		case strings.HasPrefix(strings.TrimSpace(line), "```"):
			code = !code
		case code:
		case fileStep.MatchString(line):
			steps, open = append(steps, line), true
		case strings.HasPrefix(line, " ") && open:
			steps[len(steps)-1] += "\n" + line
		case line != "":
			open = false
		}
	}
	return steps
}
