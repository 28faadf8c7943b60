package tipo

import (
	"context"
	_ "embed"
	"encoding/json"
	"regexp"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Tipo is a kind of document. The embedded store and tipos.json keep its JSON.
type Tipo struct {
	Codigo    string   `json:"codigo"`
	Nombre    Texto    `json:"nombre"`
	Contexto  Texto    `json:"contexto"`            // what such papers are about: kinds are shown together by it
	Icono     string   `json:"icono"`               // name of a picture; clients show a plain paper for one that they do not know
	Retencion int64    `json:"retencion,omitempty"` // years for which such a paper is worth keeping; 0: for ever
	Palabras  []string `json:"palabras,omitempty"`  // a file with one of them in its name is proposed as this kind
	Inactivo  bool     `json:"inactivo,omitempty"`  // no new document may have it

	ModificadoEn time.Time `json:"modificadoEn,omitzero"` // UTC, milliseconds; zero for one that nobody changed
	// Version is 0 for a kind as it comes with the program, and grows with each change.
	Version int64 `json:"version,omitempty"`
}

// Texto is what people read, in both languages of the server.
type Texto struct {
	Es string `json:"es"`
	En string `json:"en"`
}

// Para is the text for a reader of a language of fault.
func (t Texto) Para(lengua string) string {
	if lengua == fault.English {
		return t.En
	}
	return t.Es
}

// Otro is the kind of what is no other. It is always there.
const Otro = "OTRO"

// formaCodigo: the code is part of sort keys, and of what entities sign.
var formaCodigo = regexp.MustCompile(`^[A-Z][A-Z0-9_]{1,47}$`)

// EsCodigo reports whether a text can be a code of what administradores keep: a kind of document, a procedure.
func EsCodigo(codigo string) bool { return formaCodigo.MatchString(codigo) }

//go:embed tipos.json
var tiposJSON []byte

// DelPrograma are the kinds that come with the program, in the order in which they are shown.
func DelPrograma() []Tipo {
	var ts []Tipo
	if err := json.Unmarshal(tiposJSON, &ts); err != nil {
		panic(err) // the file is a part of the program
	}
	return ts
}

// Activo reports whether a new document may have the kind.
func (t Tipo) Activo() bool { return !t.Inactivo }

// Anos is Retencion; nil: for ever.
func (t Tipo) Anos() *int64 { return sinCero(t.Retencion) }

// Cambio is ModificadoEn; nil for a kind as it comes with the program.
func (t Tipo) Cambio() *time.Time { return sinCero(t.ModificadoEn) }

func sinCero[V comparable](v V) *V {
	var cero V
	if v == cero {
		return nil
	}
	return &v
}

// Store keeps the kinds that administradores changed or added. Failures are *fault.Error: UNAVAILABLE when the store does
// not answer in time.
type Store interface {
	// TiposCambiados reads all of them, strongly consistent, in the order of their codes.
	TiposCambiados(ctx context.Context) ([]Tipo, error)
	// GuardarTipo writes the next version: t.Version is 1 for a new one, and one more than the stored version otherwise.
	// Its event h is in the same transaction. CONFLICT, and nothing written, if somebody else was first.
	GuardarTipo(ctx context.Context, t Tipo, h auditoria.Evento) error
}

// catalogo is every kind, at a moment.
type catalogo struct {
	todos  []Tipo            // those of the program first
	vistas map[string]vistas // by language

	preguntado time.Time // when the store was asked
	hasta      time.Time // until when this is good for readers
}

// nuevoCatalogo puts what was changed in the place of what came with the program, and what was added behind it.
func nuevoCatalogo(cambiados []Tipo) *catalogo {
	c := &catalogo{todos: DelPrograma(), vistas: map[string]vistas{}}
	for _, t := range cambiados {
		if i := c.lugar(t.Codigo); i >= 0 {
			c.todos[i] = t
		} else {
			c.todos = append(c.todos, t)
		}
	}
	for _, lengua := range []string{fault.Spanish, fault.English} {
		v := vistas{make([]Vista, len(c.todos)), map[string]*Vista{}}
		for i, t := range c.todos {
			v.todas[i] = t.vista(lengua)
			v.de[t.Codigo] = &v.todas[i]
		}
		c.vistas[lengua] = v
	}
	return c
}

func (c *catalogo) lugar(codigo string) int {
	return slices.IndexFunc(c.todos, func(t Tipo) bool { return t.Codigo == codigo })
}

// vistas are all kinds in one language.
type vistas struct {
	todas []Vista
	de    map[string]*Vista // by code
}

// Vista is a kind as a reader of one language sees it.
type Vista struct {
	Codigo, Nombre, Contexto, Icono string
	Anos                            *int64 // nil: for ever
	Palabras                        []string
	Activo                          bool
}

func (t Tipo) vista(lengua string) Vista {
	return Vista{
		Codigo: t.Codigo, Nombre: t.Nombre.Para(lengua), Contexto: t.Contexto.Para(lengua), Icono: t.Icono,
		Anos: t.Anos(), Palabras: t.Palabras, Activo: t.Activo(),
	}
}

// vista is a kind in a language. One that nobody knows any more, as after a restored backup, is shown by its code.
func (c *catalogo) vista(codigo, lengua string) *Vista {
	if v := c.vistas[lengua].de[codigo]; v != nil {
		return v
	}
	return &Vista{Codigo: codigo, Nombre: codigo, Icono: c.vistas[lengua].de[Otro].Icono}
}
