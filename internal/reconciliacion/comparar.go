package reconciliacion

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// Sizes of the pages, and how many suspicions are looked at again together.
const (
	porPagina   = 250
	maxSospecha = 200
)

// sospecha is something to look at again. Its kind says with what.
type sospecha struct {
	tipo      Tipo
	carpeta   carpeta.Carpeta
	existe    bool // the carpeta
	documento documento.Documento
	objeto    documento.Rastro
	saga      visto
}

// comparar holds a carpeta's documents and its folder together, in one pass.
func (c *corrida) comparar(ctx context.Context, v carpeta.Carpeta, existe bool) error {
	k := &comparacion{corrida: c, v: v, existe: existe}
	docs, objs := c.documentos(v.CarpetaID, false), c.objetos(v.CarpetaID)
	for {
		d, hayD, err := docs.ver(ctx)
		if err != nil {
			return err
		}
		o, hayO, err := objs.ver(ctx)
		if err != nil {
			return err
		}
		switch {
		case !hayD && !hayO:
			return k.terminar(ctx)
		case !hayD || hayO && o.DocumentoID < d.DocumentoID:
			k.soloObjeto(o)
			objs.pasar()
		case !hayO || d.DocumentoID < o.DocumentoID:
			k.conDocumento(d, documento.Rastro{})
			docs.pasar()
		default:
			k.conDocumento(d, o)
			docs.pasar()
			objs.pasar()
		}
		if err := k.quizasMirar(ctx); err != nil {
			return err
		}
	}
}

func (c *corrida) documentos(carpetaID string, firme bool) *flujo[documento.Documento] {
	return &flujo[documento.Documento]{leer: func(ctx context.Context, desde string) ([]documento.Documento, string, error) {
		if err := c.turno(ctx); err != nil {
			return nil, "", err
		}
		p, err := c.Metadatos.DocumentosDeCarpeta(ctx, documento.Tramo{CarpetaID: carpetaID, Desde: desde, Limite: porPagina, Firme: firme})
		if err != nil || !p.Mas || len(p.Documentos) == 0 {
			return p.Documentos, "", err
		}
		return p.Documentos, p.Documentos[len(p.Documentos)-1].DocumentoID, nil
	}}
}

func (c *corrida) objetos(carpetaID string) *flujo[documento.Rastro] {
	return &flujo[documento.Rastro]{leer: func(ctx context.Context, desde string) ([]documento.Rastro, string, error) {
		if err := c.turno(ctx); err != nil {
			return nil, "", err
		}
		p, err := c.Objetos.ObjetosDe(ctx, carpetaID, desde, porPagina)
		c.resumen.Ajenos += int64(p.Ajenos)
		return p.Objetos, p.Siguiente, err
	}}
}

// comparacion is the pass through one carpeta.
type comparacion struct {
	*corrida
	v          carpeta.Carpeta
	existe     bool
	listados   int64 // documents that the total counts
	papelera   int64 // documents in the bin
	uso        carpeta.Uso
	sospechas  []sospecha
	bloqueados []documento.Documento
}

func (k *comparacion) soloObjeto(o documento.Rastro) {
	if o.ConDatos {
		k.resumen.Objetos++
		d := documento.Documento{Fila: documento.Fila{CarpetaID: k.v.CarpetaID, DocumentoID: o.DocumentoID}}
		d.StoragePath = documento.NombreObjeto(d.Clave())
		k.sospechar(ObjetoSinMetadatos, d, o)
	}
}

func (k *comparacion) conDocumento(d documento.Documento, o documento.Rastro) {
	k.resumen.Documentos++
	k.uso = k.uso.Mas(d.Uso())
	if o.ConDatos {
		k.resumen.Objetos++
	}
	switch d.Estado {
	case documento.Cargando:
		if d.Expirado(k.Clock().Add(-k.Plazos.Gracia)) {
			k.sospechar(ObjetoSinMetadatos, d, o)
		}
		return
	case documento.Eliminando:
		k.bloqueados = append(k.bloqueados, d)
	default:
		k.resumen.Visibles++
		if !o.Vigente {
			k.sospechar(MetadatosSinObjeto, d, o)
		}
	}
	if d.EnPapelera() {
		k.papelera++
		return
	}
	k.listados++
}

func (k *comparacion) sospechar(t Tipo, d documento.Documento, o documento.Rastro) {
	k.sospechas = append(k.sospechas, sospecha{tipo: t, carpeta: k.v, existe: k.existe, documento: d, objeto: o})
}

func (k *comparacion) quizasMirar(ctx context.Context) error {
	if len(k.sospechas)+len(k.bloqueados) < maxSospecha {
		return nil
	}
	return k.mirar(ctx)
}

// mirar reads the sagas of locked documents, and looks at all suspicions again.
func (k *comparacion) mirar(ctx context.Context) error {
	if err := k.juzgarBloqueados(ctx); err != nil || len(k.sospechas) == 0 {
		return err
	}
	if err := k.Pause(ctx, k.Plazos.Pausa); err != nil {
		return err
	}
	for _, s := range k.sospechas {
		if err := k.confirmar(ctx, s); err != nil {
			return err
		}
	}
	k.sospechas = k.sospechas[:0]
	return nil
}

func (k *comparacion) terminar(ctx context.Context) error {
	if err := k.mirar(ctx); err != nil {
		return err
	}
	if k.existe {
		k.resumen.Carpetas++
		if k.listados != k.v.TotalDocumentos || k.papelera != k.v.TotalPapelera || k.uso != k.v.Uso {
			return k.recontar(ctx)
		}
	}
	return nil
}
