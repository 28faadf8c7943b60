package archivado

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// porParte is how many events a part has: about 1 MB, read in 50 ms.
const porParte = 8192

// parte is one object of a day.
type parte struct {
	Nombre  string `json:"nombre"`
	Primera string `json:"primera"` // ClaveOrden
	Ultima  string `json:"ultima"`
	Eventos int    `json:"eventos"`
	SHA256  string `json:"sha256"` // of the object
}

// mes are the days of a month that are archived, in order: "2026-11-22".
type mes struct {
	Dias []string `json:"dias"`
}

// archivarDia writes a day in parts, reads every part back, writes the list of the parts, and enters the
// day into its month. Broken off anywhere and begun again, it writes the same objects.
func (a *Archivador) archivarDia(ctx context.Context, operadorID string, dia time.Time) (eventos int, err error) {
	var partes []parte
	for es, err := range a.enPartes(ctx, operadorID, dia) {
		if err != nil {
			return 0, err
		}
		p, err := a.archivarParte(ctx, operadorID, dia, len(partes), es)
		if err != nil {
			return 0, err
		}
		partes, eventos = append(partes, p), eventos+p.Eventos
	}
	if eventos == 0 {
		return 0, nil
	}
	lista, err := json.Marshal(partes)
	if err != nil {
		return 0, err
	}
	// Other bytes may be there, of another version of the compressor: that list was written after its
	// parts had been read back, so it is as good.
	if err := a.cfg.Objetos.Put(ctx, nombreDia(operadorID, dia), lista); err != nil && !errors.Is(err, fault.Conflict) {
		return 0, err
	}
	return eventos, a.entrar(ctx, operadorID, dia)
}

func (a *Archivador) archivarParte(ctx context.Context, operadorID string, dia time.Time, n int, es []auditoria.Evento) (parte, error) {
	datos, err := comprimir(es)
	if err != nil {
		return parte{}, err
	}
	p := parte{Primera: es[0].ClaveOrden(), Ultima: es[len(es)-1].ClaveOrden(), Eventos: len(es), SHA256: suma(datos)}
	p.Nombre = nombreParte(operadorID, dia, n, p.SHA256)
	if err := a.cfg.Objetos.Put(ctx, p.Nombre, datos); err != nil {
		return p, err
	}
	vuelta, err := a.cfg.Objetos.Get(ctx, p.Nombre)
	if err != nil {
		return p, err
	}
	leidos := 0
	err = leerParte(p, vuelta, func(e auditoria.Evento) bool {
		leidos++
		return e.ClaveOrden() == es[leidos-1].ClaveOrden() // and the hash says the rest
	})
	if err == nil && leidos != len(es) {
		err = fmt.Errorf("archived part %s: %d of %d events were read back", p.Nombre, leidos, len(es))
	}
	return p, err
}

// enPartes are the events whose place is in a day.
func (a *Archivador) enPartes(ctx context.Context, operadorID string, dia time.Time) func(func([]auditoria.Evento, error) bool) {
	return func(dar func([]auditoria.Evento, error) bool) {
		var juntos []auditoria.Evento
		fin := inicio(siguiente(dia))
		c := auditoria.Consulta{Filtro: auditoria.Filtro{OperadorID: operadorID}, Despues: inicio(dia), Limite: 1000}
		for {
			es, despues, err := seguir(a.cfg.Rastro.Eventos(ctx, c))
			if err != nil {
				dar(nil, err)
				return
			}
			n := slices.IndexFunc(es, func(e auditoria.Evento) bool { return e.ClaveOrden() >= fin })
			if n >= 0 {
				es = es[:n]
			}
			juntos = append(juntos, es...)
			for len(juntos) >= a.porParte {
				if !dar(juntos[:a.porParte], nil) {
					return
				}
				juntos = slices.Clone(juntos[a.porParte:])
			}
			if despues == "" && n < 0 && len(es) == c.Limite {
				despues = es[len(es)-1].ClaveOrden()
			}
			if n >= 0 || despues == "" || despues >= fin {
				break
			}
			c.Despues = despues
		}
		if len(juntos) > 0 {
			dar(juntos, nil)
		}
	}
}

// seguir takes a walk that stopped for one that goes on.
func seguir(es []auditoria.Evento, err error) ([]auditoria.Evento, string, error) {
	if clave, sigue := auditoria.DondeSigue(err); sigue {
		return es, clave, nil
	}
	return es, "", err
}

// entrar enters a day into its month. Of two processes that do so at the same time, one does it again.
func (a *Archivador) entrar(ctx context.Context, operadorID string, dia time.Time) error {
	nombre, texto := nombreMes(operadorID, dia), dia.Format(time.DateOnly)
	for {
		m, version, err := a.mes(ctx, nombre)
		if err != nil || slices.Contains(m.Dias, texto) {
			return err
		}
		m.Dias = append(m.Dias, texto)
		slices.Sort(m.Dias)
		datos, err := json.Marshal(m)
		if err != nil {
			return err
		}
		if err := a.cfg.Objetos.Swap(ctx, nombre, version, datos); !errors.Is(err, fault.Conflict) {
			return err
		}
		if err := ctx.Err(); err != nil {
			return fault.Wrap(fault.Unavailable, err)
		}
	}
}

// mes reads the days of a month; none if none is archived.
func (a *Archivador) mes(ctx context.Context, nombre string) (m mes, version string, err error) {
	datos, version, err := a.cfg.Objetos.Load(ctx, nombre)
	if errors.Is(err, fault.NotFound) {
		return m, "", nil
	}
	if err != nil {
		return m, "", err
	}
	if err := json.Unmarshal(datos, &m); err != nil {
		return m, "", fault.Wrap(fault.Internal, fmt.Errorf("%s: %w", nombre, err))
	}
	return m, version, nil
}
