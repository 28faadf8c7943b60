package config

import (
	"bufio"
	"io"
	"strings"

	"github.com/alecthomas/kong"
)

// writeMan writes the manual page, in the language of man(7).
func writeMan(model *kong.Application, stdout io.Writer) error {
	m := manual{bufio.NewWriter(stdout)}
	m.macro("TH", "CARPETA", "1", "", "Carpeta Ciudadana")
	m.section("NAME", "carpeta - the citizen's documents behind a GraphQL API")
	m.section("SYNOPSIS", "carpeta [SETTING...] COMMAND [FLAG...]")
	m.section("DESCRIPTION", model.Help+" Without a command it serves.")
	m.macro("SH", "COMMANDS")
	for _, n := range model.Leaves(true) {
		m.macro("SS", strings.TrimSuffix("carpeta "+nameOf(n)+" "+positionals(n), " "))
		m.text(n.Help)
		for _, flag := range n.Flags {
			m.flag(flag)
		}
	}
	group := ""
	m.macro("SH", "SETTINGS")
	for _, flag := range model.Flags {
		if flag.Group != nil && flag.Group.Title != group {
			group = flag.Group.Title
			m.macro("SS", group)
		}
		m.flag(flag)
	}
	m.section("EXIT STATUS", "0: done. 1: failed. 2: bad arguments or settings. 3: what a command compares differs.")
	m.section("SEE ALSO", "The documents of the source, in docs/: operacion.md has every setting.")
	return m.Flush()
}

func positionals(n *kong.Node) string {
	var all []string
	for _, p := range n.Positional {
		all = append(all, p.Summary())
	}
	return strings.Join(all, " ")
}

type manual struct{ *bufio.Writer }

func (m manual) macro(name string, args ...string) {
	_, _ = m.WriteString("." + name) // the error stays until Flush
	for _, a := range args {
		_, _ = m.WriteString(` "` + strings.ReplaceAll(escape(a), `"`, `\(dq`) + `"`)
	}
	_, _ = m.WriteString("\n")
}

func (m manual) section(title, text string) {
	m.macro("SH", title)
	m.text(text)
}

func (m manual) text(text string) {
	_, _ = m.WriteString(`\&` + escape(text) + "\n") // a line that begins with a dot would be a macro
}

func (m manual) flag(flag *kong.Flag) {
	m.macro("TP")
	m.text(flag.String())
	m.text(flag.Help)
}

// escape keeps what troff reads: a backslash, and a minus that would become a hyphen.
func escape(text string) string {
	return strings.NewReplacer("\n", " ", `\`, `\e`, "-", `\-`).Replace(text)
}
