package e2e_test

import (
	"flag"
	"strconv"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// appAbsence: a minute is what is promised (make test-app-minuto); in a test of everybody's it is shorter.
var appAbsence = flag.Duration("app-ausencia", 4*time.Second, "how long TestAppWaits has the server answer \"not now\" after the page said so, up to a minute")

// TestAppWaits: the server answers UNAVAILABLE, or RATE_LIMITED, while a person works. The application says so, and what
// to do; nothing is lost that the person typed, chose or began, and all of it goes on by itself.
func TestAppWaits(t *testing.T) {
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		eachDayOn(t, serverkit.Distributed, p)
		requireBrowser(t, "app/dist/index.html", "node_modules/axe-core", "node_modules/oidc-provider")
		t.Run("UNAVAILABLE", func(t *testing.T) {
			t.Parallel()
			if p == serverkit.Embedded {
				waitsForARestart(t)
			} else {
				waitsForTheStore(t)
			}
		})
		t.Run("RATE_LIMITED", func(t *testing.T) {
			if *appAbsence < time.Minute { // between two of the spender's questions some of the budget comes back: enough, where many tests share the machine
				t.Skip("needs a machine to itself: make test-app-minuto")
			}
			t.Parallel()
			waitsForABudget(t, p)
		})
	})
}

// waitsForARestart: the server is stopped, and started again when the time is over. A balancer in front of it answers
// meanwhile.
func waitsForARestart(t *testing.T) {
	front := newBalancer(t)
	house := serverkit.NewHouse(t, serverkit.Embedded)
	w := waiting{ciudadanoID: seedForWaits(t, house), at: front.url}
	w.s = house.With(ownHaste()...).With("CARPETA_PUBLIC_URL=" + front.url).Start(t)
	front.to(t, w.s.URL)
	w.begins = func(string) error { w.s.Stop(t); return nil }
	w.ends = w.s.TryStart
	w.browse(t)
}

// waitsForTheStore: DynamoDB does not answer. The tokens of the person end meanwhile.
func waitsForTheStore(t *testing.T) {
	dynamo := services.OwnDynamo(t)
	house := serverkit.NewHouseOn(t, serverkit.Services{Dynamo: dynamo})
	w := waiting{ciudadanoID: seedForWaits(t, house), issuer: startIssuer(t)}
	w.s = house.With(ownHaste()...).With(signedInAt(w.issuer)...).Start(t)
	w.at = w.s.URL
	w.begins = func(string) error { return dynamo.Pause() }
	w.ends = dynamo.Resume
	w.browse(t)
}

// waitsForABudget: a program of the person's own, which never rests, uses up all that they may ask for.
func waitsForABudget(t *testing.T, p serverkit.Profile) {
	house := serverkit.NewHouse(t, p)
	w := waiting{ciudadanoID: seedForWaits(t, house)}
	if p == serverkit.Distributed {
		w.issuer = startIssuer(t, "3600") // the token of that program is good for as long
		house = house.With(signedInAt(w.issuer)...)
	}
	w.s = house.With(shortPlazos...).With("CARPETA_RATE_PER_SECOND=1500", "CARPETA_RATE_BURST=20000").Start(t)
	w.at = w.s.URL
	spends := &spender{url: w.s.URL}
	t.Cleanup(spends.stop)
	w.begins = spends.begin
	w.ends = func() error { spends.stop(); return nil }
	w.browse(t)
}

// ownHaste: the program's own deadlines, so that it says UNAVAILABLE as soon as people are told so, and short leases.
func ownHaste() []string { return append(serverkit.OwnTimes(), shortPlazos...) }

func seedForWaits(t *testing.T, house *serverkit.House) (ciudadanoID string) {
	t.Helper()
	return house.Seed(t, "--carpetas", "1", "--documentos", "60", "--archivos")[0].CiudadanoID
}

// waiting is a citizen who uses the application at an address, and a time in which the server answers "not now".
type waiting struct {
	s           *serverkit.Server
	at          string
	ciudadanoID string
	issuer      string // where they sign in; "" is with a token

	begins func(token string) error // the token is theirs
	ends   func() error
}

func (w waiting) browse(t *testing.T) {
	t.Helper()
	files := w.at + "/objetos/"
	if w.s.House.Profile == serverkit.Distributed {
		files = w.s.House.S3.Endpoint + "/"
	}
	control := commands(t, map[string]command{
		"/token":  tokenOf(t, w.s, w.ciudadanoID),
		"/faltar": func(token string) (string, error) { return "", w.begins(token) },
		"/volver": func(string) (string, error) { return "", w.ends() },
	})
	program := []string{"app/waits.mjs", w.at, control, strconv.Itoa(int(appAbsence.Seconds())), files}
	if w.issuer != "" {
		program = append(program, w.issuer, w.ciudadanoID)
	}
	browse(t, 15*time.Minute, program...)
}
