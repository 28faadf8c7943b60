package tipo

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// ParaNuevo adds to a refusal why a new document cannot have a code, if so.
func (s *Servicio) ParaNuevo(ctx context.Context, codigo, campo string, mal *fault.Error) *fault.Error {
	return s.revisar(ctx, codigo, campo, mal, func(v *Vista) bool { return v.Activo })
}

// ParaFiltro adds to a refusal why no document can have a code, if so. A kind that is out of use is in folders still.
func (s *Servicio) ParaFiltro(ctx context.Context, codigo, campo string, mal *fault.Error) *fault.Error {
	return s.revisar(ctx, codigo, campo, mal, func(*Vista) bool { return true })
}

func (s *Servicio) revisar(ctx context.Context, codigo, campo string, mal *fault.Error, sirve func(*Vista) bool) *fault.Error {
	if !EsCodigo(codigo) {
		return mal.WithCampo(campo, "El código de un tipo de documento, por ejemplo DIPLOMA: la consulta tiposDeDocumento los dice todos.")
	}
	c := s.actual(ctx)
	v := c.vistas[fault.Spanish].de[codigo]
	if v == nil || !sirve(v) {
		c = s.conNuevos(ctx)
		v = c.vistas[fault.Spanish].de[codigo]
	}
	cerca := strings.Join(c.parecidos(codigo), ", ")
	switch {
	case v != nil && sirve(v):
		return mal
	case v != nil:
		return mal.WithCampo(campo, fmt.Sprintf("Los documentos nuevos ya no llevan el tipo %s: la consulta tiposDeDocumento dice cuáles hay.", codigo))
	case cerca != "":
		return mal.WithCampo(campo, fmt.Sprintf("No hay un tipo de documento %s. Quizá buscaba %s.", codigo, cerca))
	}
	return mal.WithCampo(campo, fmt.Sprintf("No hay un tipo de documento %s: la consulta tiposDeDocumento dice cuáles hay.", codigo))
}

// maxParecidos is how many codes a refusal names.
const maxParecidos = 3

// parecidos are the active codes that somebody may have meant, the nearest first.
func (c *catalogo) parecidos(codigo string) (cerca []string) {
	type candidato struct {
		codigo string
		lejos  int
	}
	var todos []candidato
	for _, t := range c.todos {
		lejos := distancia(codigo, t.Codigo)
		if comparten(codigo, t.Codigo) {
			lejos = min(lejos, 2)
		}
		if !t.Inactivo && lejos <= max(2, len(codigo)/4) {
			todos = append(todos, candidato{t.Codigo, lejos})
		}
	}
	slices.SortStableFunc(todos, func(a, b candidato) int { return a.lejos - b.lejos })
	for _, uno := range todos[:min(len(todos), maxParecidos)] {
		cerca = append(cerca, uno.codigo)
	}
	return cerca
}

// comparten reports whether a word of four letters or more is in both codes.
func comparten(a, b string) bool {
	de := strings.Split(b, "_")
	return slices.ContainsFunc(strings.Split(a, "_"), func(palabra string) bool { return len(palabra) >= 4 && slices.Contains(de, palabra) })
}

// distancia is how many letters have to be changed, added or taken away (Levenshtein).
func distancia(a, b string) int {
	fila := make([]int, len(b)+1)
	for j := range fila {
		fila[j] = j
	}
	for i := range len(a) {
		antes := fila[0]
		fila[0] = i + 1
		for j := range len(b) {
			cambio := antes
			if a[i] != b[j] {
				cambio++
			}
			antes = fila[j+1]
			fila[j+1] = min(cambio, fila[j]+1, fila[j+1]+1)
		}
	}
	return fila[len(b)]
}
