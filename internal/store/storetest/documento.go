package storetest

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var casesDocumento = []testCase{
	{"documento/create a carga and confirm it", "", documentoCreateAndConfirm},
	{"documento/a carga is invisible", "", documentoCargandoInvisible},
	{"documento/absent", "", documentoAbsent},
	{"documento/id taken", "", documentoIDTaken},
	{"documento/confirmed twice counts once", "", documentoConfirmTwice},
	{"documento/confirm what is absent", "", documentoConfirmAbsent},
	{"documento/a seed leaves all visible", "", documentoSeed},
}

// newWithCarga creates an empty carpeta and a pending upload in it.
func (b *world) newWithCarga(t testing.TB) (carpeta.Carpeta, documento.Documento) {
	t.Helper()
	c := newCarpeta()
	b.open(t, c)
	d := b.newCarga(c, 1)
	require(t, b.CrearCarga(b.ctx, d, carpeta.SinCuota, Hecho()))
	return c, d
}

func documentoCreateAndConfirm(t *testing.T, b *world) {
	c, d := b.newWithCarga(t)
	got, err := b.Documento(b.ctx, d.Clave())
	require(t, err)
	requireSame(t, "upload", got, d)

	d.Titulo, d.Contexto = "Acta de grado ñandú 📜", "otro contexto"
	d.FechaRecepcion = d.FechaRecepcion.Add(1234 * time.Millisecond)
	got, err = b.ConfirmarCarga(b.ctx, d, d, Hecho())
	require(t, err)
	want := d
	want.Estado, want.ExpiraEn = documento.Procesado, time.Time{}
	requireSame(t, "answer", got, want)
	got, err = b.Documento(b.ctx, d.Clave())
	require(t, err)
	requireSame(t, "document", got, want)
	b.requireTotal(t, c, 1, 1)
	for _, campo := range documento.CamposOrden {
		b.requireList(t, documento.Consulta{CarpetaID: c.CarpetaID, Campo: campo, Limite: 20}, []documento.Fila{want.Fila})
	}
}

// requireList wants a whole walk to yield these rows.
func (b *world) requireList(t testing.TB, c documento.Consulta, want []documento.Fila) {
	t.Helper()
	eventually(t, b.ctx, func() error {
		got, err := b.listAll(c)
		if err != nil {
			return err
		}
		return differenceError("list by "+string(c.Campo), got, want)
	})
}

func documentoCargandoInvisible(t *testing.T, b *world) {
	c, ds := b.seed(t, 3)
	require(t, b.CrearCarga(b.ctx, b.newCarga(c, 9), carpeta.SinCuota, Hecho()))
	visible, err := b.uploadDocumento(c, 10) // a later write that is seen proves that the earlier one stays unseen
	require(t, err)
	for _, campo := range documento.CamposOrden {
		want := rowsInOrder(append(ds[:3:3], visible), campo, false)
		b.requireList(t, documento.Consulta{CarpetaID: c.CarpetaID, Campo: campo, Limite: 20}, want)
	}
	b.requireTotal(t, c, 4, 4)
}

func documentoAbsent(t *testing.T, b *world) {
	c, ds := b.seed(t, 1)
	_, err := b.Documento(b.ctx, documento.Clave{CarpetaID: c.CarpetaID, DocumentoID: newID()})
	requireCode(t, err, fault.NotFound)
	_, err = b.Documento(b.ctx, documento.Clave{CarpetaID: uuid.NewString(), DocumentoID: ds[0].DocumentoID})
	requireCode(t, err, fault.NotFound)
	fs, err := b.Listar(b.ctx, documento.Consulta{CarpetaID: uuid.NewString(), Campo: documento.PorTitulo, Limite: 20})
	require(t, err)
	requireSame(t, "list of an absent carpeta", fs, []documento.Fila{})
}

func documentoIDTaken(t *testing.T, b *world) {
	c, d := b.newWithCarga(t)
	other := d
	other.Titulo = "usurpador"
	requireCode(t, b.CrearCarga(b.ctx, other, carpeta.SinCuota, Hecho()), fault.Conflict)
	got, err := b.Documento(b.ctx, d.Clave())
	require(t, err)
	requireSame(t, "document", got, d)

	confirmed, err := b.ConfirmarCarga(b.ctx, d, d, Hecho())
	require(t, err)
	requireCode(t, b.CrearCarga(b.ctx, other, carpeta.SinCuota, Hecho()), fault.Conflict)
	got, err = b.Documento(b.ctx, d.Clave())
	require(t, err)
	requireSame(t, "confirmed document", got, confirmed)
	b.requireTotal(t, c, 1, 1)
}

func documentoConfirmTwice(t *testing.T, b *world) {
	c, d := b.newWithCarga(t)
	first, err := b.ConfirmarCarga(b.ctx, d, d, Hecho())
	require(t, err)
	d.Titulo = "otro título en la repetición"
	second, err := b.ConfirmarCarga(b.ctx, d, d, Hecho())
	require(t, err)
	requireSame(t, "repeated answer", second, first)
	b.requireTotal(t, c, 1, 1)

	e := b.newSaga(c, first)
	require(t, b.Iniciar(b.ctx, e, Hecho()))
	locked, err := b.ConfirmarCarga(b.ctx, d, d, Hecho())
	require(t, err)
	if locked.Estado != documento.Eliminando || locked.EliminacionID != e.EventoID {
		t.Fatalf("confirming a locked document gave %s, locked by %q", locked.Estado, locked.EliminacionID)
	}
	b.requireTotal(t, c, 1, 1)
	b.requireList(t, documento.Consulta{CarpetaID: c.CarpetaID, Campo: documento.PorTitulo, Limite: 2}, []documento.Fila{locked.Fila})
}

func documentoConfirmAbsent(t *testing.T, b *world) {
	c := newCarpeta()
	b.open(t, c)
	d := b.newCarga(c, 1)
	requireCode(t, errOf(b.ConfirmarCarga(b.ctx, d, d, Hecho())), fault.NotFound)
	b.requireTotal(t, c, 0, 0)
	b.requireList(t, documento.Consulta{CarpetaID: c.CarpetaID, Campo: documento.PorTitulo, Limite: 20}, nil)
}

func documentoSeed(t *testing.T, b *world) {
	c, ds := b.seed(t, 257)
	b.requireTotal(t, c, 257, 257)
	for _, i := range []int{0, 100, 256} {
		got, err := b.Documento(b.ctx, ds[i].Clave())
		require(t, err)
		requireSame(t, "seeded document", got, ds[i])
	}
	for _, campo := range documento.CamposOrden {
		b.requireList(t, documento.Consulta{CarpetaID: c.CarpetaID, Campo: campo, Limite: 100}, rowsInOrder(ds, campo, false))
	}
	eventually(t, b.ctx, func() error {
		got, err := b.CarpetaDeCiudadano(b.ctx, c.CiudadanoID)
		if err != nil {
			return err
		}
		return differenceError("the citizen's carpeta", got, c)
	})
	empty, _ := b.seed(t, 0)
	b.requireTotal(t, empty, 0, 0)
}
