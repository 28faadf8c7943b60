package storetest

import (
	"context"
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// filterSamples has a filter for each field of documento.Filtro that Fila does not
// have under the same name. The other fields need none: their sample is taken from a row.
var filterSamples = map[string]func(row documento.Fila) documento.Filtro{
	"Tipos": func(documento.Fila) documento.Filtro {
		return documento.Filtro{Tipos: []documento.Tipo{documento.Factura, documento.Diploma, documento.Contrato}}
	},
	"Texto": func(documento.Fila) documento.Filtro { return documento.Filtro{Texto: "  001 NUMERO edúc"} },
	"FechaDesde": func(row documento.Fila) documento.Filtro {
		return documento.Filtro{FechaDesde: row.FechaRecepcion.Add(9*time.Minute + time.Microsecond)}
	},
	"FechaHasta": func(row documento.Fila) documento.Filtro {
		return documento.Filtro{FechaHasta: row.FechaRecepcion.Add(21 * time.Minute)}
	},
	"Emisor": func(row documento.Fila) documento.Filtro { return documento.Filtro{Emisor: row.EmisorID} },
}

// filtroEachField walks the fields of documento.Filtro, so that a store cannot
// leave out the next one: alone and with every other field, it must give what the
// domain's predicate gives.
func filtroEachField(t *testing.T, b *world) {
	c, ds := b.seedVaried(t, 30)
	var samples []documento.Filtro
	for _, field := range reflect.VisibleFields(reflect.TypeFor[documento.Filtro]()) {
		f, ok := filterSample(field, ds[0].Fila)
		if !ok {
			t.Fatalf("documento.Filtro.%s: no row has such a field; add a filter to filterSamples", field.Name)
		}
		if f.Vacio() {
			t.Fatalf("documento.Filtro.%s: Vacio calls a list with it one without a filter, and nobody pays for the rows it keeps back", field.Name)
		}
		if n := len(filterRows(rowsOf(ds), f)); n == 0 || n == len(ds) {
			t.Fatalf("documento.Filtro.%s: Incluye lets %d of %d rows pass, want some", field.Name, n, len(ds))
		}
		samples = append(samples, f)
	}
	var cancel context.CancelFunc // a store that ignores a field says so soon
	b.ctx, cancel = context.WithTimeout(b.ctx, 30*time.Second)
	defer cancel()
	for i, f := range samples {
		for _, g := range samples[i:] {
			f := bothFilters(f, g)
			q := documento.Consulta{CarpetaID: c.CarpetaID, Campo: documento.PorTitulo, Filtro: f, Limite: 5}
			b.requireList(t, q, filterRows(rowsInOrder(ds, q.Campo, false), f))
		}
	}
}

// seedVaried writes documents that differ in every field of a row.
func (b *world) seedVaried(t *testing.T, n int) (carpeta.Carpeta, []documento.Documento) {
	t.Helper()
	c := newCarpeta()
	ds := make([]documento.Documento, n)
	for i := range ds {
		ds[i] = b.newDocumento(c, i)
		fillRow(&ds[i].Fila, i)
		if ds[i].Certificado = i%3 == 0; ds[i].Certificado {
			ds[i].EmisorID, ds[i].EmisorNombre = "universidad", "La universidad"
		}
	}
	b.seedIn(t, c, ds)
	for i := 1; i < n; i += 3 {
		require(t, b.Iniciar(b.ctx, b.newSaga(c, ds[i]), Hecho()))
		ds[i].Estado = documento.Eliminando
	}
	return c, ds
}

// fillRow gives a value to every field of a row that has none, so that both stores show a field that is new. Without an
// issuer it is a citizen's own document.
func fillRow(row *documento.Fila, n int) {
	for _, f := range documento.CamposDeFila {
		switch {
		case f.Text != nil && *f.Text(row) == "" && f.Name != "emisorId":
			*f.Text(row) = fmt.Sprint(f.Name, n)
		case f.Number != nil && *f.Number(row) == 0:
			*f.Number(row) = int64(n)
		case f.Truth != nil:
			*f.Truth(row) = n%2 == 0
		case f.Time != nil && f.Time(row).IsZero():
			*f.Time(row) = row.FechaRecepcion
		}
	}
}

func rowsOf(ds []documento.Documento) []documento.Fila {
	fs := make([]documento.Fila, len(ds))
	for i, d := range ds {
		fs[i] = d.Fila
	}
	return fs
}

// filterSample sets one field to what a row holds: as it is, as a pointer or as a list of one.
func filterSample(field reflect.StructField, row documento.Fila) (f documento.Filtro, ok bool) {
	if sample, ok := filterSamples[field.Name]; ok {
		return sample(row), true
	}
	value := reflect.ValueOf(row).FieldByName(field.Name)
	if !value.IsValid() {
		return f, false
	}
	target := reflect.ValueOf(&f).Elem().FieldByIndex(field.Index)
	switch field.Type {
	case value.Type():
		target.Set(value)
	case reflect.PointerTo(value.Type()):
		target.Set(reflect.New(value.Type()))
		target.Elem().Set(value)
	case reflect.SliceOf(value.Type()):
		target.Set(reflect.Append(target, value))
	default:
		return f, false
	}
	return f, true
}

// bothFilters has the fields of both.
func bothFilters(f, g documento.Filtro) documento.Filtro {
	into, from := reflect.ValueOf(&f).Elem(), reflect.ValueOf(g)
	for i := range into.NumField() {
		if !from.Field(i).IsZero() {
			into.Field(i).Set(from.Field(i))
		}
	}
	return f
}
