package dynamostore_test

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
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
		EntidadID: d.EmisorID, EntregaID: d.DocumentoID, CarpetaID: c.CarpetaID, CiudadanoID: c.CiudadanoID, AnunciadaEn: now, ModificadaEn: now,
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
	budget("announcement", 10, 5, func() error {
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
	cancels, gone := e, typical(c, 10)
	gone.Estado, gone.ExpiraEn, gone.Certificado, gone.EmisorID, gone.EmisorNombre, gone.FechaEmision = d.Estado, d.ExpiraEn, true, d.EmisorID, d.EmisorNombre, now
	cancels.EntregaID = gone.DocumentoID
	require(t, second(s.CrearEntrega(t.Context(), cancels, gone, carpeta.SinCuota, storetest.Hecho())))
	cancels.CanceladaEn, cancels.ModificadaEn = now, now.Add(time.Second)
	budget("cancellation", 6, 6, func() error { return second(s.CancelarEntrega(t.Context(), cancels, gone, storetest.Hecho())) })
	budget("its number in a status list", 1, 0, func() error { return second(s.ContarEnLista(t.Context(), 1, make([]byte, 32))) })
	e.Posicion = entrega.Posicion{URI: "https://carpeta.gov.co/estado/1", Lista: 1, Indice: 1 << 19}
	e.EntregadaEn, e.ModificadaEn, e.ExpiraEn = now, now.Add(time.Second), time.Time{}
	budget("confirmation, with its public fact", 10, 10, func() error {
		return second(s.ConfirmarEntrega(t.Context(), entrega.Confirmada{Entrega: e, Visto: d, Documento: d}, storetest.Hecho(), emision(e)))
	})
	replacing, next := e, typical(c, 9)
	next.Estado, next.ExpiraEn, next.Certificado, next.EmisorID, next.EmisorNombre, next.FechaEmision = documento.Cargando, time.Now().Add(time.Hour), true, d.EmisorID, d.EmisorNombre, now
	replacing.EntregaID = next.DocumentoID
	require(t, second(s.CrearEntrega(t.Context(), replacing, next, carpeta.SinCuota, storetest.Hecho())))
	seen, err := s.Documento(t.Context(), d.Clave())
	require(t, err)
	r := entrega.Reemplazo{Correccion: entrega.Correccion{Visto: e, Entrega: e, DocumentoVisto: seen, Documento: seen.AlReemplazar(next.DocumentoID, now)}, Hecho: storetest.Hecho()}
	r.Entrega.ReemplazadaPor, r.Entrega.ModificadaEn = next.DocumentoID, now.Add(2*time.Second)
	budget("confirmation of one that stands for another", 22, 16, func() error {
		return second(s.ConfirmarEntrega(t.Context(), entrega.Confirmada{Entrega: replacing, Visto: next, Documento: next, Reemplaza: &r}, storetest.Hecho(), emision(e)))
	})
	seen, e = r.Documento, r.Entrega
	revoked := entrega.Correccion{Visto: e, Entrega: e, DocumentoVisto: seen, Documento: seen.AlRevocar("El título no corresponde.", now)}
	revoked.Entrega.ModificadaEn = now.Add(3 * time.Second)
	revoked.Entrega.RevocadaEn, revoked.Entrega.Motivo, revoked.Entrega.FirmaRevocacion = now, "El título no corresponde.", e.Firma
	budget("revocation", 12, 8, func() error { return s.CorregirEntrega(t.Context(), revoked, storetest.Hecho()) })

	saga := aSaga(c, d)
	saga.Paso = eliminacion.Aprobacion
	saga.Aprobacion = &eliminacion.PedidoDeAprobacion{Motivo: "Duplicado", Hasta: now.Add(time.Hour), Decision: eliminacion.PorDecidir}
	require(t, s.Iniciar(t.Context(), saga, storetest.Hecho()))
	end := saga
	end.Secuencia, end.Estado, end.Paso = 2, eliminacion.Completada, eliminacion.Completed
	budget("the end of its deletion", 16, 13, func() error {
		return s.Guardar(t.Context(), eliminacion.Guardado{Nueva: end, Efecto: eliminacion.BorrarMetadato}, storetest.Hecho())
	})
}

// TestAPageOfEntregasCostsWhatItShows: the index has keys alone, and each delivery of the page is a unit. A page of a rare
// number reads 500 deliveries and no more.
func TestAPageOfEntregasCostsWhatItShows(t *testing.T) {
	var m meter
	s := newStore(t, m.option)
	var all []entrega.Sembrada
	for n := range entrega.MaxLlamadas*100 + 50 {
		d := documento.Documento{Fila: documento.Fila{CarpetaID: "c", DocumentoID: uuid.Must(uuid.NewV7()).String(), EmisorID: "universidad"}, Hash: strconv.Itoa(n)}
		all = append(all, entrega.Sembrada{Documento: d, Entrega: entrega.Entrega{
			EntidadID: "universidad", EntregaID: d.DocumentoID, CarpetaID: "c", CiudadanoID: "1020304050", AnunciadaEn: now, EntregadaEn: now, ModificadaEn: now,
			Firma: entidad.Firma{JWS: strings.Repeat("a", 150), Llave: "llave-2026", Algoritmo: "EdDSA", JWK: strings.Repeat("k", 100), FirmadaEn: now},
		}})
	}
	require(t, s.SembrarEntregas(t.Context(), all))
	for what, f := range map[string]entrega.Filtro{"of a citizen": {CiudadanoID: "1020304050"}, "by change": {ModificadasDesde: now}} {
		q := entrega.Consulta{EntidadID: "universidad", Filtro: f, Limite: 21}
		for range 2 { // the first page and one behind a start key
			m.take()
			es, err := s.EntregasDe(t.Context(), q)
			require(t, err)
			calls, units := m.take()
			t.Logf("%s: %d calls, %.1f RCU", what, calls, units)
			if len(es) != 21 || calls != 2 || units < 21 || units > 22.5 {
				t.Errorf("%s: %d rows, %d calls, %.1f RCU; want 21, 2, at most 22.5", what, len(es), calls, units)
			}
			q.Desde = f.Clave(es[20])
		}
		q.Filtro.Numero, q.Desde = "A-17", ""
		m.take()
		es, err := s.EntregasDe(t.Context(), q)
		if calls, units := m.take(); len(es) > 0 || !errors.As(err, new(relay.Stopped)) || calls != 2*entrega.MaxLlamadas || units > 515 {
			t.Errorf("%s, a rare number: %d rows, %v, %d calls, %.1f RCU", what, len(es), err, calls, units)
		}
	}
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
