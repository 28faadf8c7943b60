package reconciliacion

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// maxConteos bounds how often a carpeta that keeps changing is counted.
const maxConteos = 4

// recontar counts with strong reads between two looks at the carpeta. The version
// grows with every document that appears or disappears, and the usage changes with every announced one,
// so equal ones mean that they and the count belong together. The difference must be seen twice.
func (k *comparacion) recontar(ctx context.Context) error {
	visto := false
	for range maxConteos {
		if err := k.Pause(ctx, k.Plazos.Pausa); err != nil {
			return err
		}
		v, n, uso, quieta, err := k.contarFirme(ctx)
		switch {
		case err != nil:
			return err
		case !quieta:
			continue
		case n == v.TotalDocumentos && uso == v.Uso:
			return nil
		case visto:
			return k.desviado(v, n, uso)
		}
		visto = true
	}
	k.resumen.SinDecidir++
	return nil
}

// desviado tells what is wrong.
func (k *comparacion) desviado(v carpeta.Carpeta, n int64, uso carpeta.Uso) error {
	h := Hallazgo{Tipo: ContadorDesviado, Motivo: UsoDistinto, Total: &v.TotalDocumentos, Contados: &n, carpeta: v}
	if uso != v.Uso {
		h.Uso, h.UsoContado = &v.Uso, &uso
	}
	if n != v.TotalDocumentos {
		h.Motivo = TotalDistinto
	}
	return k.hallar(h.completo())
}

// contarFirme counts the documents of the total; quieta if nothing changed meanwhile.
func (k *comparacion) contarFirme(ctx context.Context) (v carpeta.Carpeta, n int64, uso carpeta.Uso, quieta bool, err error) {
	if v, err = k.Metadatos.Carpeta(ctx, k.v.CarpetaID); err != nil {
		return v, 0, uso, false, err
	}
	docs := k.documentos(k.v.CarpetaID, true)
	for {
		d, hay, err := docs.ver(ctx)
		if err != nil {
			return v, 0, uso, false, err
		}
		if !hay {
			break
		}
		if d.Estado != documento.Cargando {
			n++
		}
		uso = uso.Mas(d.Uso())
		docs.pasar()
	}
	despues, err := k.Metadatos.Carpeta(ctx, k.v.CarpetaID)
	return v, n, uso, despues.Version == v.Version && despues.TotalDocumentos == v.TotalDocumentos && despues.Uso == v.Uso, err
}
