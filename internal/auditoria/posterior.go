package auditoria

import (
	"context"
	"sync"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
)

// Posterior keeps events of reads that were shown already, until they are written. It holds so many
// bytes; what comes beyond them is lost, and counted.
type Posterior struct {
	rastro  Anotador
	metrics MetricsLecturas
	max     int

	mu     sync.Mutex
	cola   []Evento
	bytes  int
	hay    chan struct{} // holds one when there is something to write
	espera time.Duration // between two tries
}

// bytesDeEvento is what an event of a read takes in memory, at least.
const bytesDeEvento = 1 << 10

// loteLecturas are written at a time. Nobody waits for them, so they wait for each other.
const (
	loteLecturas = 100
	reunion      = 50 * time.Millisecond
)

// NewPosterior makes a queue of so many bytes. Run writes it.
func NewPosterior(rastro Anotador, metrics MetricsLecturas, bytes int) *Posterior {
	return &Posterior{rastro: rastro, metrics: metrics, max: bytes, hay: make(chan struct{}, 1), espera: time.Second}
}

// encolar takes events, as far as there is room.
func (p *Posterior) encolar(es []Evento) {
	p.mu.Lock()
	defer p.mu.Unlock()
	caben := min(len(es), (p.max-p.bytes)/bytesDeEvento)
	p.cola = append(p.cola, es[:caben]...)
	p.bytes += caben * bytesDeEvento
	if caben < len(es) {
		p.metrics.LecturasPerdidas(len(es) - caben)
	}
	select {
	case p.hay <- struct{}{}:
	default:
	}
}

// Run writes until ctx ends, and then what is left, once.
func (p *Posterior) Run(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			p.vaciar()
			return nil
		case <-p.hay:
		}
		_ = service.Pause(ctx, reunion)
		for ctx.Err() == nil && p.siguiente(ctx) == loteLecturas {
		}
	}
}

// siguiente writes a batch, of so many events; none if nothing waits, or the trail cannot be written now.
func (p *Posterior) siguiente(ctx context.Context) int {
	lote := p.lote()
	if len(lote) == 0 {
		return 0
	}
	if err := p.rastro.Anotar(ctx, lote...); err != nil { // the same events again change nothing
		p.dormir(ctx)
		return 0
	}
	p.quitar(len(lote))
	p.metrics.LecturasAnotadas(len(lote))
	return len(lote)
}

// dormir waits before the next try, which comes by itself.
func (p *Posterior) dormir(ctx context.Context) {
	t := time.NewTimer(p.espera)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
		select {
		case p.hay <- struct{}{}:
		default:
		}
	}
}

func (p *Posterior) lote() []Evento {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]Evento(nil), p.cola[:min(len(p.cola), loteLecturas)]...)
}

func (p *Posterior) quitar(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	clear(p.cola[:n])
	if p.cola = p.cola[n:]; len(p.cola) == 0 {
		p.cola = nil
	}
	p.bytes -= n * bytesDeEvento
}

// plazoVaciar is how long the end of the process waits for the rest.
const plazoVaciar = 5 * time.Second

func (p *Posterior) vaciar() {
	ctx, cancel := context.WithTimeout(context.Background(), plazoVaciar)
	defer cancel()
	p.espera = 0
	for ctx.Err() == nil && p.siguiente(ctx) > 0 {
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.cola) > 0 {
		p.metrics.LecturasPerdidas(len(p.cola))
	}
	p.cola, p.bytes = nil, 0
}
