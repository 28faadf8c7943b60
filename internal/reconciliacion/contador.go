package reconciliacion

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// maxConteos bounds how often a carpeta that keeps changing is counted.
const maxConteos = 4

// recontar counts with strong reads between two looks at the carpeta. The version
// grows with every document that appears or disappears, so equal versions mean that
// count and total belong together. The difference must be seen twice.
func (k *comparacion) recontar(ctx context.Context) error {
	visto := false
	for range maxConteos {
		if err := k.Pause(ctx, k.Plazos.Pausa); err != nil {
			return err
		}
		v, n, quieta, err := k.contarFirme(ctx)
		switch {
		case err != nil:
			return err
		case !quieta:
			continue
		case n == v.TotalDocumentos:
			return nil
		case visto:
			h := Hallazgo{Tipo: ContadorDesviado, Motivo: TotalDistinto, Total: &v.TotalDocumentos, Contados: &n, carpeta: v}
			return k.hallar(h.completo())
		}
		visto = true
	}
	k.resumen.SinDecidir++
	return nil
}

// contarFirme counts the documents of the total; quieta if nothing changed meanwhile.
func (k *comparacion) contarFirme(ctx context.Context) (v carpeta.Carpeta, n int64, quieta bool, err error) {
	if v, err = k.Metadatos.Carpeta(ctx, k.v.CarpetaID); err != nil {
		return v, 0, false, err
	}
	docs := k.documentos(k.v.CarpetaID, true)
	for {
		d, hay, err := docs.ver(ctx)
		if err != nil {
			return v, 0, false, err
		}
		if !hay {
			break
		}
		if d.Estado != documento.Cargando {
			n++
		}
		docs.pasar()
	}
	despues, err := k.Metadatos.Carpeta(ctx, k.v.CarpetaID)
	return v, n, despues.Version == v.Version && despues.TotalDocumentos == v.TotalDocumentos, err
}
