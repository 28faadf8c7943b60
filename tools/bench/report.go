package main

import (
	"fmt"
	"os"
	"strings"
)

// verdict says whether a figure keeps its budget.
type verdict string

const (
	ok       verdict = "ok"
	short    verdict = "SHORT"
	uncapped verdict = "—" // there is no budget: for comparison
)

// holdsIf is the verdict on a condition.
func holdsIf(holds bool) verdict {
	if holds {
		return ok
	}
	return short
}

type figure struct {
	name, budget, measured string
	verdict                verdict
}

// report collects the figures of a section in the order in which they were measured.
type report struct {
	section string
	machine *machine
	figures []figure
}

func newReport(section string) *report { return &report{section: section, machine: newMachine()} }

// progress says on the terminal what was measured.
func progress(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "bench:   "+format+"\n", args...)
}

func (i *report) note(name, budget string, v verdict, format string, args ...any) {
	f := figure{name, budget, fmt.Sprintf(format, args...), v}
	i.figures = append(i.figures, f)
	progress("%s: %s %s", f.name, f.measured, f.verdict)
}

func (i *report) unmeasured(err error) {
	line, _, _ := strings.Cut(err.Error(), "\n")
	i.note(i.section, "", short, "not measured: %s", line)
}

// save writes the tables of the section into their place in a file. The text around it is written by hand and stays.
func (i *report) save(path string) error {
	from, to := fmt.Sprintf("<!-- bench %s -->\n", i.section), fmt.Sprintf("<!-- /bench %s -->\n", i.section)
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	before, rest, opens := strings.Cut(string(text), from)
	_, after, closes := strings.Cut(rest, to)
	if !opens || !closes {
		return fmt.Errorf("%s has no place for the table: it wants the lines %s and %s", path, strings.TrimSpace(from), strings.TrimSpace(to))
	}
	return os.WriteFile(path, []byte(before+from+i.markdown()+to+after), 0o644)
}

func (i *report) markdown() string {
	var s strings.Builder
	fmt.Fprintf(&s, "\n%s\n", strings.Join(i.machine.lines(), "\n"))
	if len(i.figures) > 0 {
		s.WriteString("\n| figure | budget | measured | verdict |\n| --- | --- | --- | --- |\n")
	}
	for _, f := range i.figures {
		fmt.Fprintf(&s, "| %s | %s | %s | %s |\n", f.name, f.budget, f.measured, f.verdict)
	}
	s.WriteString("\n")
	return s.String()
}
