package fault

import (
	"context"
	"strings"

	"golang.org/x/text/language"
)

// The languages in which the server speaks to people. It writes its sentences in Spanish, and translates them for a caller
// that prefers English.
const (
	Spanish = "es"
	English = "en"
)

var offered = language.NewMatcher([]language.Tag{language.Spanish, language.English})

// LanguageKey is the key under which a context has the caller's Accept-Language.
type LanguageKey struct{}

// maxPreferences are the bytes of Accept-Language that are read and kept. Browsers send less than a hundred.
const maxPreferences = 256

// WithLanguage remembers the caller's Accept-Language: the lines of the header, of which there is mostly one.
func WithLanguage(ctx context.Context, preferences []string) context.Context {
	if len(preferences) == 0 {
		return ctx
	}
	return context.WithValue(ctx, LanguageKey{}, bounded(strings.Join(preferences, ",")))
}

// bounded cuts a long list between two preferences, and does not keep the rest in memory.
func bounded(preferences string) string {
	if len(preferences) <= maxPreferences {
		return preferences
	}
	end := max(strings.LastIndexByte(preferences[:maxPreferences], ','), 0)
	return strings.Clone(preferences[:end])
}

// Language is the language for the context's caller: Spanish, unless the caller prefers English. It is read only for a
// refusal, because most answers have no sentence.
func Language(ctx context.Context) string {
	preferences, _ := ctx.Value(LanguageKey{}).(string)
	tags, _, err := language.ParseAcceptLanguage(preferences)
	if err != nil {
		return Spanish
	}
	if _, index, _ := offered.Match(tags...); index == 1 {
		return English
	}
	return Spanish
}
