package documento

import (
	"context"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Filtro narrows a list; an empty member does not filter. All must hold.
type Filtro struct {
	Tipos       []Tipo // any of them
	Estado      Estado
	Texto       string // every word of it begins a word of the title or the context
	FechaDesde  time.Time
	FechaHasta  time.Time // not itself
	Certificado *bool
	Emisor      string // entidadId
}

// Bounds of the work of one Consulta with a filter: calls of the store, and rows that it reads. A page that is not
// full by then says so, and the next one goes on. MaxLlamadasOtras bounds the calls of other lists.
const (
	MaxLlamadas      = 16
	MaxFilas         = 16384
	MaxLlamadasOtras = 64
)

// Bounds of a text that is looked for.
const (
	maxTextoBuscado = 200
	maxPalabras     = 16
	maxTipos        = 100
)

// prueba is what one field of a filter asks of a row.
type prueba struct {
	pide func(Filtro) bool       // false: the field does not filter
	pasa func(*Criba, Fila) bool // reports whether a row passes
}

// pruebas have a row for each field of Filtro. They are tried in this order: the text is the last one, because it costs
// most.
var pruebas = []prueba{
	{func(f Filtro) bool { return len(f.Tipos) > 0 }, func(c *Criba, fila Fila) bool { return slices.Contains(c.Tipos, fila.Tipo) }},
	{func(f Filtro) bool { return f.Estado != "" }, func(c *Criba, fila Fila) bool { return fila.Estado == c.Estado }},
	{func(f Filtro) bool { return f.Certificado != nil }, func(c *Criba, fila Fila) bool { return fila.Certificado == *c.Certificado }},
	{func(f Filtro) bool { return f.Emisor != "" }, func(c *Criba, fila Fila) bool { return fila.EmisorID == c.Emisor }},
	{func(f Filtro) bool { return !f.FechaDesde.IsZero() }, func(c *Criba, fila Fila) bool { return !fila.FechaRecepcion.Before(c.FechaDesde) }},
	{func(f Filtro) bool { return !f.FechaHasta.IsZero() }, func(c *Criba, fila Fila) bool { return fila.FechaRecepcion.Before(c.FechaHasta) }},
	{func(f Filtro) bool { return f.Texto != "" }, func(c *Criba, fila Fila) bool { return !c.busca.Vacia() && c.busca.En(fila.Titulo, fila.Contexto) }},
}

// Vacio reports whether every row passes.
func (f Filtro) Vacio() bool {
	return !slices.ContainsFunc(pruebas, func(p prueba) bool { return p.pide(f) })
}

// Criba is a filter that is ready for many rows. Not safe for concurrent use.
type Criba struct {
	Filtro
	busca *Busqueda // nil: no text
	pasan []func(*Criba, Fila) bool
}

// Criba makes a filter ready.
func (f Filtro) Criba() *Criba {
	c := &Criba{Filtro: f}
	if f.Texto != "" {
		c.busca = Buscar(f.Texto)
	}
	for _, p := range pruebas {
		if p.pide(f) {
			c.pasan = append(c.pasan, p.pasa)
		}
	}
	return c
}

// Incluye reports whether a row passes.
func (c *Criba) Incluye(fila Fila) bool {
	for _, pasa := range c.pasan {
		if !pasa(c, fila) {
			return false
		}
	}
	return true
}

// Incluye reports whether a row passes.
func (f Filtro) Incluye(fila Fila) bool { return f.Criba().Incluye(fila) }

// validado is a filter that people sent, made fit for the stores; BAD_USER_INPUT with the
// fields that are wrong.
func (s *Servicio) validado(ctx context.Context, f Filtro) (Filtro, error) {
	err := fault.New(fault.BadUserInput, "Revise el filtro.")
	f.Texto = TextoLimpio(f.Texto)
	switch {
	case f.Texto == "":
	case !EsTexto(f.Texto, 1, maxTextoBuscado):
		err = err.WithCampo("filtro.texto", "Como máximo 200 caracteres, sin caracteres de control ni de dirección.")
	case Buscar(f.Texto).Vacia():
		err = err.WithCampo("filtro.texto", "Escriba al menos una letra o una cifra.")
	case Buscar(f.Texto).Palabras() > maxPalabras:
		err = err.WithCampo("filtro.texto", "Como máximo 16 palabras.")
	}
	if f.Estado == Cargando {
		err = err.WithCampo("filtro.estadoDocumento", "Un documento CARGANDO no se lista: todavía no está en la carpeta. Confirme su carga con confirmarCarga.")
	}
	if !f.FechaDesde.IsZero() && !f.FechaHasta.IsZero() && !f.FechaDesde.Before(f.FechaHasta) {
		err = err.WithCampo("filtro.fechaHasta", "Debe ser posterior a fechaDesde.")
	}
	if siglo(f.FechaDesde) || siglo(f.FechaHasta) {
		err = err.WithCampo("filtro.fechaDesde", "Las fechas van del año 1 al 9999, en UTC.")
	}
	if len(f.Emisor) > 64 {
		err = err.WithCampo("filtro.emisor", "Como máximo 64 caracteres.")
	}
	f.Tipos = sinRepetir(f.Tipos)
	if len(f.Tipos) > maxTipos {
		err = err.WithCampo("filtro.codigosTipo", "Como máximo 100 tipos.")
		f.Tipos = nil
	}
	for _, codigo := range f.Tipos {
		err = s.tipos().ParaFiltro(ctx, string(codigo), "filtro.codigosTipo", err)
	}
	if len(err.Campos) > 0 {
		return f, err
	}
	return f, nil
}

// sinRepetir are kinds in the order of their codes, each once; nil for none.
func sinRepetir(ts []Tipo) []Tipo { return slices.Compact(slices.Sorted(slices.Values(ts))) }

// siglo is a date that sort keys have no digits for.
func siglo(t time.Time) bool { return !t.IsZero() && (t.UTC().Year() < 1 || t.UTC().Year() > 9999) }

// Intervalo is a run of sort keys: from Desde on, before Hasta; empty is without end.
type Intervalo struct{ Desde, Hasta string }

// Intervalos are the runs of an order's keys that hold every row that passes, ascending and apart;
// one without ends if the filter says nothing about the order's keys, none if nothing can pass.
func (f Filtro) Intervalos(campo CampoOrden) []Intervalo {
	switch {
	case campo == PorFechaRecepcion:
		is := []Intervalo{{claveFecha(f.FechaDesde), claveFecha(f.FechaHasta)}}
		return slices.DeleteFunc(is, Intervalo.vacio)
	case campo == PorTipo && len(f.Tipos) > 0:
		var is []Intervalo
		for _, t := range sinRepetir(f.Tipos) {
			is = append(is, Intervalo{string(t) + "#", string(t) + "$"}) // '$' follows '#'
		}
		return is
	}
	return []Intervalo{{}}
}

// claveFecha is the first key of a moment. Rows keep milliseconds: one within goes up.
func claveFecha(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	if cut := Milisegundos(t); cut.Before(t) {
		t = cut.Add(time.Millisecond)
	}
	return Fila{FechaRecepcion: t}.valorOrden(PorFechaRecepcion)
}

// vacio reports whether no key is in the run.
func (i Intervalo) vacio() bool { return i.Hasta != "" && i.Desde >= i.Hasta }

// Contiene reports whether a key is in the run.
func (i Intervalo) Contiene(clave string) bool {
	return clave >= i.Desde && (i.Hasta == "" || clave < i.Hasta)
}

// Resto cuts a run to what a walk has still to see after a key; false if that is nothing.
func (i Intervalo) Resto(despues string, descendente bool) (desde string, queda bool) {
	switch {
	case despues == "", descendente && i.Hasta != "" && despues >= i.Hasta, !descendente && despues < i.Desde:
		return "", true
	case i.Contiene(despues):
		return despues, true
	}
	return "", false
}

// con cuts a run to what begins at a key, itself included.
func (i Intervalo) con(clave string, descendente bool) Intervalo {
	if !descendente {
		return Intervalo{Desde: max(i.Desde, clave), Hasta: i.Hasta}
	}
	if siguiente := clave + "\x00"; i.Hasta == "" || siguiente < i.Hasta {
		i.Hasta = siguiente
	}
	return i
}

// EnOrden are the runs in the order of a walk.
func EnOrden(is []Intervalo, descendente bool) []Intervalo {
	is = slices.Clone(is)
	if descendente {
		slices.Reverse(is)
	}
	return is
}
