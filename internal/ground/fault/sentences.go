package fault

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// sentences has the English of every Spanish sentence that the program says, besides those of the codes. A value has a verb of
// fmt in its place; both sentences have the same verbs in the same order. A test finds the sentences in the program.
//
//go:embed sentences.json
var sentences []byte

// For is the error in the language of the context's caller.
func (e *Error) For(ctx context.Context) *Error {
	if Language(ctx) == Spanish {
		return e
	}
	c := *e
	c.Mensaje, c.Recuperacion = inEnglish(e.Mensaje), inEnglish(e.Recuperacion)
	c.Campos = slices.Clone(e.Campos)
	for i := range c.Campos {
		c.Campos[i].Mensaje = inEnglish(c.Campos[i].Mensaje)
	}
	return &c
}

// Say is a sentence in the language of the context's caller.
func Say(ctx context.Context, sentence string) string {
	if Language(ctx) == Spanish {
		return sentence
	}
	return inEnglish(sentence)
}

// inEnglish translates a sentence of the program. Others stay as they are: those of the GraphQL library are English already.
func inEnglish(sentence string) string {
	all := translations()
	if english, ok := all.whole[sentence]; ok {
		return english
	}
	for _, t := range all.templates {
		if values := t.spanish.FindStringSubmatch(sentence); values != nil {
			return t.with(values[1:])
		}
	}
	return sentence
}

// translation is the English of sentences that have values.
type translation struct {
	spanish *regexp.Regexp
	english []string // what stands around the values
}

func (t translation) with(values []string) string {
	var b strings.Builder
	for i, part := range t.english {
		b.WriteString(part)
		if i < len(values) {
			b.WriteString(values[i])
		}
	}
	return b.String()
}

type translationTable struct {
	whole     map[string]string
	templates []translation // the ones with the most words first
}

var verb = regexp.MustCompile(`%[dqs]`)

var translations = sync.OnceValue(func() translationTable {
	all := translationTable{whole: map[string]string{}}
	if err := json.Unmarshal(sentences, &all.whole); err != nil {
		panic("fault: sentences.json: " + err.Error()) // a test reads it
	}
	valued := slices.DeleteFunc(slices.Collect(maps.Keys(all.whole)), func(es string) bool { return !verb.MatchString(es) })
	slices.SortFunc(valued, func(a, b string) int { return cmp.Or(len(b)-len(a), cmp.Compare(a, b)) })
	for _, es := range valued {
		all.templates = append(all.templates, translation{pattern(es), verb.Split(all.whole[es], -1)})
		delete(all.whole, es)
	}
	for _, info := range Table {
		all.whole[info.Mensaje] = info.Message
	}
	return all
})

func pattern(sentence string) *regexp.Regexp {
	parts := verb.Split(sentence, -1)
	for i := range parts {
		parts[i] = regexp.QuoteMeta(parts[i])
	}
	return regexp.MustCompile(`(?s)^` + strings.Join(parts, `(.*)`) + `$`)
}
