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
	"github.com/carpeta-ciudadana/servidor/internal/reconciliacion"
	"github.com/carpeta-ciudadana/servidor/internal/store/cargo"
)

var moment = time.Date(2026, 11, 23, 15, 4, 5, 123_000_000, time.UTC)

// samples are one value of each kind.
var samples = []any{
	auditoria.Evento{}, cargo.Acta{}, cargo.Rezagado{}, auditoria.Embargos{}, entidad.Entidad{}, entrega.Entrega{}, cargo.Once{}, documento.Novedad{},
	eliminacion.Eliminacion{}, reconciliacion.Marca{}, documento.Documento{}, carpeta.Carpeta{},
}

// notMoved are the members that mean nothing in another store: see cargo.Moved.
var notMoved = map[string]bool{"Evento.Orden": true, "Documento.Partes.ID": true, "Documento.Partes.Verificados": true, "Documento.Partes.Estado": true, "Marca.Hasta": true}

// TestADigestIsOfEverything: another value of any member is another digest.
func TestADigestIsOfEverything(t *testing.T) {
	if len(samples) != len(cargo.Kinds) {
		t.Fatalf("%d samples of %d kinds: add one for the new kind", len(samples), len(cargo.Kinds))
	}
	for _, sample := range samples {
		v := reflect.New(reflect.TypeOf(sample)).Elem()
		fill(v)
		whole := digest(t, v)
		members := 0
		each(v, v.Type().Name(), func(path string, m reflect.Value) {
			before := reflect.ValueOf(m.Interface())
			change(m)
			members++
			if same := digest(t, v) == whole; same != notMoved[path] {
				t.Errorf("%s: the digest stays the same: %v, want %v", path, same, notMoved[path])
			}
			m.Set(before)
		})
		if members < 2 {
			t.Errorf("%T: only %d members were changed", sample, members)
		}
	}
}

func digest(t *testing.T, v reflect.Value) [32]byte {
	t.Helper()
	d, err := cargo.Digest(v.Interface())
	if err != nil {
		t.Fatal(err)
	}
	return d
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
	if digest(t, reflect.ValueOf(a)) != digest(t, reflect.ValueOf(b)) {
		t.Error("two times that a store cannot tell apart differ")
	}
	full, none := auditoria.Evento{EventoID: "1", Datos: map[string]string{}, Sal: []byte{}}, auditoria.Evento{EventoID: "1"}
	if digest(t, reflect.ValueOf(full)) != digest(t, reflect.ValueOf(none)) {
		t.Error("empty and nothing differ")
	}
}

// TestADigestIsOfWhereItIsSaid: the same words at other places are another digest.
func TestADigestIsOfWhereItIsSaid(t *testing.T) {
	seen := map[[32]byte]any{}
	for _, v := range []auditoria.Evento{
		{}, {EventoID: "ab"}, {EventoID: "a", CorrelacionID: "b"}, {CorrelacionID: "ab"}, {Recurso: auditoria.Recurso{Tipo: "ab"}}, {Recurso: auditoria.Recurso{ID: "ab"}},
		{Actor: auditoria.Actor{Tipo: "ab"}}, {Sal: []byte("ab")}, {Datos: map[string]string{"a": "b"}}, {Datos: map[string]string{"ab": "c"}},
		{Datos: map[string]string{"a": "bc"}}, {Datos: map[string]string{"a": "b", "c": "d"}}, {Datos: map[string]string{"": "ab"}},
	} {
		sum := digest(t, reflect.ValueOf(v))
		if same, found := seen[sum]; found {
			t.Errorf("one digest of %+v and %+v", v, same)
		}
		seen[sum] = v
	}
	lists := [][]string{nil, {"ab"}, {"a", "b"}, {"b", "a"}, {"", "ab"}, {"ab", ""}, {"", "", "ab"}, {""}}
	for _, l := range lists {
		sum := digest(t, reflect.ValueOf(cargo.Acta{Acta: sellado.Acta{Eventos: l}}))
		if same, found := seen[sum]; found {
			t.Errorf("one digest of %q and %+v", l, same)
		}
		seen[sum] = l
	}
}

// TestWhatHasNoDigest: a member that cannot be read is no reason to call two values the same.
func TestWhatHasNoDigest(t *testing.T) {
	for _, v := range []any{struct{ hidden int }{1}, struct{ F func() }{}, struct{ Any any }{1}, struct{ N [2]int }{}, 1.5} {
		if _, err := cargo.Digest(v); err == nil {
			t.Errorf("a %T has a digest", v)
		}
	}
}
