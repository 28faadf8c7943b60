package storetest

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var casosDocumento = []caso{
	{"documento/crear carga y confirmar", "", documentoCrearYConfirmar},
	{"documento/cargando es invisible", "", documentoCargandoInvisible},
	{"documento/ausente", "", documentoAusente},
	{"documento/id tomado", "", documentoIDTomado},
	{"documento/confirmar dos veces cuenta una", "", documentoConfirmarDosVeces},
	{"documento/confirmar lo ausente", "", documentoConfirmarAusente},
	{"documento/sembrar deja todo visible", "", documentoSembrar},
	{"documento/carpetas ajenas no se ven", "", documentoCarpetasAjenas},
}

// nuevaConCarga creates an empty carpeta and a pending upload in it.
func (b *banco) nuevaConCarga(t testing.TB) (carpeta.Carpeta, documento.Documento) {
	t.Helper()
	c := nuevaCarpeta()
	exigir(t, b.CrearCarpeta(b.ctx, c))
	d := b.nuevaCarga(c, 1)
	exigir(t, b.CrearCarga(b.ctx, d))
	return c, d
}

func documentoCrearYConfirmar(t *testing.T, b *banco) {
	c, d := b.nuevaConCarga(t)
	hay, err := b.Documento(b.ctx, d.Clave())
	exigir(t, err)
	comparar(t, "upload", hay, d)

	d.Titulo, d.TamanoBytes, d.Contexto = "Acta de grado ñandú 📜", 4321, "otro contexto"
	d.FechaRecepcion = d.FechaRecepcion.Add(1234 * time.Millisecond)
	hay, err = b.ConfirmarCarga(b.ctx, d)
	exigir(t, err)
	quiere := d
	quiere.Estado, quiere.ExpiraEn = documento.Procesado, time.Time{}
	comparar(t, "answer", hay, quiere)
	hay, err = b.Documento(b.ctx, d.Clave())
	exigir(t, err)
	comparar(t, "document", hay, quiere)
	b.exigirTotal(t, c, 1, 1)
	for _, campo := range documento.CamposOrden {
		b.exigirLista(t, documento.Consulta{CarpetaID: c.CarpetaID, Campo: campo, Limite: 20}, []documento.Fila{quiere.Fila})
	}
}

// exigirLista wants a whole walk to yield these rows.
func (b *banco) exigirLista(t testing.TB, c documento.Consulta, quiere []documento.Fila) {
	t.Helper()
	eventualmente(t, b.ctx, func() error {
		hay, err := b.listarTodo(c)
		if err != nil {
			return err
		}
		return igual("list by "+string(c.Campo), hay, quiere)
	})
}

func documentoCargandoInvisible(t *testing.T, b *banco) {
	c, ds := b.sembrar(t, 3)
	exigir(t, b.CrearCarga(b.ctx, b.nuevaCarga(c, 9)))
	visible, err := b.subir(c, 10) // a later write that is seen proves that the earlier one stays unseen
	exigir(t, err)
	for _, campo := range documento.CamposOrden {
		quiere := filasEnOrden(append(ds[:3:3], visible), campo, false)
		b.exigirLista(t, documento.Consulta{CarpetaID: c.CarpetaID, Campo: campo, Limite: 20}, quiere)
	}
	b.exigirTotal(t, c, 4, 4)
}

func documentoAusente(t *testing.T, b *banco) {
	c, ds := b.sembrar(t, 1)
	_, err := b.Documento(b.ctx, documento.Clave{CarpetaID: c.CarpetaID, DocumentoID: nuevoID()})
	exigirCodigo(t, err, fault.NotFound)
	_, err = b.Documento(b.ctx, documento.Clave{CarpetaID: uuid.NewString(), DocumentoID: ds[0].DocumentoID})
	exigirCodigo(t, err, fault.NotFound)
	fs, err := b.Listar(b.ctx, documento.Consulta{CarpetaID: uuid.NewString(), Campo: documento.PorTitulo, Limite: 20})
	exigir(t, err)
	comparar(t, "list of an absent carpeta", fs, []documento.Fila{})
}

func documentoIDTomado(t *testing.T, b *banco) {
	c, d := b.nuevaConCarga(t)
	otro := d
	otro.Titulo = "usurpador"
	exigirCodigo(t, b.CrearCarga(b.ctx, otro), fault.Conflict)
	hay, err := b.Documento(b.ctx, d.Clave())
	exigir(t, err)
	comparar(t, "document", hay, d)

	confirmado, err := b.ConfirmarCarga(b.ctx, d)
	exigir(t, err)
	exigirCodigo(t, b.CrearCarga(b.ctx, otro), fault.Conflict)
	hay, err = b.Documento(b.ctx, d.Clave())
	exigir(t, err)
	comparar(t, "confirmed document", hay, confirmado)
	b.exigirTotal(t, c, 1, 1)
}

func documentoConfirmarDosVeces(t *testing.T, b *banco) {
	c, d := b.nuevaConCarga(t)
	primero, err := b.ConfirmarCarga(b.ctx, d)
	exigir(t, err)
	d.Titulo = "otro título en la repetición"
	segundo, err := b.ConfirmarCarga(b.ctx, d)
	exigir(t, err)
	comparar(t, "repeated answer", segundo, primero)
	b.exigirTotal(t, c, 1, 1)

	e := b.nuevaSaga(c, primero)
	exigir(t, b.Iniciar(b.ctx, e))
	bloqueado, err := b.ConfirmarCarga(b.ctx, d)
	exigir(t, err)
	if bloqueado.Estado != documento.Eliminando || bloqueado.EliminacionID != e.EventoID {
		t.Fatalf("confirming a locked document gave %s, locked by %q", bloqueado.Estado, bloqueado.EliminacionID)
	}
	b.exigirTotal(t, c, 1, 1)
	b.exigirLista(t, documento.Consulta{CarpetaID: c.CarpetaID, Campo: documento.PorTitulo, Limite: 2}, []documento.Fila{bloqueado.Fila})
}

func documentoConfirmarAusente(t *testing.T, b *banco) {
	c := nuevaCarpeta()
	exigir(t, b.CrearCarpeta(b.ctx, c))
	_, err := b.ConfirmarCarga(b.ctx, b.nuevaCarga(c, 1))
	exigirCodigo(t, err, fault.NotFound)
	b.exigirTotal(t, c, 0, 0)
	b.exigirLista(t, documento.Consulta{CarpetaID: c.CarpetaID, Campo: documento.PorTitulo, Limite: 20}, nil)
}

func documentoSembrar(t *testing.T, b *banco) {
	c, ds := b.sembrar(t, 257)
	b.exigirTotal(t, c, 257, 257)
	for _, i := range []int{0, 100, 256} {
		hay, err := b.Documento(b.ctx, ds[i].Clave())
		exigir(t, err)
		comparar(t, "seeded document", hay, ds[i])
	}
	for _, campo := range documento.CamposOrden {
		b.exigirLista(t, documento.Consulta{CarpetaID: c.CarpetaID, Campo: campo, Limite: 100}, filasEnOrden(ds, campo, false))
	}
	eventualmente(t, b.ctx, func() error {
		hay, err := b.CarpetaDeCiudadano(b.ctx, c.CiudadanoID)
		if err != nil {
			return err
		}
		return igual("the citizen's carpeta", hay, c)
	})
	vacia, _ := b.sembrar(t, 0)
	b.exigirTotal(t, vacia, 0, 0)
}

func documentoCarpetasAjenas(t *testing.T, b *banco) {
	type propia struct {
		c  carpeta.Carpeta
		ds []documento.Documento
	}
	var todas []propia
	for n := range 12 {
		c, ds := b.sembrar(t, n)
		todas = append(todas, propia{c, ds})
	}
	for _, p := range todas {
		for _, campo := range documento.CamposOrden {
			for _, desc := range []bool{false, true} {
				q := documento.Consulta{CarpetaID: p.c.CarpetaID, Campo: campo, Descendente: desc, Limite: 5}
				b.exigirLista(t, q, filasEnOrden(p.ds, campo, desc))
			}
		}
	}
}
