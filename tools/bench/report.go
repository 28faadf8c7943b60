package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"
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

// report collects the figures in the order in which they were measured.
type report struct {
	machine *machine
	figures []figure
	tables  []*table // of what has more columns
}

// table is rows of cells under a head.
type table struct {
	head []string
	rows [][]string
}

// text aligns the columns for a terminal.
func (t *table) text(w io.Writer) {
	widths := make([]int, len(t.head))
	all := append([][]string{t.head}, t.rows...)
	for _, row := range all {
		for n, cell := range row {
			widths[n] = max(widths[n], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range all {
		var line strings.Builder
		for n, cell := range row {
			fmt.Fprintf(&line, "%-*s  ", widths[n], cell)
		}
		fmt.Fprintln(w, strings.TrimRight(line.String(), " "))
	}
}

func (t *table) markdown(s *strings.Builder) {
	fmt.Fprintf(s, "| %s |\n|%s\n", strings.Join(t.head, " | "), strings.Repeat(" --- |", len(t.head)))
	for _, row := range t.rows {
		fmt.Fprintf(s, "| %s |\n", strings.Join(row, " | "))
	}
}

// all are the table of the figures, and the others.
func (i *report) all() []*table {
	t := &table{head: []string{"figure", "budget", "measured", "verdict"}}
	for _, f := range i.figures {
		t.rows = append(t.rows, []string{f.name, f.budget, f.measured, string(f.verdict)})
	}
	return append([]*table{t}, i.tables...)
}

// progress says on the terminal what was measured.
func progress(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "bench:   "+format+"\n", args...)
}

func (i *report) note(name, budget string, v verdict, format string, args ...any) {
	f := figure{name, budget, fmt.Sprintf(format, args...), v}
	i.figures = append(i.figures, f)
	progress("%s: %s %s", f.name, f.measured, f.verdict)
}

func (i *report) unmeasured(section string, err error) {
	i.note(section, "", short, "not measured: %s", firstLine(err))
}

func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

// text prints the table for a terminal.
func (i *report) text(w io.Writer) {
	fmt.Fprintf(w, "\n%s\n", strings.Join(i.machine.lines(), "\n"))
	for _, t := range i.all() {
		if len(t.rows) > 0 {
			fmt.Fprintln(w)
			t.text(w)
		}
	}
	fmt.Fprintf(w, "\n%s\n", i.summary())
}

func (i *report) summary() string {
	n := 0
	for _, f := range i.figures {
		if f.verdict == short {
			n++
		}
	}
	if n == 0 {
		return "Every figure keeps its budget."
	}
	return fmt.Sprintf("%d figures fall short of their budget.", n)
}

// place is the lines of a file between which the table of a make target stands; the text around them is written by hand
// and stays.
type place string

func (p place) lines() (from, to string) {
	return fmt.Sprintf("<!-- make %s -->\n", p), fmt.Sprintf("<!-- /make %s -->\n", p)
}

// save writes the table as Markdown into its place in a file.
func (i *report) save(path string, p place) error {
	fromHere, toHere := p.lines()
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	before, rest, exported := strings.Cut(string(text), fromHere)
	_, after, closes := strings.Cut(rest, toHere)
	if !exported || !closes {
		return fmt.Errorf("%s has no place for the table: it wants the lines %s and %s", path, strings.TrimSpace(fromHere), strings.TrimSpace(toHere))
	}
	return os.WriteFile(path, []byte(before+fromHere+i.markdown()+toHere+after), 0o644)
}

func (i *report) markdown() string {
	var s strings.Builder
	s.WriteString("\n")
	for _, l := range i.machine.lines() {
		fmt.Fprintf(&s, "* %s\n", l)
	}
	for _, t := range i.all() {
		if len(t.rows) > 0 {
			s.WriteString("\n")
			t.markdown(&s)
		}
	}
	fmt.Fprintf(&s, "\n%s\n\n", i.summary())
	return s.String()
}
