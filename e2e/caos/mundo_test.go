package caos_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// mundo is everything that runs.
type mundo struct {
	t          *testing.T
	rabbit     *services.Rabbit
	minio      *services.Minio
	dynamo     *services.Dynamo
	casa       *serverkit.House
	servidores []*serverkit.Server
	lineas     []lineas          // by server
	ciudadanos map[string]string // token, by carpeta
	tiendas    *tiendas
	antes      fotografia
	informe    *informe

	turno map[string]*sync.Mutex // a part has one fault at a time
}

func nuevoMundo(t *testing.T, m Medida) *mundo {
	t.Helper()
	w := &mundo{t: t, ciudadanos: map[string]string{}, informe: &informe{t: t, medida: m}, turno: map[string]*sync.Mutex{}}
	var grupo sync.WaitGroup
	grupo.Go(func() { serverkit.Binary(t) })
	w.rabbit, w.minio, w.dynamo = services.OwnRabbit(t), services.OwnMinio(t), services.OwnDynamo(t)
	grupo.Wait()
	w.casa = serverkit.NewHouseOn(t, serverkit.Services{Rabbit: w.rabbit, Minio: w.minio, Dynamo: w.dynamo})
	// A fifth is certified or stays: enough is left that must not change.
	documentos := m.Borrados*13/10/m.Carpetas + 6
	for _, s := range w.sembrar("--carpetas", fmt.Sprint(m.Carpetas), "--documentos", fmt.Sprint(documentos), "--archivos", "--semilla", fmt.Sprint(m.Semilla)) {
		w.ciudadanos[s.CarpetaID] = w.casa.Token(t, s.CiudadanoID, "ciudadano", "", 2*time.Hour)
	}
	w.tiendas = abrirTiendas(t, w.casa, w.rabbit)
	w.antes = w.mirar()
	for range m.Servidores {
		w.agregarServidor()
	}
	return w
}

// sembrar prepares the stores. On a machine that is busy with starting everything
// it may fail; the same seed writes the same again.
func (w *mundo) sembrar(args ...string) (todas []serverkit.Seeded) {
	w.t.Helper()
	var s serverkit.Output
	for range 4 {
		if s = w.casa.Run(w.t, append([]string{"seed"}, args...)...); s.Code == 0 {
			break
		}
	}
	for d := json.NewDecoder(strings.NewReader(s.Out)); d.More(); {
		var una serverkit.Seeded
		if err := d.Decode(&una); err != nil {
			w.t.Fatal(err)
		}
		todas = append(todas, una)
	}
	if s.Code != 0 {
		w.t.Fatalf("carpeta seed: exit code %d\n%s", s.Code, s.Err)
	}
	return todas
}

// agregarServidor starts one that reaches the services over lines of its own.
func (w *mundo) agregarServidor() {
	t := w.t
	destinos := map[string]string{deRabbit: w.rabbit.URL(), deMinio: w.casa.S3.Endpoint, deDynamo: w.casa.DynamoDB}
	anfitriones := map[string]string{}
	for s, d := range destinos {
		anfitriones[s] = anfitrion(t, d)
	}
	l := nuevasLineas(t, anfitriones)
	casa := w.casa.With(serverkit.OwnTimes()...).With(w.informe.medida.Ajustes...).With("CARPETA_AMQP_URL="+l.por(t, deRabbit, destinos[deRabbit]), "CARPETA_S3_ENDPOINT="+l.por(t, deMinio, destinos[deMinio]),
		"CARPETA_DYNAMODB_ENDPOINT="+l.por(t, deDynamo, destinos[deDynamo]), "CARPETA_LOG_FORMAT=json")
	if *guardar {
		casa = casa.With("CARPETA_LOG_LEVEL=debug")
	}
	w.servidores, w.lineas = append(w.servidores, casa.Start(t)), append(w.lineas, l)
}

// mirar reads the stores, which must answer.
func (w *mundo) mirar() fotografia {
	w.t.Helper()
	f, err := w.tiendas.fotografiar(w.t.Context(), claves(w.ciudadanos))
	if err != nil {
		w.t.Fatalf("reading the stores: %v", err)
	}
	return f
}

// cliente talks to a server for the owner of a carpeta.
func (w *mundo) cliente(n int, carpeta string) serverkit.Client {
	return serverkit.Client{URL: w.servidores[n%len(w.servidores)].URL, Token: w.ciudadanos[carpeta]}
}

// vivir is the load and the faults at once; it returns when both are over.
func (w *mundo) vivir(p Plan) *gente {
	g := nuevaGente(w, p)
	var grupo sync.WaitGroup
	comienzo := time.Now()
	g.comienzo, w.informe.comenzo = comienzo, comienzo
	grupo.Go(g.pedirTodo)
	grupo.Go(g.subirMientras)
	w.golpearTodo(comienzo, p)
	grupo.Wait()
	return g
}

// plazoCalma bounds the way to rest after the last fault: leases double, and a
// retry may be minutes away.
const plazoCalma = 8 * time.Minute

// calma waits until nothing is due any more and no message waits for a consumer.
func (w *mundo) calma() {
	w.t.Helper()
	desde := time.Now()
	var faltan int
	var ultimo error
	esperar(w.t, plazoCalma, time.Second, func() bool {
		faltan, ultimo = w.tiendas.pendientes(w.t.Context(), w.antes.operadores())
		return ultimo == nil && faltan == 0
	}, func() string { return fmt.Sprintf("all sagas at an end; %d are under way, %v", faltan, ultimo) })
	w.informe.calma = time.Since(desde)
	var colas map[string]int
	esperar(w.t, 5*time.Minute, time.Second, func() bool {
		colas, ultimo = w.tiendas.colas(w.t.Context())
		return ultimo == nil && vacias(colas)
	}, func() string { return fmt.Sprintf("work queues empty; %v, %v", colas, ultimo) })
}

// esperar asks again and again; what says what was waited for.
func esperar(t testing.TB, plazo, cada time.Duration, listo func() bool, que func() string) {
	t.Helper()
	limite, tic := time.NewTimer(plazo), time.NewTicker(cada)
	defer limite.Stop()
	defer tic.Stop()
	for !listo() {
		select {
		case <-limite.C:
			t.Errorf("not within %s: %s", plazo, que())
			return
		case <-tic.C:
		}
	}
}

// listo asks a server whether its queues answer.
func (w *mundo) colasListas(ctx context.Context) bool {
	for _, s := range w.servidores {
		ctx, cancelar := context.WithTimeout(ctx, 4*time.Second)
		defer cancelar()
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.AdminURL+"/readyz?verbose", nil)
		if err != nil {
			return false
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			continue
		}
		var r struct {
			Parts []struct{ Name, State string }
		}
		err = json.NewDecoder(resp.Body).Decode(&r)
		resp.Body.Close()
		for _, p := range r.Parts {
			if err == nil && p.Name == "broker" && p.State == "ok" {
				return true
			}
		}
	}
	return false
}

// parar ends the servers in order: they must do so.
func (w *mundo) parar() {
	for i, s := range w.servidores {
		if codigo := s.Stop(w.t); codigo != 0 {
			w.t.Errorf("server %d: exit code %d after SIGTERM", i, codigo)
		}
	}
}

// alFinal keeps what is needed to understand a failed run.
func (w *mundo) alFinal(p Plan) {
	if !w.t.Failed() && !*guardar {
		return
	}
	dir, err := os.MkdirTemp("", fmt.Sprintf("carpeta-caos-%d-", w.informe.medida.Semilla))
	if err != nil {
		w.t.Log(err)
		return
	}
	textos := map[string]string{"plan.txt": p.String() + "\n", "sucesos.txt": strings.Join(w.informe.sucesos, "\n") + "\n"}
	for i, s := range w.servidores {
		textos[fmt.Sprintf("server-%d.log", i)] = s.Log()
	}
	for _, s := range []*services.Service{w.rabbit.Service, w.minio.Service, w.dynamo.Service} {
		textos[s.Name+".log"] = s.Log()
	}
	for nombre, texto := range textos {
		if err := os.WriteFile(filepath.Join(dir, nombre), []byte(texto), 0o600); err != nil {
			w.t.Log(err)
		}
	}
	if !w.t.Failed() {
		salida(w.t, "Logs: %s", dir)
		return
	}
	salida(w.t, "FAILED: seed %d. Schedule:\n%s\nWhat happened:\n%s\nLogs: %s\nAgain: make chaos SEED=%d",
		w.informe.medida.Semilla, p, strings.Join(w.informe.sucesos, "\n"), dir, w.informe.medida.Semilla)
}
