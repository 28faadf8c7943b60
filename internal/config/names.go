package config

import "github.com/alecthomas/kong"

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
