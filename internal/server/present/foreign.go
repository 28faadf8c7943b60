package present

import (
	"regexp"
	"strings"

	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Messages of gqlparser stay in English: developers read them, citizens do not.
// They may name what the schema or the request names. A value is repeated only if it is a number or has the form of a name:
// other values are personal data.

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

// token matches the kinds of tokens that the parser may have found; of a text it says only that it is one.
var token = regexp.MustCompile(`^(<\w+>|Name|Int|Float|String|BlockString|\.\.\.|[!$&()=@{|}:\[\]])$`)

var (
	number = regexp.MustCompile(`^"?[-+.0-9eE]{1,32}"?$`)
	name   = regexp.MustCompile(`^[_A-Za-z][_0-9A-Za-z]{0,63}$`)
)

// IsName reports whether a text has the form of a short name. Such a one may be repeated where the name of an enumeration's
// value has to be: it is no text that a person wrote.
func IsName(text string) bool { return name.MatchString(text) }

// isValue reports whether a value may be repeated: a number or a name. What stands in quotes may be anything, so that a
// name in quotes has to stand where an enumeration's value has to be.
func isValue(text string, ofEnum bool) bool {
	if n := len(text); ofEnum && n > 2 && text[0] == '"' && text[n-1] == '"' && IsName(text[1:n-1]) {
		return true
	}
	return number.MatchString(text) || IsName(text)
}

// enumType matches the type of an enumeration as the library prints it, with the marks of lists and of what is not null.
var enumType = regexp.MustCompile(`^(Value "[^"]*" does not exist in|Enum) "\[*(\w+)[\]!]*"`)

func foreignMessage(e *gqlerror.Error) string {
	m := e.Message
	if before, after, ok := strings.Cut(m, " is not a valid "); ok && before != "" && len(e.Path) > 0 {
		m = "is not a valid " + after // a variable: before is its value
	}
	m = enumType.ReplaceAllString(m, `$1 "$2"`)
	m = without(m, ", found ", "", token.MatchString)
	m = without(m, " value: ", " value", func(s string) bool { return isValue(s, strings.HasPrefix(m, "Enum ")) })
	for _, mark := range []string{` String "`, ` BlockString "`, ` Comment "`} {
		if i := strings.Index(m, mark); i >= 0 {
			m = m[:i+len(mark)-2]
		}
	}
	if name := variableOf(e.Path); name != "" && !strings.HasPrefix(m, "Variable ") {
		m = `Variable "$` + name + `": ` + m
	}
	if len(m) > maxForeign {
		m = strings.ToValidUTF8(m[:maxForeign], "") + "…"
	}
	return m
}

// without says shorter what a message says after a mark, up to a suggestion, unless it may be shown.
func without(message, mark, shorter string, shown func(string) bool) string {
	before, after, ok := strings.Cut(message, mark)
	if !ok {
		return message
	}
	said, suggestion, suggests := strings.Cut(after, ". Did you mean")
	if shown(strings.TrimSuffix(said, ".")) {
		return message
	}
	if suggests {
		return before + shorter + ". Did you mean" + suggestion
	}
	return before + shorter
}
