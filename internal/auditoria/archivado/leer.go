package archivado

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// maxObjetos bounds the lists and parts that one page reads.
const maxObjetos = 64

// Eventos is auditoria.Store.Eventos over archive and store together. Of an operador's trail in a time
// that begins before the shortest retention, the archive has the days that are older than it, and the
// store the others; all other lists are of the store.
func (a *Archivador) Eventos(ctx context.Context, c auditoria.Consulta) ([]auditoria.Evento, error) {
	s := a.Seguidor()
	defer s.Close()
	return s.Eventos(ctx, c)
}

func (a *Archivador) eventos(ctx context.Context, c auditoria.Consulta, s *Seguidor) ([]auditoria.Evento, error) {
	limite := a.cfg.Clock().UTC().Add(-auditoria.RetencionMinima).Truncate(24*time.Hour).AddDate(0, 0, 1)
	if err := c.Validar(); err != nil {
		return nil, err
	}
	if c.OperadorID == "" || c.Desde.IsZero() || !c.Desde.Before(limite) {
		return a.cfg.Rastro.Eventos(ctx, c)
	}
	if c.Descendente {
		return a.haciaAtras(ctx, c, limite, s)
	}
	return a.haciaAdelante(ctx, c, limite, s)
}

// haciaAdelante walks the archive, then the store.
func (a *Archivador) haciaAdelante(ctx context.Context, c auditoria.Consulta, limite time.Time, s *Seguidor) ([]auditoria.Evento, error) {
	es, err := a.recorrer(ctx, c, limite, s)
	if err != nil || len(es) == c.Limite {
		return es, err
	}
	resto := c
	resto.Limite -= len(es)
	resto.Despues = max(c.Despues, inicio(limite))
	mas, err := a.cfg.Rastro.Eventos(ctx, resto)
	return append(es, mas...), err
}

// haciaAtras walks the store down to the first day that it has whole, then the archive.
func (a *Archivador) haciaAtras(ctx context.Context, c auditoria.Consulta, limite time.Time, s *Seguidor) ([]auditoria.Evento, error) {
	var es []auditoria.Evento
	resto := c
	if c.Despues == "" || c.Despues > inicio(limite) {
		var despues string
		var err error
		es, despues, err = seguir(a.cfg.Rastro.Eventos(ctx, c))
		if err != nil {
			return nil, err
		}
		if n := slices.IndexFunc(es, func(e auditoria.Evento) bool { return e.ClaveOrden() < inicio(limite) }); n >= 0 {
			es, despues = es[:n], ""
		}
		if despues > inicio(limite) {
			return es, auditoria.Sigue(despues)
		}
		resto.Despues = inicio(limite)
	}
	if resto.Limite -= len(es); resto.Limite == 0 {
		return es, nil
	}
	mas, err := a.recorrer(ctx, resto, limite, s)
	return append(es, mas...), err
}

// paseo is one walk over archived days.
type paseo struct {
	a            *Archivador
	s            *Seguidor
	c            auditoria.Consulta
	desde, hasta string // the keys lie between them
	hallados     []auditoria.Evento
	mirados      int
	ocultos      int // of them, from the reader
	objetos      int
}

// recorrer lists what is archived of the days before limite.
func (a *Archivador) recorrer(ctx context.Context, c auditoria.Consulta, limite time.Time, s *Seguidor) ([]auditoria.Evento, error) {
	p := &paseo{a: a, s: s, c: c}
	p.desde, p.hasta = c.Claves()
	if p.hasta == "" || p.hasta > inicio(limite) {
		p.hasta = inicio(limite)
	}
	err := p.meses(ctx)
	auditoria.EventosEnVano(ctx, p.mirados-p.ocultos-len(p.hallados))
	return p.hallados, err
}

func (p *paseo) lleno() bool { return len(p.hallados) == p.c.Limite }

// meses walks the months between the bounds.
func (p *paseo) meses(ctx context.Context) error {
	primero, err := diaDe(p.desde)
	ultimo, err2 := diaDe(p.hasta)
	if err := errors.Join(err, err2); err != nil || p.desde >= p.hasta {
		return err
	}
	m, fin, paso := mesDe(primero), mesDe(ultimo), 1
	if p.c.Descendente {
		m, fin, paso = fin, m, -1
	}
	for ; ; m = m.AddDate(0, paso, 0) {
		if err := p.mes(ctx, m); err != nil || p.lleno() || m.Equal(fin) {
			return err
		}
	}
}

// mes walks the archived days of a month.
func (p *paseo) mes(ctx context.Context, m time.Time) error {
	if err := p.contar(m, m.AddDate(0, 1, 0)); err != nil {
		return err
	}
	lista, _, err := p.a.mes(ctx, nombreMes(p.c.OperadorID, m))
	if err != nil {
		return err
	}
	if p.c.Descendente {
		slices.Reverse(lista.Dias)
	}
	for _, texto := range lista.Dias {
		dia, err := time.Parse(time.DateOnly, texto)
		if err != nil {
			return fault.Wrap(fault.Internal, err)
		}
		if inicio(siguiente(dia)) <= p.desde || inicio(dia) >= p.hasta {
			continue
		}
		if err := p.dia(ctx, dia); err != nil || p.lleno() {
			return err
		}
	}
	return nil
}

// dia walks the parts of a day.
func (p *paseo) dia(ctx context.Context, dia time.Time) error {
	if err := p.contar(dia, siguiente(dia)); err != nil {
		return err
	}
	datos, err := p.a.cfg.Objetos.Get(ctx, nombreDia(p.c.OperadorID, dia))
	if err != nil {
		return perdido(err)
	}
	var partes []parte
	if err := json.Unmarshal(datos, &partes); err != nil {
		return fault.Wrap(fault.Internal, err)
	}
	if p.c.Descendente {
		slices.Reverse(partes)
	}
	for _, x := range partes {
		if x.Ultima <= p.desde || x.Primera >= p.hasta {
			continue
		}
		if err := p.parte(ctx, x); err != nil || p.lleno() {
			return err
		}
	}
	return nil
}

// parte takes from a part what passes.
func (p *paseo) parte(ctx context.Context, x parte) error {
	if p.objetos >= p.a.maxObjetos || p.mirados+x.Eventos > auditoria.MaxEventos && p.mirados > 0 {
		return p.sigueAntesDe(x)
	}
	p.objetos++
	l, err := p.lector(ctx, x)
	if err != nil {
		return err
	}
	var es []auditoria.Evento
	err = l.leer(func(e auditoria.Evento) bool {
		p.mirados++
		if p.c.Oculta(e) {
			p.ocultos++
		}
		if k := e.ClaveOrden(); k > p.desde && k < p.hasta && p.c.Incluye(e) {
			es = append(es, e)
		}
		return p.c.Descendente || len(p.hallados)+len(es) < p.c.Limite
	})
	p.s.dejar(l, err == nil)
	if err != nil {
		return fault.Wrap(fault.Internal, err)
	}
	if p.c.Descendente {
		slices.Reverse(es)
	}
	p.hallados = append(p.hallados, es[:min(len(es), p.c.Limite-len(p.hallados))]...)
	return nil
}

// lector reads a part from its beginning, or goes on in it.
func (p *paseo) lector(ctx context.Context, x parte) (*lectorDeParte, error) {
	if !p.c.Descendente {
		if l := p.s.tomar(x, p.desde); l != nil {
			return l, nil
		}
	}
	datos, err := p.a.cfg.Objetos.Get(ctx, x.Nombre)
	if err != nil {
		return nil, perdido(err)
	}
	l, err := lectorDe(x, datos)
	if err != nil {
		return nil, fault.Wrap(fault.Internal, err)
	}
	return l, nil
}

// sigueAntesDe says that a walk goes on with a part, or in it: no event has these keys.
func (p *paseo) sigueAntesDe(x parte) error {
	if p.c.Descendente {
		return auditoria.Sigue(min(p.hasta, x.Ultima+"~"))
	}
	ultimo := len(x.Primera) - 1
	return auditoria.Sigue(max(p.desde, x.Primera[:ultimo]+string(x.Primera[ultimo]-1)+"~"))
}

// contar counts a list that is read, or stops before the time that it is of.
func (p *paseo) contar(desde, hasta time.Time) error {
	if p.objetos++; p.objetos <= p.a.maxObjetos {
		return nil
	}
	if p.c.Descendente {
		return auditoria.Sigue(min(p.hasta, inicio(hasta)))
	}
	return auditoria.Sigue(max(p.desde, inicio(desde)))
}

// perdido: what a list names must be there.
func perdido(err error) error {
	if errors.Is(err, fault.NotFound) {
		return fault.Wrap(fault.Internal, err)
	}
	return err
}
