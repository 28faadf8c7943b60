package storetest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/reconciliacion"
)

var casosReconciliacion = []caso{
	{"censo/operadores y sus carpetas, por páginas", "", censoCarpetas},
	{"censo/el total se corrige solo como se vio", "", censoCorregirTotal},
	{"recorrido/todos los estados, por páginas", "", recorridoDocumentos},
	{"reparar/saga sin documento", "", repararHuerfana},
	{"reparar/adoptar un candado", "", repararAdoptar},
	{"reparar/reprogramar", "", repararReprogramar},
	{"marca/escribe solo quien la leyó", "", marcaCercada},
	{"marca/muchos a la vez: uno gana", "", marcaALaVez},
}

func censoCarpetas(t *testing.T, b *banco) {
	ops, err := b.OperadoresConCarpetas(b.ctx)
	exigir(t, err)
	comparar(t, "operadores of an empty store", ops, []string{})
	quiere := map[string][]string{}
	for i := range 6 { // "-2" must not be taken for a part of the other
		c := nuevaCarpeta()
		c.OperadorID = []string{"op", "op-2"}[i%2]
		if i < 4 {
			exigir(t, b.CrearCarpeta(b.ctx, c))
		} else {
			exigir(t, b.Sembrar(b.ctx, c, nil))
		}
		quiere[c.OperadorID] = append(quiere[c.OperadorID], c.CarpetaID)
	}
	ops, err = b.OperadoresConCarpetas(b.ctx)
	exigir(t, err)
	comparar(t, "operadores", ops, []string{"op", "op-2"})
	for op, ids := range quiere {
		slices.Sort(ids)
		for limite := 1; limite <= len(ids)+1; limite++ {
			eventualmente(t, b.ctx, func() error {
				hay, err := b.carpetasDe(op, limite)
				if err != nil {
					return err
				}
				return igual(fmt.Sprintf("carpetas of %s by %d", op, limite), hay, ids)
			})
		}
	}
	exigirVacio(t, b)
}

func (b *banco) carpetasDe(op string, limite int) (todas []string, err error) {
	for desde := ""; ; desde = todas[len(todas)-1] {
		ids, err := b.CarpetasDeOperador(b.ctx, op, desde, limite)
		todas = append(todas, ids...)
		if err != nil || len(ids) < limite {
			return todas, err
		}
	}
}

// exigirVacio: what the stores keep for themselves is nobody's carpeta.
func exigirVacio(t *testing.T, b *banco) {
	t.Helper()
	ids, err := b.CarpetasDeOperador(b.ctx, "nadie", "", 10)
	exigir(t, err)
	comparar(t, "carpetas of nobody", ids, []string{})
	for _, id := range []string{"#operadores", "#" + reconciliacion.MarcaFondo} {
		_, err := b.Carpeta(b.ctx, id)
		exigirCodigo(t, err, fault.NotFound)
		cs, err := b.Carpetas(b.ctx, []string{id})
		exigir(t, err)
		comparar(t, "carpetas", cs, []carpeta.Carpeta{})
	}
}

func censoCorregirTotal(t *testing.T, b *banco) {
	c, _ := b.sembrar(t, 3)
	exigir(t, b.CorregirTotal(b.ctx, c, 7))
	b.exigirTotal(t, c, 7, c.Version)
	exigirCodigo(t, b.CorregirTotal(b.ctx, c, 7), fault.Conflict) // again: it is another total now
	b.exigirTotal(t, c, 7, c.Version)
	vieja := c
	vieja.TotalDocumentos = 7
	_, err := b.subir(c, 9)
	exigir(t, err)
	exigirCodigo(t, b.CorregirTotal(b.ctx, vieja, 3), fault.Conflict) // a document came
	b.exigirTotal(t, c, 8, c.Version+1)
	nunca := nuevaCarpeta()
	exigirCodigo(t, b.CorregirTotal(b.ctx, nunca, 3), fault.Conflict, fault.NotFound)
	_, err = b.Carpeta(b.ctx, nunca.CarpetaID)
	exigirCodigo(t, err, fault.NotFound)
}

func recorridoDocumentos(t *testing.T, b *banco) {
	c, ds, e := b.iniciada(t, 5)
	carga := b.nuevaCarga(c, 8)
	exigir(t, b.CrearCarga(b.ctx, carga))
	b.reloj.avanzar(2 * time.Hour) // the upload has expired, and is still there
	otra, _ := b.sembrar(t, 2)
	ds[0].Estado, ds[0].EstadoPrevio, ds[0].EliminacionID = documento.Eliminando, documento.Procesado, e.EventoID
	quiere := append(ds, carga)
	slices.SortFunc(quiere, func(x, y documento.Documento) int {
		if x.DocumentoID < y.DocumentoID {
			return -1
		}
		return 1
	})
	for _, firme := range []bool{true, false} {
		for limite := 1; limite <= 7; limite++ {
			eventualmente(t, b.ctx, func() error {
				hay, err := b.recorrer(c.CarpetaID, limite, firme)
				if err != nil {
					return err
				}
				return igual(fmt.Sprintf("documents by %d", limite), hay, quiere)
			})
		}
	}
	hay, err := b.recorrer(otra.CarpetaID, 10, true)
	exigir(t, err)
	if len(hay) != 2 {
		t.Fatalf("%d documents of the other carpeta", len(hay))
	}
	hay, err = b.recorrer(uuid.NewString(), 10, true)
	exigir(t, err)
	comparar(t, "documents of nobody", hay, []documento.Documento{})
}

func (b *banco) recorrer(carpetaID string, limite int, firme bool) (todos []documento.Documento, err error) {
	tramo := documento.Tramo{CarpetaID: carpetaID, Limite: limite, Firme: firme}
	for {
		p, err := b.DocumentosDeCarpeta(b.ctx, tramo)
		if err != nil || len(p.Documentos) > limite {
			return nil, fmt.Errorf("%d documents on a page of %d: %w", len(p.Documentos), limite, err)
		}
		todos = append(todos, p.Documentos...)
		if !p.Mas {
			return todos, nil
		}
		tramo.Desde = p.Documentos[len(p.Documentos)-1].DocumentoID
	}
}

func (b *banco) reparacion(c carpeta.Carpeta, d documento.Documento) eliminacion.Eliminacion {
	return eliminacion.NuevaReparacion(nuevoID(), c.OperadorID, eliminacion.Iniciada, d, b.reloj.Ahora())
}

// repararHuerfana: only for a document that is not there; the counter stays.
func repararHuerfana(t *testing.T, b *banco) {
	c, ds := b.sembrar(t, 2)
	e := b.reparacion(c, ds[0])
	exigirCodigo(t, b.IniciarHuerfana(b.ctx, e), fault.Conflict)
	carga := b.nuevaCarga(c, 5)
	exigir(t, b.CrearCarga(b.ctx, carga))
	exigirCodigo(t, b.IniciarHuerfana(b.ctx, b.reparacion(c, carga)), fault.Conflict)
	_, err := b.Eliminacion(b.ctx, e.EventoID)
	exigirCodigo(t, err, fault.NotFound)

	b.reloj.avanzar(2 * time.Hour)
	for _, d := range []documento.Documento{carga, b.nuevoDocumento(c, 7)} { // expired; never was
		e := b.reparacion(c, d)
		exigir(t, b.IniciarHuerfana(b.ctx, e))
		b.exigirSaga(t, e)
		exigirCodigo(t, b.IniciarHuerfana(b.ctx, e), fault.Conflict)
		fin := siguiente(e, eliminacion.Completada, eliminacion.Completed, b.reloj.Ahora())
		exigir(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: fin, Efecto: eliminacion.BorrarMetadato}))
	}
	b.exigirTotal(t, c, 2, c.Version)
	b.exigirDocumento(t, ds[0])
	ops, err := b.Operadores(b.ctx)
	exigir(t, err)
	comparar(t, "operadores", ops, []string{c.OperadorID})
}

func repararAdoptar(t *testing.T, b *banco) {
	c, ds, vieja := b.iniciada(t, 2)
	nueva := b.reparacion(c, ds[0])
	exigirCodigo(t, b.Adoptar(b.ctx, nueva, nuevoID()), fault.Conflict) // not that lock
	libre := b.reparacion(c, ds[1])
	exigirCodigo(t, b.Adoptar(b.ctx, libre, ""), fault.Conflict) // not locked
	exigir(t, b.Adoptar(b.ctx, nueva, vieja.EventoID))
	exigirCodigo(t, b.Adoptar(b.ctx, b.reparacion(c, ds[0]), vieja.EventoID), fault.Conflict)
	b.exigirSaga(t, nueva)
	d, err := b.Documento(b.ctx, ds[0].Clave())
	exigir(t, err)
	if d.Estado != documento.Eliminando || d.EliminacionID != nueva.EventoID || d.EstadoPrevio != documento.Procesado {
		t.Fatalf("document is %s, locked by %q, before it %q", d.Estado, d.EliminacionID, d.EstadoPrevio)
	}
	// The old saga has no say any more, the new one does.
	tarde := siguiente(vieja, eliminacion.Completada, eliminacion.Completed, b.reloj.Ahora())
	exigir(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: tarde, Efecto: eliminacion.BorrarMetadato}))
	b.exigirTotal(t, c, 2, c.Version)
	fin := siguiente(nueva, eliminacion.Completada, eliminacion.Completed, b.reloj.Ahora())
	exigir(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: fin, Efecto: eliminacion.BorrarMetadato}))
	b.exigirTotal(t, c, 1, c.Version+1)
}

func repararReprogramar(t *testing.T, b *banco) {
	c, _, e := b.iniciada(t, 1)
	sin := siguiente(e, eliminacion.Iniciada, eliminacion.MetadataCleanup, b.reloj.Ahora())
	sin.NoAntesDe = time.Time{} // never due: what no code of ours writes
	exigir(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: sin}))
	b.exigirVencidas(t, c.OperadorID, b.reloj.Ahora().Add(time.Hour), 10)
	exigirCodigo(t, b.Reprogramar(b.ctx, e.Pendiente(), b.reloj.Ahora()), fault.Conflict) // it went on
	exigir(t, b.Reprogramar(b.ctx, sin.Pendiente(), b.reloj.Ahora()))
	sin.NoAntesDe = b.reloj.Ahora()
	b.exigirSaga(t, sin)
	b.exigirVencidas(t, c.OperadorID, b.reloj.Ahora(), 10, sin)
	nunca := e.Pendiente()
	nunca.EventoID = nuevoID()
	exigirCodigo(t, b.Reprogramar(b.ctx, nunca, b.reloj.Ahora()), fault.Conflict, fault.NotFound)
}

func marcaCercada(t *testing.T, b *banco) {
	m, err := b.LeerMarca(b.ctx, "prueba")
	exigir(t, err)
	comparar(t, "mark that was never written", m, reconciliacion.Marca{Nombre: "prueba"})
	m.Dueno, m.Hasta, m.Datos = "uno", b.reloj.Ahora(), []byte(`{"a":1}`)
	uno, err := b.EscribirMarca(b.ctx, m)
	exigir(t, err)
	if uno.Token != 1 {
		t.Fatalf("token %d", uno.Token)
	}
	_, err = b.EscribirMarca(b.ctx, m) // on what was read before
	exigirCodigo(t, err, fault.Conflict)
	hay, err := b.LeerMarca(b.ctx, "prueba")
	exigir(t, err)
	comparar(t, "mark", hay, uno)
	otro := uno
	otro.Dueno = "otro"
	otro, err = b.EscribirMarca(b.ctx, otro)
	exigir(t, err)
	_, err = b.EscribirMarca(b.ctx, uno) // fenced off
	exigirCodigo(t, err, fault.Conflict)
	hay, err = b.LeerMarca(b.ctx, "prueba")
	exigir(t, err)
	comparar(t, "mark", hay, otro)
	exigirVacio(t, b)
}

func marcaALaVez(t *testing.T, b *banco) {
	m, err := b.LeerMarca(b.ctx, "prueba")
	exigir(t, err)
	exigirUnGanador(t, aLaVez(8, func(i int) error {
		mia := m
		mia.Dueno = fmt.Sprint(i)
		_, err := b.EscribirMarca(b.ctx, mia)
		return err
	}))
}
