package documento

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/ground/batch"
)

// RecursoDocumento is the kind of a document in the trail.
const RecursoDocumento = "documento"

// Enlace asks for a signed link to the file of a document that the caller was allowed to read.
type Enlace struct {
	*Documento
	Vista bool // to be shown in a browser, not saved

	Verificable    bool // its verifiable file
	MostrarTitular bool // with the person in it; of a Verificable
}

// HayArchivo reports whether the file can be had now in this way.
func (e Enlace) HayArchivo() bool {
	switch {
	case e.Verificable:
		return e.EsExportable()
	case e.Vista:
		return e.EsVisible()
	}
	return e.EsDescargable()
}

// EsExportable reports whether the document has a verifiable file now. What its issuer took back, or replaced, is not given
// out as something to show.
func (d Documento) EsExportable() bool {
	return d.EsEntregado() && d.EsDescargable() && d.Juridico == ""
}

// Enlaces signs links, up to 100: a result for each, in their order. "" is for a file that cannot
// be had now. No link leaves without its event in the trail: UNAVAILABLE if that cannot be written.
func (s *Servicio) Enlaces(ctx context.Context, quien auth.Principal, es []Enlace) []batch.Result[string] {
	urls := make([]batch.Result[string], len(es))
	var firmados []Enlace
	for i, e := range es {
		urls[i].Value, urls[i].Err = s.enlazar(ctx, e)
		if urls[i].Value != "" {
			firmados = append(firmados, e)
		}
	}
	if err := s.anotarEnlaces(ctx, quien, firmados); err != nil {
		for i := range urls {
			if urls[i].Value != "" {
				urls[i] = batch.Result[string]{Err: err}
			}
		}
	}
	return urls
}

// enlazar signs a link, or answers "".
func (s *Servicio) enlazar(ctx context.Context, e Enlace) (string, error) {
	d := e.Documento
	switch {
	case !e.HayArchivo():
		return "", nil
	case e.Verificable:
		return s.Verificables(ctx, *d, e.MostrarTitular)
	case e.Vista:
		return s.Objetos.URLVista(ctx, d.StoragePath, d.NombreArchivo, d.TipoVista, s.Limites.DescargaVence)
	default:
		return s.Objetos.URLDescarga(ctx, d.StoragePath, d.NombreArchivo, d.TipoContenido, s.Limites.DescargaVence)
	}
}

// anotarEnlaces writes all of them down in one call; the owners are known to the request by now.
func (s *Servicio) anotarEnlaces(ctx context.Context, quien auth.Principal, es []Enlace) error {
	if len(es) == 0 || s.Auditoria == nil {
		return nil
	}
	carpetaIDs := make([]string, len(es))
	for i, e := range es {
		carpetaIDs[i] = e.CarpetaID
	}
	duenos := carpeta.Duenos(ctx, s.Carpetas.Store, carpetaIDs)
	hechos := make([]auditoria.Evento, len(es))
	for i, e := range es {
		dueno := duenos[e.CarpetaID]
		if dueno.Err != nil {
			return dueno.Err
		}
		tipo := auditoria.DocumentoDescargado
		if e.Vista {
			tipo = auditoria.DocumentoVisto
		}
		var datos map[string]string
		if e.Verificable {
			datos = map[string]string{"modo": "verificable"}
		}
		hechos[i] = auditoria.Leido{
			Tipo: tipo, Recurso: auditoria.Recurso{Tipo: RecursoDocumento, ID: e.DocumentoID}, OperadorID: dueno.Value.OperadorID,
			CarpetaID: e.CarpetaID, DocumentoID: e.DocumentoID, Dueno: dueno.Value.CiudadanoID, Datos: datos,
		}.Por(quien)
	}
	return s.Auditoria.Anotar(ctx, hechos...)
}
