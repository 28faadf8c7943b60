package dynamostore_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/store/storetest"
	"github.com/carpeta-ciudadana/servidor/verificable"
)

// TestBudgetOfAnEntrega holds the table of ADR 0020.
func TestBudgetOfAnEntrega(t *testing.T) {
	g := &spent{}
	s := newStore(t, g.option)
	c, _ := seed(t, s, 1)
	d := typical(c, 7)
	d.Estado, d.ExpiraEn = documento.Cargando, time.Now().Add(time.Hour)
	d.Certificado, d.EmisorID, d.EmisorNombre, d.FechaEmision = true, "universidad-nacional", "Universidad Nacional de Colombia", now
	e := entrega.Entrega{
		EntidadID: d.EmisorID, EntregaID: d.DocumentoID, CarpetaID: c.CarpetaID, CiudadanoID: c.CiudadanoID, AnunciadaEn: now,
		Firma: entidad.Firma{
			JWS: strings.Repeat("a", 150), Llave: "llave-2026", Algoritmo: "EdDSA", JWK: strings.Repeat("k", 100), FirmadaEn: now,
		},
		Declaracion: verificable.Declaracion{
			Version: 2, HashDocumento: d.Hash, TipoDocumento: string(d.Tipo), Titulo: d.Titulo, FechaEmision: "2026-05-03", Titular: strings.Repeat("t", 43),
			Numero: "2026-A-00017", Vigencia: verificable.Vigencia{Hasta: "2031-05-03"},
		},
		Titular:  verificable.Titular{CiudadanoID: c.CiudadanoID, Nombre: "María Fernanda Gómez Restrepo", Sal: make([]byte, 32)},
		ExpiraEn: time.Now().Add(entrega.Retencion),
	}
	budget := func(step string, tables, indexes float64, do func() error) {
		t.Helper()
		*g = spent{}
		require(t, do())
		t.Logf("%s: %d items, %.0f WCU + %.0f of indexes", step, g.items, g.tables, g.indexes)
		if g.tables > tables || g.indexes > indexes || g.tables <= 0 {
			t.Errorf("%s: %.0f + %.0f, at most %.0f + %.0f", step, g.tables, g.indexes, tables, indexes)
		}
	}
	budget("announcement", 10, 3, func() error {
		_, err := s.CrearEntrega(t.Context(), e, d, carpeta.SinCuota, storetest.Hecho())
		return err
	})
	h := storetest.Hecho()
	late := typical(c, 8)
	late.Estado, late.ExpiraEn, late.Certificado, late.EmisorID, late.EmisorNombre, late.FechaEmision = d.Estado, d.ExpiraEn, true, d.EmisorID, d.EmisorNombre, now
	require(t, second(s.CrearEntrega(t.Context(), entrega.Entrega{EntidadID: late.EmisorID, EntregaID: late.DocumentoID, CarpetaID: c.CarpetaID}, late, carpeta.SinCuota, storetest.Hecho())))
	budget("its end, which who announces it anew writes down", 4, 4, func() error {
		return second(s.CambiarCarga(t.Context(), late, late.AlCancelar(), &h))
	})
	budget("its number in a status list", 1, 0, func() error { return second(s.ContarEnLista(t.Context(), 1, make([]byte, 32))) })
	e.Posicion = entrega.Posicion{URI: "https://carpeta.gov.co/estado/1", Lista: 1, Indice: 1 << 19}
	e.EntregadaEn, e.ExpiraEn = now, time.Time{}
	budget("confirmation, with its public fact", 10, 8, func() error {
		return second(s.ConfirmarEntrega(t.Context(), entrega.Confirmada{Entrega: e, Visto: d, Documento: d}, storetest.Hecho(), emision(e)))
	})
	replacing, next := e, typical(c, 9)
	next.Estado, next.ExpiraEn, next.Certificado, next.EmisorID, next.EmisorNombre, next.FechaEmision = documento.Cargando, time.Now().Add(time.Hour), true, d.EmisorID, d.EmisorNombre, now
	replacing.EntregaID = next.DocumentoID
	require(t, second(s.CrearEntrega(t.Context(), replacing, next, carpeta.SinCuota, storetest.Hecho())))
	seen, err := s.Documento(t.Context(), d.Clave())
	require(t, err)
	r := entrega.Reemplazo{Correccion: entrega.Correccion{Visto: e, Entrega: e, DocumentoVisto: seen, Documento: seen.AlReemplazar(next.DocumentoID, now)}, Hecho: storetest.Hecho()}
	r.Entrega.ReemplazadaPor = next.DocumentoID
	budget("confirmation of one that stands for another", 22, 14, func() error {
		return second(s.ConfirmarEntrega(t.Context(), entrega.Confirmada{Entrega: replacing, Visto: next, Documento: next, Reemplaza: &r}, storetest.Hecho(), emision(e)))
	})
	seen, e = r.Documento, r.Entrega
	revoked := entrega.Correccion{Visto: e, Entrega: e, DocumentoVisto: seen, Documento: seen.AlRevocar("El título no corresponde.", now)}
	revoked.Entrega.RevocadaEn, revoked.Entrega.Motivo, revoked.Entrega.FirmaRevocacion = now, "El título no corresponde.", e.Firma
	budget("revocation", 12, 6, func() error { return s.CorregirEntrega(t.Context(), revoked, storetest.Hecho()) })

	saga := aSaga(c, d)
	saga.Paso = eliminacion.Aprobacion
	saga.Aprobacion = &eliminacion.PedidoDeAprobacion{Motivo: "Duplicado", Hasta: now.Add(time.Hour), Decision: eliminacion.PorDecidir}
	require(t, s.Iniciar(t.Context(), saga, storetest.Hecho()))
	end := saga
	end.Secuencia, end.Estado, end.Paso = 2, eliminacion.Completada, eliminacion.Completed
	budget("the end of its deletion", 16, 11, func() error {
		return s.Guardar(t.Context(), eliminacion.Guardado{Nueva: end, Efecto: eliminacion.BorrarMetadato}, storetest.Hecho())
	})
}

// emision is the public fact of a delivery, as internal/entrega raises it.
func emision(e entrega.Entrega) auditoria.Evento {
	h := auditoria.Escribano{}.Levantar(context.Background(), auditoria.Evento{
		Tipo: auditoria.Emision, Recurso: auditoria.Recurso{Tipo: "entidad", ID: e.EntidadID}, OperadorID: "hechos",
		Actor: auditoria.Actor{Tipo: auditoria.DelPrograma, ID: string(auditoria.API)},
		Datos: verificable.Emision{EntidadID: e.EntidadID, Huella: strings.Repeat("h", 43), Resumen: strings.Repeat("r", 64), Estado: e.Posicion.URI + "#524288"}.Datos(),
	})
	h.CorrelacionID = h.EventoID
	return h
}

func second[T any](_ T, err error) error { return err }
