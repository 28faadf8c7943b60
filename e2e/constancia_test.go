package e2e_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// constancia is what a citizen takes away.
type constancia struct {
	EventID, Evento string
	Sello           *struct{ Prueba, Llaves string }
	SinSello        string
}

const constanciaQuery = `query($e: UUID!) { r: constancia(eventoId: $e) { eventId evento sello { prueba llaves } sinSello } }`

// takeReceipt asks for a receipt until it is sealed.
func takeReceipt(t *testing.T, c serverkit.Client, eventoID string) constancia {
	t.Helper()
	var got constancia
	serverkit.WaitFor(t, soon, "a sealed receipt", func() bool {
		got = serverkit.Do[alias[constancia]](t, c, constanciaQuery, obj{"e": eventoID}).R
		return got.Sello != nil
	})
	return got
}

// A citizen deletes a document, takes the receipt, and anybody verifies it with no server: it is
// refused after one byte is changed. Afterwards the store is what the logs say.
func TestAReceiptIsVerifiedOffline(t *testing.T) {
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		house := serverkit.NewHouse(t, p)
		mine := house.Seed(t, "--carpetas", "1", "--documentos", "1")[0]
		s := house.Start(t)
		c := s.Client(t, mine.CiudadanoID, "ciudadano")
		content := []byte("un documento que se va\n")
		eventoID := deleteDocumento(t, c, uploadAndConfirmar(t, c, mine.CarpetaID, content), 0).EventoID
		untilEstado(t, c, eventoID, "COMPLETADA", soon)
		got := takeReceipt(t, c, eventoID)
		if !strings.Contains(got.Evento, `"versiones":"1"`) || !strings.Contains(got.Evento, hashOf(content)) || !strings.Contains(got.Evento, eventoID) {
			t.Errorf("the receipt does not say what was erased:\n%s", got.Evento)
		}
		s.Stop(t)

		dir := t.TempDir()
		write := func(name, text string) string {
			path := filepath.Join(dir, name)
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			return path
		}
		verify := func(proof, event string) serverkit.Output {
			return house.Run(t, "auditoria", "verificar", "--checkpoint="+write("prueba", proof), "--evento="+write("evento", event), "--llaves="+write("llaves.txt", got.Sello.Llaves))
		}
		if r := verify(got.Sello.Prueba, got.Evento); r.Code != 0 || !strings.Contains(r.Out, `"index":`) {
			t.Fatalf("the receipt is refused: %+v", r)
		}
		for what, r := range map[string]serverkit.Output{
			"event": verify(got.Sello.Prueba, changeOne(got.Evento, len(got.Evento)/2)),
			"proof": verify(changeOne(got.Sello.Prueba, 60), got.Evento),
			"end":   verify(got.Sello.Prueba, got.Evento[:len(got.Evento)-1]),
		} {
			if r.Code != 1 || !strings.Contains(r.Err, "refused") {
				t.Errorf("one byte of %s changed: %+v", what, r)
			}
		}
		one := func(event string) serverkit.Output {
			text, err := json.Marshal(map[string]string{"formato": "carpeta.constancia/v1", "evento": event, "prueba": got.Sello.Prueba, "llaves": got.Sello.Llaves})
			if err != nil {
				t.Fatal(err)
			}
			return house.Run(t, "auditoria", "verificar", "--constancia="+write("constancia.json", string(text)))
		}
		if r := one(got.Evento); r.Code != 0 || !strings.Contains(r.Out, `"solicitante":"ciudadano"`) || !strings.Contains(r.Out, `"llavesDe":"constancia"`) {
			t.Errorf("the receipt as one file: %+v", r)
		}
		if r := one(changeOne(got.Evento, len(got.Evento)/2)); r.Code != 1 || !strings.Contains(r.Err, "refused") {
			t.Errorf("the receipt as one file, one byte changed: %+v", r)
		}
		if r := house.Run(t, "auditoria", "comprobar"); r.Code != 0 || !strings.Contains(r.Out, `"hallazgos":0`) {
			t.Errorf("comprobar: %+v", r)
		}
	})
}

func changeOne(text string, i int) string {
	b := []byte(text)
	b[i] ^= 1
	return string(b)
}

// Servers that die without a word while they seal leave one log, without a fork and without a gap.
func TestAKilledSealerLeavesOneLog(t *testing.T) {
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		house := serverkit.NewHouse(t, p)
		mine := house.Seed(t, "--carpetas", "1", "--documentos", "40")[0]
		servers := 1
		if p == serverkit.Distributed {
			servers = 2
		}
		for round := range 4 {
			var all []*serverkit.Server
			for range servers {
				all = append(all, house.Start(t))
			}
			c := all[0].Client(t, mine.CiudadanoID, "ciudadano")
			free := deletable(allFilas(t, c, mine.CarpetaID))
			for n, id := range free[:min(6, len(free))] {
				eventoID := deleteDocumento(t, c, id, 0).EventoID
				untilEstado(t, c, eventoID, "COMPLETADA", soon)
				var ask sync.WaitGroup
				for _, s := range all { // each seals at once, whoever has the lease
					own := s.Client(t, mine.CiudadanoID, "ciudadano")
					ask.Go(func() { _, _ = own.Post(t.Context(), constanciaQuery, obj{"e": eventoID}) })
				}
				ask.Wait()
				if n == 5 {
					continue // dies in the middle of this one's seal
				}
				takeReceipt(t, c, eventoID)
			}
			for _, s := range all {
				s.Kill(t)
			}
			if r := house.Run(t, "auditoria", "comprobar"); r.Code != 0 {
				t.Fatalf("round %d: %+v", round, r)
			}
		}
		s := house.Start(t)
		c := s.Client(t, mine.CiudadanoID, "ciudadano")
		eventoID := deleteDocumento(t, c, uploadAndConfirmar(t, c, mine.CarpetaID, []byte("el último\n")), 0).EventoID
		untilEstado(t, c, eventoID, "COMPLETADA", soon)
		takeReceipt(t, c, eventoID)
		s.Stop(t)
		if r := house.Run(t, "auditoria", "comprobar"); r.Code != 0 || !strings.Contains(r.Out, `"hallazgos":0`) {
			t.Errorf("%+v", r)
		}
	})
}

type files struct{ Checkpoint, Crecimiento, Llaves string }

// What an operador's log was, and that it only grew since: both are verified offline.
func TestGrowthIsVerifiedOffline(t *testing.T) {
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		house := serverkit.NewHouse(t, p)
		mine := house.Seed(t, "--carpetas", "1", "--documentos", "1")[0]
		s := house.Start(t)
		c := s.Client(t, mine.CiudadanoID, "ciudadano")
		const growth = `query($n: Long!) { r: pruebaDeCrecimiento(desde: $n) { checkpoint crecimiento llaves } }`
		takeReceipt(t, c, erased(t, c, mine.CarpetaID, "uno\n"))
		older := serverkit.Do[alias[files]](t, c, growth, obj{"n": 0}).R
		takeReceipt(t, c, erased(t, c, mine.CarpetaID, "dos\n"))
		newer := serverkit.Do[alias[files]](t, c, growth, obj{"n": entriesIn(t, older.Checkpoint)}).R
		verify := verifier(t, house)
		if r := verify("checkpoint", newer.Checkpoint, "anterior", older.Checkpoint, "crecimiento", newer.Crecimiento, "llaves", newer.Llaves); r.Code != 0 || !strings.Contains(r.Out, `"creceDesde":`) {
			t.Errorf("growth: %+v", r)
		}
		if r := verify("checkpoint", newer.Checkpoint, "anterior", older.Checkpoint, "llaves", newer.Llaves); r.Code != 1 || !strings.Contains(r.Err, "the growth from one to the other is needed") {
			t.Errorf("no growth: %+v", r)
		}
	})
}

// erased deletes a file of this content, and waits for the end.
func erased(t *testing.T, c serverkit.Client, carpetaID, content string) string {
	t.Helper()
	eventoID := deleteDocumento(t, c, uploadAndConfirmar(t, c, carpetaID, []byte(content)), 0).EventoID
	untilEstado(t, c, eventoID, "COMPLETADA", soon)
	return eventoID
}

// entriesIn is the second line of a checkpoint.
func entriesIn(t *testing.T, checkpoint string) int64 {
	t.Helper()
	n, err := strconv.ParseInt(strings.Split(checkpoint, "\n")[1], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// verifier runs auditoria verificar with files of these texts: name, text, name, text, …
func verifier(t *testing.T, house *serverkit.House) func(filesByFlag ...string) serverkit.Output {
	dir := t.TempDir()
	return func(filesByFlag ...string) serverkit.Output {
		t.Helper()
		args := []string{"auditoria", "verificar"}
		for pair := range slices.Chunk(filesByFlag, 2) {
			path := filepath.Join(dir, pair[0])
			if err := os.WriteFile(path, []byte(pair[1]), 0o600); err != nil {
				t.Fatal(err)
			}
			args = append(args, "--"+pair[0]+"="+path)
		}
		return house.Run(t, args...)
	}
}
