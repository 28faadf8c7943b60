package config

import (
	"cmp"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// Values are all settings, by group.
func (c Config) Values() []Value { return c.values }

// Write prints the settings as lines of a shell file, in groups, each with its source, and the warnings as comments.
func (c Config) Write(w io.Writer) error {
	group := ""
	for _, v := range c.values {
		head := ""
		if v.Group != group {
			head, group = "# "+v.Group+"\n", v.Group
		}
		if _, err := fmt.Fprintf(w, "%s%-58s # %s\n", head, v.Variable+"="+quote(v.Text), v.Source); err != nil {
			return err
		}
	}
	for _, warning := range c.warnings {
		if _, err := fmt.Fprintf(w, "# WARNING: %s\n", warning); err != nil {
			return err
		}
	}
	return nil
}

// String is Write without sources; it makes %v safe.
func (c Config) String() string {
	var b strings.Builder
	for _, v := range c.values {
		fmt.Fprintf(&b, "%s=%s ", v.Variable, quote(v.Text))
	}
	return strings.TrimSpace(b.String())
}

// GoString makes %#v safe: the parsed cursor keys are among the fields.
func (c Config) GoString() string { return c.String() }

// LogValue makes logging safe.
func (c Config) LogValue() slog.Value { return slog.StringValue(c.String()) }

// quote quotes a text that a shell would split.
func quote(value string) string {
	if value != "" && strings.ContainsAny(value, " \t\n'\"$`\\&;|<>()*?#~") {
		return "'" + strings.ReplaceAll(value, "'", `'\''`) + "'"
	}
	return value
}

// valuesOf reads back what kong put into the struct.
func valuesOf(k *kong.Context) []Value {
	source := map[*kong.Flag]string{}
	for _, step := range k.Path {
		switch {
		case step.Flag == nil:
		case step.Resolved:
			source[step.Flag] = "env"
		default:
			source[step.Flag] = "flag"
		}
	}
	var values []Value
	for _, flag := range k.Model.Flags {
		if flag.Name == "help" {
			continue
		}
		v := Value{flag.Group.Title, variable(flag.Name), asText(flag), "default"}
		if o, found := source[flag]; found {
			v.Source = o
		}
		values = append(values, v)
	}
	slices.SortStableFunc(values, func(a, b Value) int { return cmp.Compare(groupAt(a.Group), groupAt(b.Group)) })
	return values
}

// groupAt is the place of a group among the others.
func groupAt(title string) int {
	return slices.IndexFunc(groups, func(g kong.Group) bool { return g.Title == title })
}

// asText writes a value as its variable would hold it.
func asText(flag *kong.Flag) string {
	text := fmt.Sprint(flag.Target.Interface())
	switch {
	case flag.IsMap():
		text = strings.TrimSuffix(strings.TrimPrefix(text, "map["), "]")
		return strings.ReplaceAll(strings.ReplaceAll(text, " ", ","), ":", "=")
	case flag.IsSlice():
		return strings.ReplaceAll(strings.Trim(text, "[]"), " ", ",")
	}
	if u, err := url.Parse(text); err == nil && u.User != nil {
		return u.Redacted() // an address may hold a password
	}
	return text
}
