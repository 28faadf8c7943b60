package auditoria

import (
	"context"
	"math"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

// paseo is a walk through what an owner may see of their carpeta's trail. What is hidden from them leaves no
// mark on it: not on where it stops, nor on its price, nor in a cursor.
type paseo struct {
	a           *Accesos
	c           Consulta
	documentoID string // "" for looks at all of the carpeta
	limite      int
	now         time.Time

	velo      Embargos
	velado    bool // velo was read
	hallados  []Acceso
	pasados   int    // events that the owner may see, and did not ask for
	ultimo    string // the last one that the owner may see
	detenerse bool
}

const (
	// maxPasados bounds what a page passes over. Each costs 1, as for every filter.
	maxPasados = 1024
	// maxTramos bounds the calls, if very much is hidden.
	maxTramos = 64
)

func (p *paseo) andar(ctx context.Context) error {
	defer quota.Walk(ctx)()
	// What the store looks at in vain is not charged: the owner would see what that costs.
	sinCargo, _ := quota.WithTab(ctx, math.MaxInt)
	defer func() { quota.Spend(ctx, p.pasados) }()
	if p.documentoID != "" {
		p.c.Limite = min(4*p.limite, Paginas.Max)
	}
	for range maxTramos {
		es, sigue, err := detenida(p.a.Rastro.Eventos(sinCargo, p.c))
		if err == nil {
			err = p.velar(ctx)
		}
		if err != nil {
			return err
		}
		for _, e := range es {
			if p.ver(e); p.detenerse {
				return Sigue(p.ultimo)
			}
			if len(p.hallados) == p.limite {
				return nil
			}
		}
		if sigue == "" && len(es) < p.c.Limite {
			return nil
		}
		if p.c.Despues = sigue; sigue == "" {
			p.c.Despues = es[len(es)-1].ClaveOrden()
		}
		p.c.Limite = min(2*p.c.Limite, Paginas.Max)
	}
	return Sigue(p.c.Despues)
}

// velar reads what is hidden, after the events that it may hide: an order comes before the looks that it is
// for. On the way to older events once is enough.
func (p *paseo) velar(ctx context.Context) (err error) {
	if !p.velado || !p.c.Descendente {
		p.velo, err = p.a.Rastro.EmbargosDe(ctx, p.c.CarpetaID)
		p.velado = true
	}
	return err
}

func (p *paseo) ver(e Evento) {
	if e.EsConsulta() || p.velo.Oculta(e, p.now) {
		return
	}
	p.ultimo = e.ClaveOrden()
	if slices.Contains(TiposDeMirada, e.Tipo) && same(p.documentoID, e.DocumentoID) {
		p.hallados = append(p.hallados, accesoDe(e))
		return
	}
	p.pasados++
	p.detenerse = p.pasados == maxPasados
}
