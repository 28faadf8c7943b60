package e2e_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/trust/trusttest"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/certs"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// TestCertificatesOfTheServices: the program reaches all three services by certificates on both sides. What is wrong is
// said at the start or by /readyz?verbose, with what to do. Every way to be turned away is in internal/ground/trust.
func TestCertificatesOfTheServices(t *testing.T) {
	t.Parallel()
	w := newCertified(t)
	mine := w.house.Seed(t, "--carpetas", "1", "--documentos", "20", "--archivos")[0]
	s := w.house.Start(t)
	c := s.Client(t, mine.CiudadanoID, "ciudadano")
	doomed := deletable(allFilas(t, c, mine.CarpetaID))[:1]
	deleteMany(t.Context(), c, doomed, func(string, string) {})
	allCompleted(t, c, mine.CarpetaID, 1)

	t.Run("when they end", func(t *testing.T) {
		endsAre(t, s, w.ownLife, w.caLife)
		longer := certs.For(40 * 24 * time.Hour)
		w.clients.Issue(t, longer).Replace(t, w.own) // no service is connected to anew
		endsAre(t, s, longer, w.caLife)
	})
	t.Run("ours expired", func(t *testing.T) {
		old := w.clients.Issue(t, certs.For(-time.Hour))
		r := w.house.With("CARPETA_AMQP_CERT="+old.Cert, "CARPETA_AMQP_KEY="+old.Key).Run(t, "serve")
		if says := "CARPETA_AMQP_CERT: the certificate in " + old.Cert + " expired on"; r.Code == 0 || !strings.Contains(r.Err, says) {
			t.Errorf("exit code %d, want another and %q:\n%s", r.Code, says, r.Err)
		}
	})
	t.Run("another CA of broker and objects", func(t *testing.T) {
		other := w.house.With("CARPETA_AMQP_CA="+w.stranger.File, "CARPETA_S3_CA="+w.stranger.File).Start(t)
		downFor(t, other, "broker", "signed by none of the CAs in CARPETA_AMQP_CA")
		downFor(t, other, "objects", "signed by none of the CAs in CARPETA_S3_CA")
		pageThrough(t, other.Client(t, mine.CiudadanoID, "ciudadano"), mine.CarpetaID, 7, obj{}, false) // reads go on
	})
}

// certified is a house whose services are reached by TLS only, and take clients of one CA.
type certified struct {
	house                 *serverkit.House
	ca, clients, stranger certs.CA // of the services, of this server, and of nobody here
	rabbit                *services.Rabbit
	shown                 certs.Pair // the broker's files
	own                   certs.Pair // this server's
	ownLife, caLife       certs.Life
}

func newCertified(t *testing.T) certified {
	t.Helper()
	caLife := certs.For(24 * time.Hour)
	w := certified{ca: certs.NewCAFor(t, "services", caLife), caLife: caLife, ownLife: certs.For(time.Hour), clients: certs.NewCA(t, "clients"), stranger: certs.NewCA(t, "stranger")}
	w.shown = w.ca.Issue(t, certs.For(time.Hour))
	w.rabbit = services.OwnRabbitWithTLS(t, services.TLS{Cert: w.shown.Cert, Key: w.shown.Key, Clients: w.clients.File})
	plain := serverkit.NewHouse(t, serverkit.Distributed).By(serverkit.ByQueues)
	store, objects := &trusttest.Proxy{Target: plain.DynamoDB}, &trusttest.Proxy{Target: plain.S3.Endpoint}
	store.Show(t, w.shown, w.clients)
	objects.Show(t, w.shown, w.clients)
	w.own = w.clients.Issue(t, w.ownLife)
	settings := []string{"CARPETA_AMQP_URL=amqps://guest:guest@" + w.rabbit.TLSAddress() + "/", "CARPETA_DYNAMODB_ENDPOINT=" + store.URL(), "CARPETA_S3_ENDPOINT=" + objects.URL()}
	for _, service := range []string{"AMQP", "DYNAMODB", "S3"} {
		settings = append(settings, "CARPETA_"+service+"_CA="+w.ca.File, "CARPETA_"+service+"_CERT="+w.own.Cert, "CARPETA_"+service+"_KEY="+w.own.Key)
	}
	w.house = plain.With(settings...)
	return w
}

// endsAre waits until the metrics say when this server's certificate for each service ends, and the CA of each.
func endsAre(t *testing.T, s *serverkit.Server, own, ca certs.Life) {
	t.Helper()
	var text string
	defer func() {
		if t.Failed() {
			t.Log(text)
		}
	}()
	serverkit.WaitFor(t, soon, "the ends of all certificates", func() bool {
		_, text = s.Admin(t, "/metrics")
		for _, service := range []string{"amqp", "dynamodb", "s3"} {
			for what, life := range map[string]certs.Life{"certificado": own, "ca": ca} {
				series := fmt.Sprintf(`carpeta_service_certificate_expires_timestamp_seconds{que="%s",servicio="%s"} `, what, service)
				_, rest, _ := strings.Cut(text, series)
				line, _, _ := strings.Cut(rest, "\n")
				if at, err := strconv.ParseFloat(line, 64); err != nil || int64(at) != life.To.Unix() {
					return false
				}
			}
		}
		return true
	})
}

// downFor waits until /readyz?verbose says that a part is down and why, while the server is ready.
func downFor(t *testing.T, s *serverkit.Server, part, says string) {
	t.Helper()
	var last string
	defer func() {
		if t.Failed() {
			t.Log(last)
		}
	}()
	serverkit.WaitFor(t, soon, part+" down: "+says, func() bool {
		ready, _ := s.Admin(t, "/readyz")
		_, last = s.Admin(t, "/readyz?verbose")
		var r struct {
			Parts []struct{ Name, State, Error string }
		}
		must(t, json.Unmarshal([]byte(last), &r))
		for _, p := range r.Parts {
			if p.Name == part {
				return ready == 200 && strings.Contains(p.Error, says) && p.State != "ok"
			}
		}
		return false
	})
}
