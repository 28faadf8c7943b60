package cargo_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/store/cargo"
	"github.com/carpeta-ciudadana/servidor/internal/store/marca"
)

var moment = time.Date(2026, 11, 23, 15, 4, 5, 123_000_000, time.UTC)

// samples are one value of each kind.
var samples = []any{
	auditoria.Evento{}, cargo.Acta{}, cargo.Rezagado{}, auditoria.Embargos{}, entidad.Entidad{}, entrega.Entrega{}, cargo.Once{}, documento.Novedad{},
	eliminacion.Eliminacion{}, marca.Marca{}, documento.Documento{}, carpeta.Carpeta{},
}

// notMoved are the members that mean nothing in another store: see cargo.Moved.
var notMoved = map[string]bool{"Evento.Orden": true, "Documento.Partes.ID": true, "Documento.Partes.Verificados": true, "Documento.Partes.Estado": true, "Marca.Hasta": true}

// TestEveryMemberIsCompared: another value of any member is another value.
func TestEveryMemberIsCompared(t *testing.T) {
	if len(samples) != len(cargo.Kinds) {
		t.Fatalf("%d samples of %d kinds: add one for the new kind", len(samples), len(cargo.Kinds))
	}
	for _, sample := range samples {
		v, other := reflect.New(reflect.TypeOf(sample)).Elem(), reflect.New(reflect.TypeOf(sample)).Elem()
		fill(v)
		fill(other)
		members := 0
		each(other, v.Type().Name(), func(path string, m reflect.Value) {
			before := reflect.ValueOf(m.Interface())
			change(m)
			members++
			if same := cargo.Same(v.Interface(), other.Interface()); same != notMoved[path] {
				t.Errorf("%s: the values are the same: %v, want %v", path, same, notMoved[path])
			}
			m.Set(before)
		})
		if members < 2 || !cargo.Same(v.Interface(), other.Interface()) {
			t.Errorf("%T: only %d members were changed, or two filled ones differ", sample, members)
		}
	}
}

// fill gives every member a value.
func fill(v reflect.Value) {
	switch {
	case v.Type() == reflect.TypeFor[time.Time]():
		v.Set(reflect.ValueOf(moment))
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i))
		}
	case v.Kind() == reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case v.Kind() == reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	case v.Kind() == reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(reflect.ValueOf("clave"), reflect.ValueOf("valor"))
	default:
		change(v)
	}
}

// each visits the members that are no structs.
func each(v reflect.Value, path string, f func(path string, m reflect.Value)) {
	switch {
	case v.Type() == reflect.TypeFor[time.Time](), v.Kind() != reflect.Struct && v.Kind() != reflect.Pointer && v.Kind() != reflect.Slice:
		f(strings.Replace(path, ".Fila", "", 1), v)
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			each(v.Field(i), path+"."+v.Type().Field(i).Name, f)
		}
	case v.Kind() == reflect.Pointer:
		each(v.Elem(), path, f)
	case v.Kind() == reflect.Slice:
		each(v.Index(0), path, f)
	}
}

// change gives a member another value.
func change(m reflect.Value) {
	switch {
	case m.Type() == reflect.TypeFor[time.Time]():
		m.Set(reflect.ValueOf(m.Interface().(time.Time).Add(time.Second)))
	case m.Kind() == reflect.String:
		m.SetString(m.String() + "x")
	case m.CanInt():
		m.SetInt(m.Int() + 1)
	case m.CanUint():
		m.SetUint(m.Uint() + 1)
	case m.Kind() == reflect.Bool:
		m.SetBool(!m.Bool())
	case m.Kind() == reflect.Map:
		m.Set(reflect.ValueOf(map[string]string{"clave": "otro"}).Convert(m.Type()))
	}
}

// TestWhatStoresKeepDifferently: nothing and empty are the same, and so are two times that one store cannot tell apart.
func TestWhatStoresKeepDifferently(t *testing.T) {
	a := entrega.Entrega{EntidadID: "e", AnunciadaEn: moment, ExpiraEn: moment}
	b := a
	b.AnunciadaEn, b.ExpiraEn = moment.Add(999*time.Microsecond), moment.Truncate(time.Second)
	if !cargo.Same(a, b) {
		t.Error("two times that a store cannot tell apart differ")
	}
	full, none := auditoria.Evento{EventoID: "1", Datos: map[string]string{"a": ""}, Sal: []byte{}}, auditoria.Evento{EventoID: "1"}
	if !cargo.Same(full, none) || !cargo.Same(none, full) {
		t.Error("empty and nothing differ")
	}
}

// TestWhatDiffers: the same words at other places, and lists of another length or order.
func TestWhatDiffers(t *testing.T) {
	values := []any{nil, carpeta.Carpeta{}, auditoria.Evento{}, auditoria.Evento{Sal: []byte("ab")}, auditoria.Evento{Datos: map[string]string{"a": "b"}},
		auditoria.Evento{Datos: map[string]string{"ab": "c"}}, auditoria.Evento{Datos: map[string]string{"a": "b", "c": "d"}}}
	for _, l := range [][]string{nil, {"ab"}, {"a", "b"}, {"b", "a"}, {"", "ab"}, {""}} {
		values = append(values, cargo.Acta{Acta: sellado.Acta{Eventos: l}})
	}
	for i, a := range values {
		for j, b := range values {
			if cargo.Same(a, b) != (i == j && a != nil) {
				t.Errorf("%+v and %+v", a, b)
			}
		}
	}
}
