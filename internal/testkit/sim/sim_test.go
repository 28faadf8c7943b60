package sim_test

import (
	"sync"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/sim"
)

// semillas is how many seeds `go test` tries; `make sim` tries more.
const semillas = 400

func TestSeeds(t *testing.T) {
	ocurrido, finales := map[sim.Falla]int{}, map[string]int{}
	for s := range uint64(semillas) {
		r := sim.Correr(sim.Opciones{Semilla: s + 1})
		if r.Violacion != "" {
			red := sim.Reducir(sim.Opciones{Semilla: s + 1})
			t.Fatalf("seed %d: %s\n%s", s+1, r.Violacion, red.Traza)
		}
		for f, n := range r.Ocurrido {
			ocurrido[f] += n
		}
		for f, n := range r.Finales {
			finales[f] += n
		}
	}
	for _, f := range sim.Fallas {
		if ocurrido[f] == 0 {
			t.Errorf("no seed had the fault %s", f)
		}
	}
	for _, f := range []string{"COMPLETADA/COMPLETED", "CANCELADA/ESPERA", "FALLIDA/MINIO_CLEANUP", "APROBADA", "RECHAZADA", "RETIRADA", "VENCIDA"} {
		if finales[f] == 0 {
			t.Errorf("no deletion ended %s", f)
		}
		t.Logf("%s: %d", f, finales[f])
	}
}

func TestSameSeedSameRun(t *testing.T) {
	for s := range uint64(40) {
		uno, otro := sim.Correr(sim.Opciones{Semilla: s, Traza: true}), sim.Correr(sim.Opciones{Semilla: s, Traza: true})
		if uno.Traza != otro.Traza || uno.Traza == "" {
			t.Fatalf("seed %d is two schedules", s)
		}
		if callado := sim.Correr(sim.Opciones{Semilla: s}); callado.Sucesos != uno.Sucesos || callado.Duracion != uno.Duracion {
			t.Fatalf("seed %d is another schedule when nobody writes it down", s)
		}
	}
}

// A masked fault, and those after a number, change nothing before them.
func TestMaskingKeepsTheBeginning(t *testing.T) {
	entera := sim.Correr(sim.Opciones{Semilla: 7, Traza: true})
	if entera.Fallas < 2 {
		t.Fatal("a seed with more faults is wanted here")
	}
	media := sim.Correr(sim.Opciones{Semilla: 7, Traza: true, Hasta: entera.Fallas / 2})
	igual := 0
	for igual < min(len(entera.Traza), len(media.Traza)) && entera.Traza[igual] == media.Traza[igual] {
		igual++
	}
	if igual < len(entera.Traza)/10 || media.Traza == entera.Traza {
		t.Fatalf("only %d of %d bytes of the schedule are the same", igual, len(entera.Traza))
	}
}

// maxSemillas is within how many seeds a planted bug must be found.
const maxSemillas = 3000

func TestFindsEveryPlantedBug(t *testing.T) {
	for _, p := range sim.Plantados {
		t.Run(string(p), func(t *testing.T) {
			t.Parallel()
			for s := range uint64(maxSemillas) {
				if r := sim.Correr(sim.Opciones{Semilla: s + 1, Plantado: p}); r.Violacion != "" {
					t.Logf("seed %d: %s", s+1, r.Violacion)
					return
				}
			}
			t.Fatalf("not found in %d seeds", maxSemillas)
		})
	}
}

func TestReducedScheduleStillFails(t *testing.T) {
	const plantado = sim.GuardarSinCondicion
	for s := range uint64(maxSemillas) {
		o := sim.Opciones{Semilla: s, Plantado: plantado}
		entera := sim.Correr(o)
		if entera.Violacion == "" {
			continue
		}
		red := sim.Reducir(o)
		if red.Violacion == "" || red.Traza == "" || sim.Correr(red.Opciones).Violacion != red.Violacion {
			t.Fatalf("seed %d: the reduced schedule does not fail: %+v", s, red.Opciones)
		}
		if suma(red.Ocurrido) > suma(entera.Ocurrido) {
			t.Fatalf("seed %d: %d faults reduced to %d", s, suma(entera.Ocurrido), suma(red.Ocurrido))
		}
		return
	}
	t.Fatal("the planted bug was not found")
}

func suma(m map[sim.Falla]int) (n int) {
	for _, v := range m {
		n += v
	}
	return n
}

// Worlds share nothing: several run at once.
func TestWorldsAreIndependent(t *testing.T) {
	sola := sim.Correr(sim.Opciones{Semilla: 3, Traza: true}).Traza
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if sim.Correr(sim.Opciones{Semilla: 3, Traza: true}).Traza != sola {
				t.Error("another run beside it changed a schedule")
			}
		})
	}
	wg.Wait()
}
