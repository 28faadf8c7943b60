package dynamostore_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
)

func exigirCodigo(t testing.TB, err error, c fault.Code) {
	t.Helper()
	if fault.CodeOf(err) != c || err == nil {
		t.Fatalf("error is %v, want code %s", err, c)
	}
}

func TestSinTablasDiceQueHacer(t *testing.T) {
	s := sinTablas(t)
	c := unaCarpeta(0)
	d := tipico(c, 1)
	for nombre, llamada := range map[string]func() error{
		"Carpeta": func() error { _, err := s.Carpeta(t.Context(), c.CarpetaID); return err },
		"Listar": func() error {
			_, err := s.Listar(t.Context(), documento.Consulta{CarpetaID: c.CarpetaID, Campo: documento.PorTitulo, Limite: 5})
			return err
		},
		"Documentos":     func() error { _, err := s.Documentos(t.Context(), []documento.Clave{d.Clave()}); return err },
		"CrearCarga":     func() error { return s.CrearCarga(t.Context(), d) },
		"ConfirmarCarga": func() error { _, err := s.ConfirmarCarga(t.Context(), d); return err },
		"Sembrar":        func() error { return s.Sembrar(t.Context(), c, []documento.Documento{d}) },
		"Iniciar":        func() error { return s.Iniciar(t.Context(), unaSaga(c, d)) },
		"Guardar":        func() error { return s.Guardar(t.Context(), eliminacion.Guardado{Nueva: unaSaga(c, d)}) },
		"Ready":          func() error { return s.Ready(t.Context()) },
	} {
		t.Run(nombre, func(t *testing.T) {
			err := llamada()
			exigirCodigo(t, err, fault.Unavailable)
			if !strings.Contains(err.Error(), "run `carpeta bootstrap`") {
				t.Errorf("the log does not say what to do: %v", err)
			}
			var f *fault.Error
			if errors.As(err, &f) && strings.Contains(f.Mensaje, "bootstrap") {
				t.Errorf("the citizen is told about it: %q", f.Mensaje)
			}
		})
	}
}

// TestServicioMudo: the SDK alone would wait for ever.
func TestServicioMudo(t *testing.T) {
	var intentos atomic.Int64
	soltar := make(chan struct{})
	mudo := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		intentos.Add(1)
		select {
		case <-r.Context().Done():
		case <-soltar:
		}
	}))
	t.Cleanup(mudo.Close)
	t.Cleanup(func() { close(soltar) })
	s := sinTablas(t, func(op *dynamostore.Opciones) {
		op.Endpoint, op.PlazoIntento, op.PlazoTotal = mudo.URL, 3*time.Second, time.Minute
	})
	_, err := s.Carpeta(t.Context(), "x")
	exigirCodigo(t, err, fault.Unavailable)
	// An attempt may end before it is accepted, on a busy machine.
	if n := intentos.Load(); n < 1 || n > 3 {
		t.Errorf("%d attempts arrived, want up to 3", n)
	}
}

func TestServicioAusente(t *testing.T) {
	s := sinTablas(t, func(op *dynamostore.Opciones) { op.Endpoint = "http://127.0.0.1:1" })
	_, err := s.Carpeta(t.Context(), "x")
	exigirCodigo(t, err, fault.Unavailable)
}

func TestRespuestasDelServicio(t *testing.T) {
	cancelada := func(codigos ...string) string {
		var rs []string
		for _, c := range codigos {
			rs = append(rs, fmt.Sprintf(`{"Code":%q}`, c))
		}
		return `{"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException","CancellationReasons":[` + strings.Join(rs, ",") + `]}`
	}
	for _, caso := range []struct {
		nombre, cuerpo string
		estado         int
		codigo         fault.Code
		envios         int64
	}{
		{"colisión sin fin", cancelada("TransactionConflict", "None"), 400, fault.Conflict, 25},
		{"transacción estrangulada", cancelada("None", "ThrottlingError"), 400, fault.Unavailable, 25},
		{"condición", cancelada("None", "ConditionalCheckFailed"), 400, fault.Conflict, 1},
		{"condición y colisión", cancelada("TransactionConflict", "ConditionalCheckFailed"), 400, fault.Conflict, 1},
		{"estrangulado", `{"__type":"ProvisionedThroughputExceededException"}`, 400, fault.Unavailable, 8},
		{"caído", `{"__type":"InternalServerError"}`, 500, fault.Unavailable, 3},
		{"sin sentido", `<html>proxy`, 502, fault.Unavailable, 3},
		{"sin permiso", `{"__type":"AccessDeniedException","message":"no"}`, 400, fault.Internal, 1},
		{"llamada errada", `{"__type":"ValidationException","message":"no"}`, 400, fault.Internal, 1},
	} {
		t.Run(caso.nombre, func(t *testing.T) {
			c := nuevoCable(t)
			var envios atomic.Int64
			c.ante = func(_ *http.Request, accion string) (*http.Response, error) {
				if accion != "TransactWriteItems" {
					return nil, nil
				}
				envios.Add(1)
				return respuesta(caso.estado, caso.cuerpo), nil
			}
			s := nuevo(t, c.opcion, func(op *dynamostore.Opciones) { op.Azar = func() float64 { return 0 } })
			ca := unaCarpeta(0)
			exigirCodigo(t, s.Iniciar(t.Context(), unaSaga(ca, tipico(ca, 1))), caso.codigo)
			if n := envios.Load(); n != caso.envios {
				t.Errorf("sent %d times, want %d", n, caso.envios)
			}
		})
	}
}

// TestColisionesPasanConElMismoToken: the repetition is one the service recognises.
func TestColisionesPasanConElMismoToken(t *testing.T) {
	c := nuevoCable(t)
	var tokens []string
	c.ante = func(r *http.Request, accion string) (*http.Response, error) {
		if accion != "TransactWriteItems" {
			return nil, nil
		}
		var in struct{ ClientRequestToken string }
		leerCuerpo(t, r, &in)
		if tokens = append(tokens, in.ClientRequestToken); len(tokens) > 3 {
			return nil, nil
		}
		return respuesta(400, `{"__type":"TransactionCanceledException","CancellationReasons":[{"Code":"TransactionConflict"},{"Code":"None"}]}`), nil
	}
	s := nuevo(t, c.opcion)
	ca, ds := sembrar(t, s, 1)
	exigir(t, s.Iniciar(t.Context(), unaSaga(ca, ds[0])))
	for _, token := range tokens {
		if token == "" || token != tokens[0] {
			t.Fatalf("tokens %q, want one and the same", tokens)
		}
	}
	if len(tokens) != 4 {
		t.Fatalf("%d transactions, want 4", len(tokens))
	}
}

// leerCuerpo reads a request without using it up.
func leerCuerpo(t testing.TB, r *http.Request, v any) {
	b, err := io.ReadAll(r.Body)
	if err != nil || json.Unmarshal(b, v) != nil {
		t.Errorf("request body: %v", err)
	}
	r.Body = io.NopCloser(strings.NewReader(string(b)))
}

// TestRespuestaPerdidaSeReconoce is stricter than the contract: this adapter
// knows its own writes, so a lost answer is not even a CONFLICT.
func TestRespuestaPerdidaSeReconoce(t *testing.T) {
	c := nuevoCable(t)
	s := nuevo(t, c.opcion, func(op *dynamostore.Opciones) { op.Reloj = func() time.Time { return ahora } })
	ca, ds := sembrar(t, s, 2)
	nueva, carga := unaCarpeta(0), tipico(ca, 9)
	carga.ExpiraEn = ahora.Add(time.Hour)
	e := unaSaga(ca, ds[0])
	uno := pasar(t, e, eliminacion.ObjetoBorrado)
	fin := pasar(t, uno.Nueva, eliminacion.MetadatosLibres)
	otra := unaSaga(ca, ds[1])
	var arrendada eliminacion.Eliminacion
	for _, paso := range []struct {
		nombre    string
		escritura func() error
	}{
		{"CrearCarpeta", func() error { return s.CrearCarpeta(t.Context(), nueva) }},
		{"CrearCarga", func() error { return s.CrearCarga(t.Context(), carga) }},
		{"ConfirmarCarga", func() error { _, err := s.ConfirmarCarga(t.Context(), carga); return err }},
		{"registrar operador", func() error { return s.Iniciar(t.Context(), otra) }},
		{"Iniciar", func() error { return s.Iniciar(t.Context(), e) }},
		{"Guardar", func() error { return s.Guardar(t.Context(), uno) }},
		{"Guardar con efecto", func() error { return s.Guardar(t.Context(), fin) }},
		{"Arrendar", func() (err error) {
			p := eliminacion.Pendiente{EventoID: otra.EventoID, Secuencia: 1, NoAntesDe: otra.NoAntesDe}
			arrendada, err = s.Arrendar(t.Context(), p, eliminacion.Arriendo{Por: "p", Hasta: ahora.Add(time.Hour)})
			return err
		}},
		{"Devolver", func() error { return s.Devolver(t.Context(), arrendada, ahora, eliminacion.SinConfirmar) }},
	} {
		c.perder.Store(true)
		if err := paso.escritura(); err != nil {
			t.Fatalf("%s: %v", paso.nombre, err)
		}
		if c.perder.Load() {
			t.Fatalf("%s wrote nothing", paso.nombre)
		}
	}
	hay, err := s.Carpeta(t.Context(), ca.CarpetaID)
	exigir(t, err)
	if hay.TotalDocumentos != 2 || hay.Version != 4 { // 2 + 1 − 1, and two changes
		t.Errorf("total %d, version %d, want 2 and 4", hay.TotalDocumentos, hay.Version)
	}
	if arrendada.Arriendos != 1 || arrendada.Entregas != 1 {
		t.Errorf("lease counted %d times, %d deliveries", arrendada.Arriendos, arrendada.Entregas)
	}
}

func TestLoQueUnLoteDejaSePideOtraVez(t *testing.T) {
	c := nuevoCable(t)
	var dejados atomic.Int64
	c.ante = func(r *http.Request, accion string) (*http.Response, error) {
		campo := map[string]string{"BatchGetItem": "UnprocessedKeys", "BatchWriteItem": "UnprocessedItems"}[accion]
		if campo == "" || dejados.Load() >= 3 {
			return nil, nil
		}
		dejados.Add(1)
		var in struct{ RequestItems json.RawMessage }
		leerCuerpo(t, r, &in)
		return respuesta(200, fmt.Sprintf(`{%q:%s}`, campo, in.RequestItems)), nil
	}
	s := nuevo(t, c.opcion, func(op *dynamostore.Opciones) { op.Azar = func() float64 { return 0 } })
	_, ds := sembrar(t, s, 60)
	if dejados.Load() != 3 {
		t.Fatalf("%d calls left things over, want 3", dejados.Load())
	}
	dejados.Store(0)
	ks := make([]documento.Clave, len(ds))
	for i, d := range ds {
		ks[i] = d.Clave()
	}
	hay, err := s.Documentos(t.Context(), append(ks, ks[:10]...))
	exigir(t, err)
	if len(hay) != len(ds) || dejados.Load() != 3 {
		t.Errorf("%d documents after %d leftovers, want %d after 3", len(hay), dejados.Load(), len(ds))
	}
	dejados.Store(-1000) // for ever
	_, err = s.Documentos(t.Context(), ks)
	exigirCodigo(t, err, fault.Unavailable)
	exigirCodigo(t, s.Sembrar(t.Context(), unaCarpeta(1), ds[:1]), fault.Unavailable)
}

// TestEstranguladaUnMomento: a partition that was asked too much is asked again for
// longer than a service that fails.
func TestEstranguladaUnMomento(t *testing.T) {
	c := nuevoCable(t)
	var faltan atomic.Int64
	c.ante = func(_ *http.Request, accion string) (*http.Response, error) {
		if accion != "Query" || faltan.Add(-1) < 0 {
			return nil, nil
		}
		return respuesta(400, `{"__type":"ThrottlingException"}`), nil
	}
	s := nuevo(t, c.opcion, func(op *dynamostore.Opciones) { op.Azar = func() float64 { return 0 } })
	ca, _ := sembrar(t, s, 3)
	faltan.Store(7)
	filas, err := s.Listar(t.Context(), documento.Consulta{CarpetaID: ca.CarpetaID, Campo: documento.PorTitulo, Limite: 5})
	exigir(t, err)
	if len(filas) != 3 {
		t.Errorf("%d rows, want 3", len(filas))
	}
}

// TestLoQueQuedaEspera: keys that an answer leaves over are a sign of load, also when
// there are fewer of them each time.
func TestLoQueQuedaEspera(t *testing.T) {
	c := nuevoCable(t)
	c.ante = func(r *http.Request, accion string) (*http.Response, error) {
		if accion != "BatchGetItem" {
			return nil, nil
		}
		var in struct {
			RequestItems map[string]struct{ Keys []json.RawMessage }
		}
		leerCuerpo(t, r, &in)
		for tabla, p := range in.RequestItems {
			if p.Keys = p.Keys[1:]; len(p.Keys) == 0 {
				break
			}
			quedan, err := json.Marshal(map[string]any{"UnprocessedKeys": map[string]any{tabla: p}})
			return respuesta(200, string(quedan)), err
		}
		return respuesta(200, `{}`), nil
	}
	var esperas atomic.Int64
	s := sinTablas(t, c.opcion, func(op *dynamostore.Opciones) {
		op.Azar = func() float64 { esperas.Add(1); return 0 }
	})
	_, err := s.Carpetas(t.Context(), []string{"a", "b", "c", "d"})
	exigir(t, err)
	if n := esperas.Load(); n != 3 {
		t.Errorf("waited %d times for what was left over three times", n)
	}
}

func TestListarTieneUnTope(t *testing.T) {
	c := nuevoCable(t)
	var lecturas atomic.Int64
	c.ante = func(_ *http.Request, accion string) (*http.Response, error) {
		if accion != "Query" {
			return nil, nil
		}
		lecturas.Add(1)
		return respuesta(200, `{"Items":[],"Count":0,"LastEvaluatedKey":{"carpetaId":{"S":"c"},"documentoId":{"S":"d"},"kTitulo":{"S":"a#d"}}}`), nil
	}
	s := sinTablas(t, c.opcion)
	_, err := s.Listar(t.Context(), documento.Consulta{
		CarpetaID: "c", Campo: documento.PorTitulo, Limite: 20, Filtro: documento.Filtro{Tipo: documento.Diploma},
	})
	exigirCodigo(t, err, fault.QueryTooComplex)
	if n := lecturas.Load(); n != documento.MaxReads {
		t.Errorf("%d reads, want %d", n, documento.MaxReads)
	}
}

// TestSinCarpetaSeBorraIgual: a counter that is not there keeps nothing alive.
func TestSinCarpetaSeBorraIgual(t *testing.T) {
	s := nuevo(t)
	c, ds := sembrar(t, s, 1)
	e := unaSaga(c, ds[0])
	exigir(t, s.Iniciar(t.Context(), e))
	_, err := s.Cliente().DeleteItem(t.Context(), &dynamodb.DeleteItemInput{
		TableName: s.Tabla("Carpeta"), Key: map[string]types.AttributeValue{"carpetaId": &types.AttributeValueMemberS{Value: c.CarpetaID}},
	})
	exigir(t, err)
	uno := pasar(t, e, eliminacion.ObjetoBorrado)
	exigir(t, s.Guardar(t.Context(), uno))
	exigir(t, s.Guardar(t.Context(), pasar(t, uno.Nueva, eliminacion.MetadatosLibres)))
	_, err = s.Documento(t.Context(), ds[0].Clave())
	exigirCodigo(t, err, fault.NotFound)
	_, err = s.Carpeta(t.Context(), c.CarpetaID)
	exigirCodigo(t, err, fault.NotFound)
	hay, err := s.Eliminacion(t.Context(), e.EventoID)
	exigir(t, err)
	if hay.Estado != eliminacion.Completada {
		t.Errorf("saga is %s", hay.Estado)
	}
}

func TestElRegistroNoEsUnaSaga(t *testing.T) {
	s := nuevo(t)
	c, ds := sembrar(t, s, 1)
	exigir(t, s.Iniciar(t.Context(), unaSaga(c, ds[0])))
	_, err := s.Eliminacion(t.Context(), "operadores")
	exigirCodigo(t, err, fault.NotFound)
	es, err := s.Eliminaciones(t.Context(), []string{"operadores"})
	exigir(t, err)
	if len(es) != 0 {
		t.Errorf("%d sagas", len(es))
	}
}
