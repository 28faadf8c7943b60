package operacion_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/operacion"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

type pagina = relay.Connection[eliminacion.Eliminacion]

func (k *taller) pagina(f operacion.Filtro, args relay.Args) *pagina {
	k.t.Helper()
	p, err := k.Operacion.Eliminaciones(k.t.Context(), operador("op-1"), "", f, args)
	exigir(k.t, err)
	return p
}

func eventos(p *pagina) (ids []string) {
	for _, e := range p.Nodes() {
		ids = append(ids, e.EventoID)
	}
	return ids
}

func puntero[T any](v T) *T { return &v }

// recorrer walks the whole list, and says at every page what the page info says.
func (k *taller) recorrer(f operacion.Filtro, tam int32, atras bool) (ids []string) {
	k.t.Helper()
	args := relay.Args{First: &tam}
	if atras {
		args = relay.Args{Last: &tam}
	}
	for {
		p := k.pagina(f, args)
		next, err := p.PageInfo.HasNextPage(k.t.Context())
		exigir(k.t, err)
		prev, err := p.PageInfo.HasPreviousPage(k.t.Context())
		exigir(k.t, err)
		mas, antes := next, prev
		if atras {
			mas, antes = prev, next
			ids = append(eventos(p), ids...)
		} else {
			ids = append(ids, eventos(p)...)
		}
		if antes != (len(ids) > len(p.Edges)) {
			k.t.Errorf("size %d backwards %t: the page says %t of what it comes from", tam, atras, antes)
		}
		if !mas {
			return ids
		}
		if len(p.Edges) != int(tam) {
			k.t.Errorf("a page of %d, not the last one", len(p.Edges))
		}
		if args.Before, args.After = p.PageInfo.StartCursor, nil; !atras {
			args.Before, args.After = nil, p.PageInfo.EndCursor
		}
	}
}

// variadas writes n deletions in all states, one a minute, the newest a minute old.
func (k *taller) variadas(n int) (es []eliminacion.Eliminacion) {
	k.t.Helper()
	now := documento.Milisegundos(time.Now())
	for i := range n {
		e := k.vencida(0)
		en := now.Add(-time.Duration(n-i) * time.Minute)
		nueva := e
		nueva.Secuencia, nueva.NoAntesDe = 2, now.Add(time.Hour)
		switch i % 5 {
		case 0:
			nueva.Estado, nueva.Paso, nueva.NoAntesDe, nueva.CompletadaEn = eliminacion.Completada, eliminacion.Completed, time.Time{}, now
		case 1:
			nueva.Estado, nueva.Paso, nueva.NoAntesDe, nueva.CompletadaEn = eliminacion.Fallida, eliminacion.MetadataCleanup, time.Time{}, now
		case 2:
			nueva.Estado = eliminacion.Compensando
		case 3:
			nueva.Paso, nueva.ProximoReintento = eliminacion.MetadataCleanup, now.Add(time.Hour)
		}
		es = append(es, k.reescribir(e, nueva, en))
	}
	return es
}

// reescribir replaces a deletion by another one, asked for at another time.
func (k *taller) reescribir(e, nueva eliminacion.Eliminacion, en time.Time) eliminacion.Eliminacion {
	k.t.Helper()
	exigir(k.t, k.Store.Guardar(k.t.Context(), eliminacion.Guardado{Nueva: conFecha(e, 2, e.SolicitadaEn), Efecto: eliminacion.Desbloquear}, world.Hecho()))
	nueva.EventoID, nueva.SolicitadaEn, nueva.Secuencia = world.NewID(), en, 1
	final := nueva
	inicial := nueva
	inicial.Estado, inicial.Paso, inicial.NoAntesDe = eliminacion.Iniciada, eliminacion.MinioCleanup, en
	inicial.DocumentoID = e.DocumentoID
	exigir(k.t, k.Store.Iniciar(k.t.Context(), inicial, world.Hecho()))
	final.Secuencia = 2
	exigir(k.t, k.Store.Guardar(k.t.Context(), eliminacion.Guardado{Nueva: final}, world.Hecho()))
	return final
}

// conFecha ends a deletion without a trace in the lists of what may need somebody.
func conFecha(e eliminacion.Eliminacion, secuencia int64, en time.Time) eliminacion.Eliminacion {
	e.Estado, e.Paso, e.Secuencia, e.NoAntesDe, e.CompletadaEn = eliminacion.Cancelada, eliminacion.Espera, secuencia, time.Time{}, en
	return e
}

func TestListFilters(t *testing.T) {
	k := newWorkshop(t, 31, sinReintentos)
	todas := k.variadas(30)
	ajena := k.ajena("op-2")
	son := func(f func(i int, e eliminacion.Eliminacion) bool) (ids []string) {
		for i, e := range todas {
			if f(i, e) {
				ids = append(ids, e.EventoID)
			}
		}
		return ids
	}
	en := func(estados ...eliminacion.EstadoSaga) func(int, eliminacion.Eliminacion) bool {
		return func(_ int, e eliminacion.Eliminacion) bool { return slices.Contains(estados, e.Estado) }
	}
	casos := map[string]struct {
		f      operacion.Filtro
		quiere []string
	}{
		"what may need somebody": {operacion.Filtro{}, son(en(eliminacion.Iniciada, eliminacion.Compensando, eliminacion.Fallida))},
		"one state":              {operacion.Filtro{Estados: []eliminacion.EstadoSaga{eliminacion.Completada}}, son(en(eliminacion.Completada))},
		"two states, one twice": {operacion.Filtro{Estados: []eliminacion.EstadoSaga{eliminacion.Fallida, eliminacion.Completada, eliminacion.Fallida}},
			son(en(eliminacion.Completada, eliminacion.Fallida))},
		"step":      {operacion.Filtro{Paso: eliminacion.MetadataCleanup}, son(func(i int, _ eliminacion.Eliminacion) bool { return i%5 == 1 || i%5 == 3 })},
		"cause":     {operacion.Filtro{Causa: eliminacion.CausaReintento}, son(func(i int, _ eliminacion.Eliminacion) bool { return i%5 == 3 })},
		"age":       {operacion.Filtro{MasAntiguaQue: 630 * time.Second}, son(func(i int, _ eliminacion.Eliminacion) bool { return i < 20 && i%5 != 0 })},
		"certified": {operacion.Filtro{Certificados: puntero(true)}, nil},
		"others":    {operacion.Filtro{Certificados: puntero(false)}, son(en(eliminacion.Iniciada, eliminacion.Compensando, eliminacion.Fallida))},
		"all at once": {operacion.Filtro{Estados: []eliminacion.EstadoSaga{eliminacion.Iniciada}, Paso: eliminacion.MetadataCleanup, Causa: eliminacion.CausaReintento, MasAntiguaQue: 630 * time.Second},
			son(func(i int, _ eliminacion.Eliminacion) bool { return i < 20 && i%5 == 3 })},
	}
	for nombre, c := range casos {
		for _, tam := range []int32{1, 3, 7, 100} {
			for _, atras := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s by %d backwards %t", nombre, tam, atras), func(t *testing.T) {
					if hay := k.recorrer(c.f, tam, atras); !slices.Equal(hay, c.quiere) {
						t.Errorf("got %d deletions, want %d, or in another order\n%v\n%v", len(hay), len(c.quiere), hay, c.quiere)
					}
				})
			}
		}
	}
	if hay := k.recorrer(operacion.Filtro{}, 100, false); slices.Contains(hay, ajena.EventoID) {
		t.Error("a foreign deletion is listed")
	}
}

func TestListOfCertifiedDocuments(t *testing.T) {
	k := newWorkshop(t, 3, sinReintentos)
	comun := k.borrar(time.Minute)
	d := k.libres[len(k.libres)-1]
	certificada, err := k.Eliminaciones.SolicitarAprobacion(t.Context(), k.dueno, eliminacion.Pedido{Clave: d.Clave(), Motivo: "duplicado"})
	exigir(t, err)
	for nombre, c := range map[string]struct {
		f      operacion.Filtro
		quiere string
	}{
		"certified":                    {operacion.Filtro{Certificados: puntero(true)}, certificada.EventoID},
		"others":                       {operacion.Filtro{Estados: enCurso, Certificados: puntero(false)}, comun.EventoID},
		"in the bin":                   {operacion.Filtro{Paso: eliminacion.Espera}, comun.EventoID},
		"its window open":              {operacion.Filtro{Causa: eliminacion.CausaVentana}, comun.EventoID},
		"those that may need somebody": {operacion.Filtro{}, certificada.EventoID},
		"to be approved":               {operacion.Filtro{Causa: eliminacion.CausaAprobacion}, certificada.EventoID},
		"in its own step":              {operacion.Filtro{Paso: eliminacion.Aprobacion}, certificada.EventoID},
	} {
		if hay := eventos(k.pagina(c.f, relay.Args{})); !slices.Equal(hay, []string{c.quiere}) {
			t.Errorf("%s: %v, want %s", nombre, hay, c.quiere)
		}
	}
}

// enCurso are asked for by name: those that wait in the bin are among them.
var enCurso = []eliminacion.EstadoSaga{eliminacion.Iniciada}

func TestWhoseList(t *testing.T) {
	k := newWorkshop(t, 3, sinReintentos)
	mia, ajena := k.borrar(time.Minute), k.ajena("op-2")
	for nombre, c := range map[string]struct {
		quien   auth.Principal
		de      string
		quiere  string
		rechaza fault.Code
	}{
		"own":                        {operador("op-1"), "", mia.EventoID, ""},
		"own by name":                {operador("op-2"), "op-2", ajena.EventoID, ""},
		"another operador's":         {operador("op-2"), "op-1", "", fault.Forbidden},
		"auditor names one":          {auditor, "op-2", ajena.EventoID, ""},
		"auditor names none":         {auditor, "", "", fault.BadUserInput},
		"citizen":                    {k.dueno, "op-1", "", fault.Forbidden},
		"citizen without a name":     {k.dueno, "", "", fault.Forbidden},
		"a name that is none at all": {auditor, string(make([]byte, 200)), "", fault.BadUserInput},
	} {
		p, err := k.Operacion.Eliminaciones(t.Context(), c.quien, c.de, operacion.Filtro{Estados: enCurso}, relay.Args{})
		exigirCodigo(t, err, c.rechaza)
		if err == nil && !slices.Equal(eventos(p), []string{c.quiere}) {
			t.Errorf("%s: %v", nombre, eventos(p))
		}
	}
}

func TestListCursorIsBound(t *testing.T) {
	k := newWorkshop(t, 4, sinReintentos)
	k.borrar(time.Minute)
	k.borrar(time.Minute)
	f := operacion.Filtro{Estados: enCurso}
	cursor := k.pagina(f, relay.Args{First: puntero[int32](1)}).PageInfo.EndCursor
	for nombre, otro := range map[string]operacion.Filtro{
		"age": {MasAntiguaQue: time.Hour}, "states": {}, "step": {Paso: eliminacion.Espera},
		"cause": {Causa: eliminacion.CausaVentana}, "certified": {Certificados: puntero(false)},
	} {
		_, err := k.Operacion.Eliminaciones(t.Context(), operador("op-1"), "", otro, relay.Args{After: cursor})
		if fault.CodeOf(err) != fault.InvalidCursorToken {
			t.Errorf("%s: %v", nombre, err)
		}
	}
	_, err := k.Operacion.Eliminaciones(t.Context(), auditor, "op-1", f, relay.Args{After: cursor})
	exigirCodigo(t, err, fault.InvalidCursorToken)
	_, err = k.Operacion.Eliminaciones(t.Context(), operador("op-1"), "op-1", f, relay.Args{After: cursor})
	exigir(t, err)
}

// A filter that finds next to nothing among very many ends, and says so.
func TestListIsBounded(t *testing.T) {
	k := newWorkshop(t, 2, sinReintentos)
	k.Operacion.Plazos.Reads = 4
	d := k.libres[0]
	for i := range 250 { // two batches of 100 are read: keys and items of each
		e := eliminacion.Eliminacion{
			EventoID: world.NewID(), CarpetaID: d.CarpetaID, DocumentoID: d.DocumentoID, OperadorID: "op-1", Estado: eliminacion.Iniciada,
			Paso: eliminacion.MinioCleanup, Secuencia: 1, SolicitadaEn: time.Now().Add(-time.Hour).Add(time.Duration(i) * time.Millisecond),
		}
		exigir(t, k.Store.Iniciar(t.Context(), e, world.Hecho()))
		e.Secuencia, e.Estado, e.Paso = 2, eliminacion.Cancelada, eliminacion.Espera
		exigir(t, k.Store.Guardar(t.Context(), eliminacion.Guardado{Nueva: e, Efecto: eliminacion.Desbloquear}, world.Hecho()))
	}
	f := operacion.Filtro{Estados: []eliminacion.EstadoSaga{eliminacion.Cancelada}, Paso: eliminacion.Completed}
	_, err := k.Operacion.Eliminaciones(t.Context(), operador("op-1"), "", f, relay.Args{})
	exigirCodigo(t, err, fault.QueryTooComplex)
	f.Paso = eliminacion.Espera
	if p := k.pagina(f, relay.Args{First: puntero[int32](100)}); len(p.Edges) != 100 {
		t.Errorf("%d rows", len(p.Edges))
	}
}
