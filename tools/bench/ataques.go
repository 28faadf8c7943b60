package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	honradas     = 200 // requests a second of the honest client
	vistazo      = 5 * time.Second
	asaltos      = 5 // rounds of each attack: quiet, then attacked
	maxRechazo   = 50 * time.Millisecond
	maxCrece     = 50 // MiB
	maxP99Veces  = 2
	atacantes    = 2    // clients that attack at once, one request after the other, without a pause
	enchufesMudo = 1000 // sockets that say nothing
)

// medirAtaques: each attack by itself, beside an honest client, on a server with
// its settings as they come. Attackers have tokens of their own, new ones in each
// round, so that the budgets are whole when it begins.
func medirAtaques(ctx context.Context, b *banco) error {
	todos := slices.Concat(ataquesDePeticion(), ataquesDeEnchufe())
	a, err := nuevoAtaque(ctx, b, asaltos*len(todos))
	if err != nil {
		return err
	}
	defer a.cerrar()
	quieto, err := a.junto(ctx, nada)
	if err != nil {
		return err
	}
	b.informe.anotar("honest client, 200/s, nobody else", "", sinTope, "%s; the process has %.0f MiB and takes %.0f%% of a core",
		quieto.honrado, quieto.residente, quieto.nucleo)
	for _, c := range todos {
		if err := a.medir(ctx, c); err != nil {
			return fmt.Errorf("%s: %w", c.nombre, err)
		}
	}
	return nil
}

// ataque is something that must be refused.
type ataque struct {
	nombre string
	espera []string // what counts as refused: codes of errors, or how a connection ended
	hacer  func(context.Context, *atacado, atacante) (rechazos, error)
}

// atacante is somebody with a carpeta of its own.
type atacante struct{ token, carpetaID string }

// rechazos are the times of refusals, and what refused how often.
type rechazos struct {
	tiempos muestra
	cuantos map[string]int
}

func (r *rechazos) anotar(que string, d time.Duration) { r.varios(que, 1, d) }

func (r *rechazos) varios(que string, n int, d time.Duration) {
	if r.cuantos == nil {
		r.cuantos = map[string]int{}
	}
	r.cuantos[que] += n
	r.tiempos = append(r.tiempos, slices.Repeat(muestra{d}, n)...)
}

func (r *rechazos) sumar(otros rechazos) {
	for que, n := range otros.cuantos {
		r.varios(que, n, 0)
	}
	r.tiempos = append(r.tiempos[:len(r.tiempos)-len(otros.tiempos)], otros.tiempos...)
}

func (r *rechazos) String() string {
	var partes []string
	for que, n := range r.cuantos {
		partes = append(partes, fmt.Sprintf("%s %d", que, n))
	}
	slices.Sort(partes)
	return fmt.Sprintf("%s; p50 %.1f, p99 %.1f ms", strings.Join(partes, ", "), milis(r.tiempos.mediana()), milis(r.tiempos.percentil(99)))
}

// nada is no attack.
func nada(ctx context.Context) (rechazos, error) {
	<-ctx.Done()
	return rechazos{}, nil
}

// rato is a while of the honest client, and of whatever else there was.
type rato struct {
	honrado   muestra
	rechazos  rechazos
	residente float64 // MiB, the most that was seen
	nucleo    float64 // of the server, in % of a core
}

// junto looks at the server while the honest client works and somebody attacks.
func (a *atacado) junto(ctx context.Context, atacar func(context.Context) (rechazos, error)) (r rato, err error) {
	plazo, soltar := context.WithTimeout(ctx, vistazo)
	defer soltar()
	var errAtaque error
	var grupo sync.WaitGroup
	antes, desde := a.cpu(), time.Now()
	grupo.Go(func() { r.rechazos, errAtaque = atacar(plazo) })
	grupo.Go(func() {
		for plazo.Err() == nil {
			r.residente = max(r.residente, a.residente())
			time.Sleep(20 * time.Millisecond)
		}
	})
	r.honrado, err = a.honrado(ctx, vistazo)
	r.nucleo = 100 * float64(a.cpu()-antes) / float64(time.Since(desde))
	soltar()
	grupo.Wait()
	return r, errors.Join(err, errAtaque)
}

// medir attacks in rounds. The quiet value is taken just before each: what others
// do on the machine disturbs both.
func (a *atacado) medir(ctx context.Context, c ataque) error {
	var todos rechazos
	var veces, p99s, crece, gasto []float64
	for range asaltos {
		quieto, err := a.junto(ctx, nada)
		if err != nil {
			return err
		}
		quien, err := a.nuevo()
		if err != nil {
			return err
		}
		r, err := a.junto(ctx, func(ctx context.Context) (rechazos, error) { return c.hacer(ctx, a, quien) })
		if err != nil {
			return err
		}
		todos.sumar(r.rechazos)
		p99s = append(p99s, milis(r.honrado.percentil(99)))
		veces = append(veces, float64(r.honrado.percentil(99))/float64(quieto.honrado.percentil(99)))
		crece, gasto = append(crece, r.residente-quieto.residente), append(gasto, r.nucleo-quieto.nucleo)
	}
	for que := range todos.cuantos {
		if !slices.Contains(c.espera, que) {
			return fmt.Errorf("%q is no refusal of this attack (wanted %v): %s", que, c.espera, &todos)
		}
	}
	slices.Sort(veces)
	cumple := todos.tiempos.mediana() <= maxRechazo && slices.Max(crece) <= maxCrece && veces[asaltos/2] <= maxP99Veces
	slices.Sort(p99s)
	a.banco.informe.anotar("attack: "+c.nombre, "≤ 50 ms, +50 MiB, p99 ≤ 2×", si(cumple),
		"%s; memory %+.0f MiB; honest p99 %.1f ms, %.1f× (rounds %.1f to %.1f); server %+.0f%% of a core",
		&todos, slices.Max(crece), p99s[asaltos/2], veces[asaltos/2], veces[0], veces[asaltos-1], slices.Max(gasto))
	return nil
}

const consultaHonrada = `query($c: ID!) { carpeta(id: $c) { documentos(first: 20) { nodes { id titulo estadoDocumento } pageInfo { hasNextPage endCursor } } } }`

// honrado asks for a page at fixed moments, whatever is still under way.
func (a *atacado) honrado(ctx context.Context, d time.Duration) (muestra, error) {
	n := int(d.Seconds() * honradas)
	m, errs := make(muestra, n), make([]error, n)
	peticion := cuerpo(consultaHonrada, map[string]any{"c": a.carpetaID})
	var grupo sync.WaitGroup
	inicio := time.Now()
	for i := range n {
		debido := inicio.Add(time.Duration(i) * time.Second / honradas)
		time.Sleep(time.Until(debido))
		grupo.Go(func() {
			_, _, errs[i] = a.bueno.crudo(ctx, a.dueno, peticion)
			m[i] = time.Since(debido)
		})
	}
	grupo.Wait()
	return m, errors.Join(errs...)
}
