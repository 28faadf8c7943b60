package config

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// Completion prints a script for a shell.
type Completion struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// askCompletion is how the scripts ask this program what may come next: the words before, and the one that is being
// written.
const askCompletion = "__complete"

// completions are the scripts. Where nothing is known they complete names of files.
var completions = map[string]string{
	"bash": `_carpeta() { local IFS=$'\n'; COMPREPLY=($(carpeta __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)); }
complete -o default -F _carpeta carpeta
`,
	"zsh": `#compdef carpeta
_carpeta() {
  local -a found=(${(f)"$(carpeta __complete "${(@)words[2,CURRENT]}" 2>/dev/null)"})
  if (( $#found )); then compadd -- $found; else _files; fi
}
compdef _carpeta carpeta
`,
	"fish": `complete -c carpeta -a '(carpeta __complete (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
`,
}

// complete prints what the last word may become, a line for each.
func complete(model *kong.Application, words []string, stdout io.Writer) {
	if len(words) == 0 {
		words = []string{""}
	}
	node, last := model.Node, words[len(words)-1]
	for _, word := range words[:len(words)-1] {
		if i := slices.IndexFunc(node.Children, func(n *kong.Node) bool { return n.Name == word }); i >= 0 {
			node = node.Children[i]
		}
	}
	var found []string
	for _, child := range node.Children {
		found = append(found, child.Name)
	}
	for _, flags := range node.AllFlags(true) {
		for _, flag := range flags {
			if name := "--" + flag.Name; strings.HasPrefix(last, "-") {
				found = append(found, name)
			} else if len(words) > 1 && words[len(words)-2] == name && flag.Enum != "" {
				found = flag.EnumSlice()
			}
		}
	}
	for _, candidate := range found {
		if strings.HasPrefix(candidate, last) {
			fmt.Fprintln(stdout, candidate)
		}
	}
}
