package storetest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

func (b *banco) deCarpetaTodo(q eliminacion.ConsultaCarpeta) ([]eliminacion.Eliminacion, error) {
	var todas []eliminacion.Eliminacion
	for {
		es, err := b.DeCarpeta(b.ctx, q)
		if err != nil {
			return nil, err
		}
		todas = append(todas, es...)
		if len(es) < q.Limite {
			return todas, nil
		}
		q.Desde = es[len(es)-1].ClaveCarpeta()
	}
}

func (b *banco) exigirDeCarpeta(t testing.TB, q eliminacion.ConsultaCarpeta, quiere []eliminacion.Eliminacion) {
	t.Helper()
	eventualmente(t, b.ctx, func() error {
		hay, err := b.deCarpetaTodo(q)
		if err != nil {
			return err
		}
		return igual("deletions of the carpeta", hay, quiere)
	})
}

func eliminacionDeCarpeta(t *testing.T, b *banco) {
	c, ds := b.sembrar(t, 12)
	ajena, otros := b.sembrar(t, 1)
	exigir(t, b.Iniciar(b.ctx, b.nuevaSaga(ajena, otros[0])))
	var todas []eliminacion.Eliminacion
	for i, d := range ds {
		if i%3 == 0 { // three of each instant: ties by eventoId
			b.reloj.avanzar(time.Second)
		}
		e := b.nuevaSaga(c, d)
		exigir(t, b.Iniciar(b.ctx, e))
		todas = append(todas, e)
	}
	todas = ordenarSagas(todas)
	for _, desc := range []bool{false, true} {
		quiere := slices.Clone(todas)
		if desc {
			slices.Reverse(quiere)
		}
		q := eliminacion.ConsultaCarpeta{CarpetaID: c.CarpetaID, Descendente: desc, Limite: 101}
		b.exigirDeCarpeta(t, q, quiere)
		for _, tam := range []int{1, 4, 5, 11, 12, 13} {
			q.Limite = tam
			b.exigirDeCarpeta(t, q, quiere)
		}
		for i := range quiere {
			q.Limite, q.Desde = 2, quiere[i].ClaveCarpeta()
			hay, err := b.DeCarpeta(b.ctx, q)
			exigir(t, err)
			comparar(t, fmt.Sprintf("after %d", i), hay, quiere[i+1:min(i+3, len(quiere))])
			q.Desde = ""
		}
	}
}

func eliminacionDeCarpetaCambia(t *testing.T, b *banco) {
	c, _, e := b.iniciada(t, 2)
	q := eliminacion.ConsultaCarpeta{CarpetaID: c.CarpetaID, Limite: 10}
	b.exigirDeCarpeta(t, q, []eliminacion.Eliminacion{e})
	n := siguiente(e, eliminacion.Completada, eliminacion.Completed, b.reloj.Ahora())
	exigir(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: n, Efecto: eliminacion.BorrarMetadato}))
	b.exigirDeCarpeta(t, q, []eliminacion.Eliminacion{n})
}

var casosOperador = []caso{
	{"operador/lista página a página, en ambos sentidos", "", operadorLista},
	{"operador/lista hasta una edad", "", operadorAntes},
	{"operador/la lista sigue el estado", "", operadorEstado},
	{"operador/cada operador lo suyo", "", operadorAjeno},
}

func (b *banco) clavesTodas(q eliminacion.ConsultaOperador) (todas []string, err error) {
	for {
		ks, err := b.ClavesDeOperador(b.ctx, q)
		if err != nil || len(ks) > q.Limite {
			return nil, fmt.Errorf("%d keys, want at most %d: %w", len(ks), q.Limite, err)
		}
		todas = append(todas, ks...)
		if len(ks) < q.Limite {
			return todas, nil
		}
		q.Desde = ks[len(ks)-1]
	}
}

func (b *banco) exigirClaves(t testing.TB, q eliminacion.ConsultaOperador, quiere []string) {
	t.Helper()
	eventualmente(t, b.ctx, func() error {
		hay, err := b.clavesTodas(q)
		if err != nil {
			return err
		}
		return igual(fmt.Sprintf("keys of %+v", q), hay, quiere)
	})
}

// clavesCadaSegundo starts n deletions of one operador, three in each second.
func (b *banco) clavesCadaSegundo(t testing.TB, n int) (operadorID string, claves []string, es []eliminacion.Eliminacion) {
	t.Helper()
	c, ds := b.sembrar(t, n)
	for i, d := range ds {
		if i%3 == 0 {
			b.reloj.avanzar(time.Second)
		}
		e := b.nuevaSaga(c, d)
		exigir(t, b.Iniciar(b.ctx, e))
		es, claves = append(es, e), append(claves, e.ClaveCarpeta())
	}
	slices.Sort(claves)
	return c.OperadorID, claves, es
}

func operadorLista(t *testing.T, b *banco) {
	op, claves, _ := b.clavesCadaSegundo(t, 11)
	for _, desc := range []bool{false, true} {
		quiere := slices.Clone(claves)
		if desc {
			slices.Reverse(quiere)
		}
		q := eliminacion.ConsultaOperador{OperadorID: op, Estado: eliminacion.Iniciada, Descendente: desc}
		for _, q.Limite = range []int{1000, 1, 4, 10, 11, 12} {
			b.exigirClaves(t, q, quiere)
		}
		for i := range quiere { // the entry that a walk starts after need not exist
			q.Limite, q.Desde = 2, quiere[i]
			hay, err := b.ClavesDeOperador(b.ctx, q)
			exigir(t, err)
			comparar(t, fmt.Sprintf("after %d", i), hay, quiere[i+1:min(i+3, len(quiere))])
		}
	}
}

func operadorAntes(t *testing.T, b *banco) {
	op, claves, _ := b.clavesCadaSegundo(t, 9)
	q := eliminacion.ConsultaOperador{OperadorID: op, Estado: eliminacion.Iniciada, Limite: 1000}
	b.exigirClaves(t, q, claves)
	for n := range len(claves) {
		q := q
		q.Antes = claves[n]
		for _, q.Limite = range []int{1000, 2} {
			q.Descendente = false
			b.exigirClaves(t, q, claves[:n])
			q.Descendente = true
			alReves := slices.Clone(claves[:n])
			slices.Reverse(alReves)
			b.exigirClaves(t, q, alReves)
		}
	}
	// A clock that is behind asks for less than the cursor has seen already.
	q.Antes, q.Desde = claves[3], claves[6]
	b.exigirClaves(t, q, nil)
	q.Descendente = true
	b.exigirClaves(t, q, []string{claves[2], claves[1], claves[0]})
}

func operadorEstado(t *testing.T, b *banco) {
	op, claves, es := b.clavesCadaSegundo(t, 3)
	en := func(estado eliminacion.EstadoSaga, quiere ...string) {
		t.Helper()
		b.exigirClaves(t, eliminacion.ConsultaOperador{OperadorID: op, Estado: estado, Limite: 10}, quiere)
	}
	en(eliminacion.Iniciada, claves...)
	e := es[0]
	paso := siguiente(e, eliminacion.Iniciada, eliminacion.MetadataCleanup, b.reloj.Ahora())
	exigir(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: paso}))
	a, err := b.Arrendar(b.ctx, pendiente(paso), arriendo(b.reloj.Ahora().Add(time.Minute)))
	exigir(t, err)
	exigir(t, b.Devolver(b.ctx, a, b.reloj.Ahora(), eliminacion.SinRuta))
	en(eliminacion.Iniciada, claves...)
	fin := siguiente(paso, eliminacion.Completada, eliminacion.Completed, b.reloj.Ahora())
	exigir(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: fin, Efecto: eliminacion.BorrarMetadato}))
	resto := slices.DeleteFunc(slices.Clone(claves), func(k string) bool { return k == e.ClaveCarpeta() })
	en(eliminacion.Iniciada, resto...)
	en(eliminacion.Completada, e.ClaveCarpeta())
	en(eliminacion.Fallida)
}

func operadorAjeno(t *testing.T, b *banco) {
	op, claves, _ := b.clavesCadaSegundo(t, 2)
	c, ds := b.sembrar(t, 1)
	c.OperadorID = op + "-2" // begins like the other's
	exigir(t, b.Iniciar(b.ctx, b.nuevaSaga(c, ds[0])))
	b.exigirClaves(t, eliminacion.ConsultaOperador{OperadorID: op, Estado: eliminacion.Iniciada, Limite: 10}, claves)
	b.exigirClaves(t, eliminacion.ConsultaOperador{OperadorID: "nadie", Estado: eliminacion.Iniciada, Limite: 10}, nil)
}
