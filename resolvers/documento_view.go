package resolvers

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// ifPresent asks the whole document, and answers null for one that went since its row was read.
func ifPresent[V any](ctx context.Context, obj *documento.Fila, of func(documento.Documento) (V, error)) (*V, error) {
	d, err := detalle(ctx, obj)
	if d == nil {
		return nil, err
	}
	v, err := of(*d)
	return &v, err
}

// link is a signed link to a document's file, or null.
func link(ctx context.Context, obj *documento.Fila, vista bool) (*string, error) {
	d, err := detalle(ctx, obj)
	if d == nil {
		return nil, err
	}
	return linkTo(ctx, d, vista)()
}

// verifiable is a signed link to a document's verifiable file, or null.
func verifiable(ctx context.Context, obj *documento.Fila, mostrarTitular bool) (*string, error) {
	d, err := detalle(ctx, obj)
	if d == nil {
		return nil, err
	}
	return linkOf(ctx, documento.Enlace{Documento: d, Verificable: true, MostrarTitular: mostrarTitular})()
}

// linkTo asks for the link to a document that this response has read. The links of a response are written down together.
func linkTo(ctx context.Context, d *documento.Documento, vista bool) later[*string] {
	return linkOf(ctx, documento.Enlace{Documento: d, Vista: vista})
}

func linkOf(ctx context.Context, e documento.Enlace) later[*string] {
	sign := loadersFrom(ctx).links().Load(ctx, e)
	return func() (*string, error) {
		url, err := sign()
		if err != nil || *url == "" {
			return nil, err
		}
		return url, nil
	}
}

// estadoJuridico is what a document is worth on the day of the request.
func estadoJuridico(ctx context.Context, f *documento.Fila) documento.Juridico {
	return f.EstadoJuridico(loadersFrom(ctx).r.Documentos.Hoy())
}

// motivoRevocacion is why a document was taken back. If a key was revoked, its issuer gave no reason for this one.
func motivoRevocacion(ctx context.Context, d *documento.Documento) string {
	if d.Juridico == documento.Revocado && d.MotivoRevocacion == "" {
		return fault.Say(ctx, "La entidad ya no responde por la firma con que se hizo.")
	}
	return d.MotivoRevocacion
}

// reemplazadoPor is the global id of the document that stands for another, and reemplazaA of the one for which that stands.
func reemplazadoPor(d *documento.Documento) string { return beside(d, d.ReemplazadoPor) }
func reemplazaA(d *documento.Documento) string     { return beside(d, d.ReemplazaA) }

// beside is the global id of another document of the same carpeta; "" of none.
func beside(d *documento.Documento, documentoID string) string {
	if documentoID == "" {
		return ""
	}
	return documento.Fila{CarpetaID: d.CarpetaID, DocumentoID: documentoID}.ID()
}

// textOf is a text of the whole document, and null where it is empty.
func textOf(ctx context.Context, obj *documento.Fila, of func(*documento.Documento) string) (*string, error) {
	d, err := detalle(ctx, obj)
	if d == nil {
		return nil, err
	}
	return nullable(of(d)), nil
}
