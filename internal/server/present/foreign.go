package present

import (
	"strings"

	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Messages of gqlparser stay in English: developers read them, citizens do not.
// They may name what the schema or the request names, but never repeat a value:
// values are personal data.

const maxForeign = 300 // bytes of a message

// foreignCode keeps the two codes that clients of any GraphQL server know.
func foreignCode(e *gqlerror.Error) string {
	switch code, _ := e.Extensions["code"].(string); code {
	case errcode.ParseFailed, errcode.ValidationFailed:
		return code
	default:
		return string(fault.BadUserInput)
	}
}

// variableOf is the variable that an error is about, as the document declares it.
func variableOf(path ast.Path) string {
	if len(path) < 2 || path[0] != ast.PathName("variable") {
		return ""
	}
	name, _ := path[1].(ast.PathName)
	return string(name)
}

// valueMarks are where a message goes on with a value of the request.
var valueMarks = []string{", found ", "value: ", ` String "`, ` BlockString "`, ` Comment "`}

func foreignMessage(e *gqlerror.Error) string {
	m := e.Message
	if before, after, ok := strings.Cut(m, " is not a valid "); ok && before != "" && len(e.Path) > 0 {
		m = "is not a valid " + after // a variable: before is its value
	}
	for _, mark := range valueMarks {
		if i := strings.Index(m, mark); i >= 0 {
			m = strings.TrimRight(m[:i+len(mark)], ` ,:"`)
			m = strings.TrimSuffix(m, ", found")
		}
	}
	if name := variableOf(e.Path); name != "" {
		m = "variable $" + name + ": " + m
	}
	if len(m) > maxForeign {
		m = strings.ToValidUTF8(m[:maxForeign], "") + "…"
	}
	return m
}
