package reconciliacion

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
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
		v, n, quieta, err := k.contarFirme(ctx)
		switch {
		case err != nil:
			return err
		case !quieta:
			continue
		case n == conteo{v.TotalDocumentos, v.TotalPapelera, v.Uso}:
			return nil
		case visto:
			return k.desviado(v, n)
		}
		visto = true
	}
	k.resumen.SinDecidir++
	return nil
}

// conteo is what is counted of a carpeta.
type conteo struct {
	listados, papelera int64
	uso                carpeta.Uso
}

// desviado tells what is wrong.
func (k *comparacion) desviado(v carpeta.Carpeta, n conteo) error {
	h := Hallazgo{Tipo: ContadorDesviado, Motivo: UsoDistinto, Total: &v.TotalDocumentos, Contados: &n.listados, carpeta: v}
	if n.papelera != v.TotalPapelera {
		h.Papelera = &totalesDePapelera{v.TotalPapelera, n.papelera}
	}
	if n.uso != v.Uso {
		h.Uso, h.UsoContado = &v.Uso, &n.uso
	}
	if n.listados != v.TotalDocumentos || n.papelera != v.TotalPapelera {
		h.Motivo = TotalDistinto
	}
	return k.hallar(h.completo())
}

// contarFirme counts the documents of the totals; quieta if nothing changed meanwhile.
func (k *comparacion) contarFirme(ctx context.Context) (v carpeta.Carpeta, n conteo, quieta bool, err error) {
	if v, err = k.Metadatos.Carpeta(ctx, k.v.CarpetaID); err != nil {
		return v, n, false, err
	}
	docs := k.documentos(k.v.CarpetaID, true)
	for {
		d, hay, err := docs.ver(ctx)
		if err != nil {
			return v, n, false, err
		}
		if !hay {
			break
		}
		switch {
		case d.EnPapelera():
			n.papelera++
		case d.Listado():
			n.listados++
		}
		n.uso = n.uso.Mas(d.Uso())
		docs.pasar()
	}
	despues, err := k.Metadatos.Carpeta(ctx, k.v.CarpetaID)
	return v, n, despues == v, err
}
