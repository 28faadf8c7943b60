package model

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/99designs/gqlgen/graphql"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
)

// The words of the trail are enum values here: documento.visto is DOCUMENTO_VISTO.
var (
	enumWord = strings.NewReplacer(".", "_", "-", "_")

	tiposEvento = wordsOf(auditoria.Tipos)
	services    = wordsOf(auditoria.Servicios)
	resultados  = wordsOf(auditoria.Resultados)
	gravedades  = wordsOf(auditoria.Gravedades)
)

// Word is a word of the trail as it is written here.
func Word[T ~string](v T) string {
	if w, ok := written[string(v)]; ok {
		return w
	}
	return enumOf(v)
}

// written are the words that there are.
var written = func() map[string]string {
	all := map[string]string{}
	write(all, tiposEvento)
	write(all, services)
	write(all, resultados)
	write(all, gravedades)
	return all
}()

func write[T ~string](to map[string]string, words map[string]T) {
	for w, v := range words {
		to[string(v)] = w
	}
}

func enumOf[T ~string](v T) string { return strings.ToUpper(enumWord.Replace(string(v))) }

func wordsOf[T ~string](all []T) map[string]T {
	words := make(map[string]T, len(all))
	for _, v := range all {
		words[enumOf(v)] = v
	}
	return words
}

func readWord[T ~string](words map[string]T, v any) (T, error) {
	s, _ := v.(string)
	word, ok := words[s]
	if !ok && v != nil {
		return "", fmt.Errorf("must be one of %s", strings.Join(slices.Sorted(maps.Keys(words)), ", "))
	}
	return word, nil
}

// MarshalTipoEventoAuditoria writes a kind of event.
func MarshalTipoEventoAuditoria(t auditoria.Tipo) graphql.Marshaler {
	return graphql.MarshalString(Word(t))
}

// UnmarshalTipoEventoAuditoria reads a kind of event.
func UnmarshalTipoEventoAuditoria(v any) (auditoria.Tipo, error) { return readWord(tiposEvento, v) }

// MarshalServicioAuditoria writes a part of the program.
func MarshalServicioAuditoria(s auditoria.Servicio) graphql.Marshaler {
	return graphql.MarshalString(Word(s))
}

// UnmarshalServicioAuditoria reads a part of the program.
func UnmarshalServicioAuditoria(v any) (auditoria.Servicio, error) { return readWord(services, v) }

// MarshalResultadoAuditoria writes an outcome.
func MarshalResultadoAuditoria(r auditoria.Resultado) graphql.Marshaler {
	return graphql.MarshalString(Word(r))
}

// UnmarshalResultadoAuditoria reads an outcome.
func UnmarshalResultadoAuditoria(v any) (auditoria.Resultado, error) { return readWord(resultados, v) }

// MarshalGravedadAuditoria writes a severity.
func MarshalGravedadAuditoria(g auditoria.Gravedad) graphql.Marshaler {
	return graphql.MarshalString(Word(g))
}

// UnmarshalGravedadAuditoria reads a severity.
func UnmarshalGravedadAuditoria(v any) (auditoria.Gravedad, error) { return readWord(gravedades, v) }

var errInstante = errors.New("an Instante must be RFC 3339 with zone, e.g. 2026-01-31T15:04:05Z, or how long ago, e.g. 30m, 24h or 7d")

// MarshalInstante writes an instant as people name it; null for none.
func MarshalInstante(i auditoria.Instante) graphql.Marshaler {
	switch {
	case !i.Dado():
		return graphql.Null
	case i.Hace > 0:
		return MarshalDuracion(i.Hace)
	default:
		return MarshalDateTime(i.En)
	}
}

// UnmarshalInstante reads RFC 3339, or how long ago: 30m, 24h, 7d; none for null.
func UnmarshalInstante(v any) (auditoria.Instante, error) {
	if v == nil {
		return auditoria.Instante{}, nil
	}
	s, ok := v.(string)
	if !ok {
		return auditoria.Instante{}, errInstante
	}
	i, ok := auditoria.LeerInstante(s)
	if !ok {
		return auditoria.Instante{}, errInstante
	}
	return i, nil
}
