package storetest

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var casosEfectos = []caso{
	{"efectos/sin efecto", "", efectoNinguno},
	{"efectos/desbloquear", "", efectoDesbloquear},
	{"efectos/borrar metadato", "", efectoBorrar},
	{"efectos/documento ausente", "", efectoAusente},
	{"efectos/documento de otra saga", "", efectoAjeno},
	{"efectos/documento sin bloqueo", "", efectoSinBloqueo},
}

func efectoNinguno(t *testing.T, b *banco) {
	c, ds, e := b.iniciada(t, 2)
	antes, err := b.Documento(b.ctx, ds[0].Clave())
	exigir(t, err)
	dos := siguiente(e, eliminacion.Iniciada, eliminacion.MetadataCleanup, b.reloj.Ahora())
	exigir(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: dos}))
	b.exigirSaga(t, dos)
	b.exigirDocumento(t, antes)
	b.exigirTotal(t, c, 2, 2)
}

func efectoDesbloquear(t *testing.T, b *banco) {
	c, ds, e := b.iniciada(t, 2)
	fin := siguiente(e, eliminacion.Cancelada, eliminacion.Espera, b.reloj.Ahora())
	exigir(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: fin, Efecto: eliminacion.Desbloquear}))
	b.exigirSaga(t, fin)
	b.exigirDocumento(t, ds[0])
	b.exigirTotal(t, c, 2, 2)

	otra := b.nuevaSaga(c, ds[0])
	exigir(t, b.Iniciar(b.ctx, otra))
	hay, err := b.Documento(b.ctx, ds[0].Clave())
	exigir(t, err)
	if hay.EliminacionID != otra.EventoID {
		t.Fatalf("locked by %q, want %q", hay.EliminacionID, otra.EventoID)
	}
}

func (b *banco) exigirBorrado(t testing.TB, c carpeta.Carpeta, d documento.Documento, quedan []documento.Documento) {
	t.Helper()
	_, err := b.Documento(b.ctx, d.Clave())
	exigirCodigo(t, err, fault.NotFound)
	b.exigirLote(t, []documento.Clave{d.Clave()}, nil)
	for _, campo := range documento.CamposOrden {
		b.exigirLista(t, documento.Consulta{CarpetaID: c.CarpetaID, Campo: campo, Limite: 2}, filasEnOrden(quedan, campo, false))
	}
}

func efectoBorrar(t *testing.T, b *banco) {
	c, ds, e := b.iniciada(t, 3)
	dos := siguiente(e, eliminacion.Iniciada, eliminacion.MetadataCleanup, b.reloj.Ahora())
	exigir(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: dos}))
	fin := siguiente(dos, eliminacion.Completada, eliminacion.Completed, b.reloj.Ahora())
	exigir(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: fin, Efecto: eliminacion.BorrarMetadato}))
	b.exigirSaga(t, fin)
	b.exigirBorrado(t, c, ds[0], ds[1:])
	b.exigirTotal(t, c, 2, 4)
	exigirCodigo(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: fin, Efecto: eliminacion.BorrarMetadato}), fault.Conflict)
	b.exigirTotal(t, c, 2, 4)
}

// efectoAusente repeats an effect that was done before: the saga moves on, the counter does not.
func efectoAusente(t *testing.T, b *banco) {
	c, ds, e := b.iniciada(t, 2)
	dos := siguiente(e, eliminacion.Iniciada, eliminacion.MetadataCleanup, b.reloj.Ahora())
	exigir(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: dos, Efecto: eliminacion.BorrarMetadato}))
	b.exigirTotal(t, c, 1, 3)
	tres := siguiente(dos, eliminacion.Iniciada, eliminacion.MetadataCleanup, b.reloj.Ahora())
	exigir(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: tres, Efecto: eliminacion.BorrarMetadato}))
	cuatro := siguiente(tres, eliminacion.Cancelada, eliminacion.Espera, b.reloj.Ahora())
	exigir(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: cuatro, Efecto: eliminacion.Desbloquear}))
	b.exigirSaga(t, cuatro)
	b.exigirBorrado(t, c, ds[0], ds[1:])
	b.exigirTotal(t, c, 1, 3)
}

// efectoAjeno has a saga that lost its lock: another one holds the document now.
func efectoAjeno(t *testing.T, b *banco) {
	c, ds, vieja := b.iniciada(t, 2)
	dos := siguiente(vieja, eliminacion.Iniciada, eliminacion.Espera, b.reloj.Ahora())
	exigir(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: dos, Efecto: eliminacion.Desbloquear}))
	nueva := b.nuevaSaga(c, ds[0])
	exigir(t, b.Iniciar(b.ctx, nueva))
	bloqueado, err := b.Documento(b.ctx, ds[0].Clave())
	exigir(t, err)

	tres := siguiente(dos, eliminacion.Iniciada, eliminacion.MetadataCleanup, b.reloj.Ahora())
	exigir(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: tres, Efecto: eliminacion.Desbloquear}))
	b.exigirDocumento(t, bloqueado)
	cuatro := siguiente(tres, eliminacion.Completada, eliminacion.Completed, b.reloj.Ahora())
	exigir(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: cuatro, Efecto: eliminacion.BorrarMetadato}))
	b.exigirDocumento(t, bloqueado)
	b.exigirSaga(t, cuatro)
	b.exigirSaga(t, nueva)
	b.exigirTotal(t, c, 2, 2)
}

func efectoSinBloqueo(t *testing.T, b *banco) {
	c, ds, e := b.iniciada(t, 2)
	dos := siguiente(e, eliminacion.Iniciada, eliminacion.MinioCleanup, b.reloj.Ahora())
	exigir(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: dos, Efecto: eliminacion.Desbloquear}))
	tres := siguiente(dos, eliminacion.Completada, eliminacion.Completed, b.reloj.Ahora())
	exigir(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: tres, Efecto: eliminacion.BorrarMetadato}))
	b.exigirSaga(t, tres)
	b.exigirDocumento(t, ds[0])
	b.exigirTotal(t, c, 2, 2)
}
