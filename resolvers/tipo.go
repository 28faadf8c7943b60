package resolvers

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/graph/encode"
	"github.com/carpeta-ciudadana/servidor/graph/model"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/documento/tipo"
)

// kind is the kind with a code, in the language of the response.
func kind(ctx context.Context, codigo documento.Tipo) *tipo.Vista {
	l := loadersFrom(ctx)
	return l.r.Tipos.Vista(ctx, string(codigo), l.language(ctx))
}

func kindOf(ctx context.Context, f *fila) *tipo.Vista { return kind(ctx, f.Tipo) }

// kindIn is that of a document that somebody remembers.
func kindIn(ctx context.Context, r *recuerdo) *tipo.Vista {
	if r.Tipo == "" {
		return nil
	}
	return kind(ctx, r.Tipo)
}

// ofKind is the field that says it.
func ofKind[T any](of func(context.Context, *T) *tipo.Vista) encode.Field[T] {
	return encode.Beside(decided(func(ctx context.Context, v *T) (*tipo.Vista, error) { return of(ctx, v), nil }), tipoType.Itself())
}

var tipoType = &encode.Type[tipo.Vista]{
	Name: "TipoDeDocumento",
	Rest: []string{"palabras"}, // a list of texts, which pages do not ask for
	Fields: encode.Fields[tipo.Vista]{
		"codigo":    encode.Text(func(v *tipo.Vista) string { return v.Codigo }),
		"nombre":    encode.Text(func(v *tipo.Vista) string { return v.Nombre }),
		"contexto":  encode.Text(func(v *tipo.Vista) string { return v.Contexto }),
		"icono":     encode.Text(func(v *tipo.Vista) string { return v.Icono }),
		"retencion": encode.Maybe(func(v *tipo.Vista) *int64 { return v.Anos }, encode.Whole(func(n *int64) int64 { return *n })),
		"activo":    encode.Truth(func(v *tipo.Vista) bool { return v.Activo }),
	},
}

func (r *Resolver) registerKind(ctx context.Context, quien auth.Principal, in model.RegistrarTipoInput) (tipo.Tipo, error) {
	return r.Tipos.Registrar(ctx, quien, tipo.Tipo{
		Codigo: in.Codigo, Nombre: *in.Nombre, Contexto: *in.Contexto, Icono: in.Icono, Retencion: int64(orZero(in.Retencion)),
		Palabras: in.Palabras, Inactivo: !in.Activo,
	})
}

// kindsOf are kinds by their codes.
func kindsOf(codigos []string) []documento.Tipo {
	var ts []documento.Tipo
	for _, codigo := range codigos {
		ts = append(ts, documento.Tipo(codigo))
	}
	return ts
}
