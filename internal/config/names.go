package config

import (
	"slices"

	"github.com/alecthomas/kong"
)

// Commands are all commands, as Command.Name has them.
func Commands() (names []string) {
	for _, n := range kong.Must(&cli{}, vars, kong.ExplicitGroups(groups)).Model.Leaves(false) {
		names = append(names, nameOf(n))
	}
	return names
}

// nameOf is a command with those that it belongs to: "eliminacion listar".
func nameOf(n *kong.Node) string {
	if n.Parent == nil || n.Parent.Type != kong.CommandNode {
		return n.Name
	}
	return nameOf(n.Parent) + " " + n.Name
}

// takesValue reports whether a setting is followed by its value.
func takesValue(model *kong.Application, setting string) bool {
	i := slices.IndexFunc(model.Flags, func(f *kong.Flag) bool { return f.Name == setting })
	return i >= 0 && !model.Flags[i].IsBool()
}
