package sellado

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// clavePeriodos stands for the small log where the others have their operadorId, which has no space.
const clavePeriodos = "registro de periodos"

// claveDe is whose actas a log has.
func claveDe(operadorID string) string {
	if operadorID == Periodos {
		return clavePeriodos
	}
	return operadorID
}

// periodos gives the small log its entries: at the end of each period one statement for each log
// that has begun, in the order of their operadores. Its actas are those of any other log: the id
// of a statement is made from its period's end and its operador.
type periodos struct {
	*fuente
	s *Sellador

	fin   time.Time // of the period that leaves is of
	hojas []sello.Leaf
}

var _ sello.Source = (*periodos)(nil)

// Pending implements sello.Source. A period is sealed as a whole, so its entries are all there or none.
func (p *periodos) Pending(ctx context.Context, limit int) (sello.Pending, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	ultimas, err := p.actas.UltimasActas(ctx, clavePeriodos, time.Time{}, 1)
	if err != nil {
		return sello.Pending{}, err
	}
	var ultima Acta
	if len(ultimas) > 0 {
		ultima = ultimas[0]
	}
	espera := sello.Pending{Sealed: ultima.Siguiente()}
	p.antiguo = time.Time{}
	fin := p.clock().UTC().Truncate(p.s.cfg.Periodo)
	if !ultima.Hasta.Before(fin) {
		return espera, nil
	}
	if !p.fin.Equal(fin) {
		desde := ultima.Hasta
		if desde.IsZero() {
			desde = fin.Add(-p.s.cfg.Periodo)
		}
		if p.hojas, err = p.declarar(ctx, desde, fin); err != nil {
			return espera, err
		}
		p.fin = fin
	}
	if len(p.hojas) > MaxActa {
		return espera, fault.Wrap(fault.Internal, fmt.Errorf("%d logs in a period, and a seal takes %d", len(p.hojas), MaxActa))
	}
	if len(p.hojas) > 0 {
		p.antiguo = fin
	}
	espera.Leaves = p.hojas[:min(limit, len(p.hojas))]
	return espera, nil
}

// declarar reads the newest checkpoint of every log. One that is damaged says nothing, and the
// others do: its own sealing stops, and tells why.
func (p *periodos) declarar(ctx context.Context, desde, fin time.Time) (hojas []sello.Leaf, err error) {
	ids, err := p.s.cfg.Operadores(ctx)
	if err != nil {
		return nil, err
	}
	ids = append(slices.Clone(ids), auditoria.SinOperador)
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		l, err := p.s.Lector(id)
		if err != nil {
			continue // it has no log, and conocer says so
		}
		c, err := l.Checkpoint(ctx)
		var damage *sello.Damage
		switch {
		case errors.As(err, &damage):
			p.s.cfg.Log.Warn("a log is left out of its period: it is not what it was", "operadorId", id, "error", err)
			continue
		case errors.Is(err, fault.NotFound):
			continue // not begun
		case err != nil:
			return nil, err
		}
		entry := verify.Statement{From: desde, Until: fin, Checkpoint: c.Note}.Format()
		hojas = append(hojas, sello.Leaf{ID: idDePeriodo(fin, id), Entry: entry, Since: fin})
	}
	return hojas, nil
}

// idDePeriodo is a UUID v7 of the period's end, with a hash of the operador in the place of chance.
func idDePeriodo(fin time.Time, operadorID string) string {
	var ms [8]byte
	binary.BigEndian.PutUint64(ms[:], uint64(fin.UnixMilli()))
	sum := sha256.Sum256([]byte("periodo\n" + operadorID))
	id := uuid.UUID(sum[:16])
	copy(id[:6], ms[2:])
	id[6], id[8] = 0x70|id[6]&0x0f, 0x80|id[8]&0x3f
	return id.String()
}

// PruebaPeriodo are the files that say what a log was at the end of a period, and of the one before.
type PruebaPeriodo struct {
	Desde, Hasta time.Time
	Entradas     int64 // of the operador's log, at the end
	Quieto       bool  // nothing was sealed in the period
	Declaracion  string
	Prueba       string
	Anterior     *string // the statement before it; nil for the first
	PruebaAntes  *string
	Llaves       string // of the operador's log, and of the small one
}

// ProbarPeriodo proves the period of an operador's log that this moment is in; NOT_FOUND while none
// is sealed that has it.
func (s *Sellador) ProbarPeriodo(ctx context.Context, operadorID string, en time.Time) (PruebaPeriodo, error) {
	if en.After(s.cfg.Clock()) || en.Before(time.Unix(0, 0)) { // no period; and stores know no such times
		return PruebaPeriodo{}, fault.Plain(fault.NotFound)
	}
	as, err := s.cfg.Actas.ActasDesde(ctx, clavePeriodos, en, 0, 1)
	if err != nil {
		return PruebaPeriodo{}, err
	}
	if len(as) == 0 {
		return PruebaPeriodo{}, fault.Plain(fault.NotFound)
	}
	d, err := s.declarante(ctx, operadorID)
	if err != nil {
		return PruebaPeriodo{}, err
	}
	p, err := d.periodo(ctx, as[0].Hasta)
	if err == nil && en.Before(p.Desde) {
		err = fault.Plain(fault.NotFound)
	}
	return p, err
}

// declarante reads the statements of one operador's log in one checkpoint of the small one.
type declarante struct {
	s          *Sellador
	operadorID string
	lector     sello.Reader
	en         verify.Signed
	llaves     verify.Keys
	entradas   entradas
}

func (s *Sellador) declarante(ctx context.Context, operadorID string) (*declarante, error) {
	l, err := s.Lector(Periodos)
	if err != nil {
		return nil, err
	}
	suyas, err := s.cfg.Llaves.Publicas(operadorID)
	if err != nil {
		return nil, err
	}
	d := &declarante{s: s, operadorID: operadorID, lector: l, llaves: slices.Concat(suyas, l.Keys)}
	if d.en, err = l.Checkpoint(ctx); err != nil {
		return nil, err
	}
	d.entradas = entradasDe(l, d.en.Size)
	return d, nil
}

func (d *declarante) periodo(ctx context.Context, fin time.Time) (p PruebaPeriodo, err error) {
	dicho, prueba, err := d.leer(ctx, fin)
	if err != nil {
		return p, err
	}
	f := verify.Files{Checkpoint: prueba, Event: dicho, Keys: d.llaves.Format()}
	r, err := f.Verify()
	if err != nil {
		return p, sello.Broken(err.Error())
	}
	p = PruebaPeriodo{Desde: r.Statement.From, Hasta: r.Statement.Until, Entradas: r.Stated.Size, Declaracion: string(dicho), Prueba: string(prueba), Llaves: string(f.Keys)}
	antes, pruebaAntes, err := d.leer(ctx, p.Desde)
	if errors.Is(err, fault.NotFound) {
		return p, nil
	}
	if err != nil {
		return p, err
	}
	f.OlderEvent, f.Older = antes, pruebaAntes
	_, err = f.Verify()
	p.Quieto = err == nil
	uno, otro := string(antes), string(pruebaAntes)
	p.Anterior, p.PruebaAntes = &uno, &otro
	return p, nil
}

// leer finds the statement of a period's end, and proves it.
func (d *declarante) leer(ctx context.Context, fin time.Time) (dicho, prueba []byte, err error) {
	n, err := hoja(ctx, d.s.cfg.Actas, clavePeriodos, idDePeriodo(fin, d.operadorID))
	if err != nil {
		return nil, nil, err
	}
	if n >= d.en.Size { // sealed since the checkpoint was read
		return nil, nil, fault.Plain(fault.NotFound)
	}
	if dicho, err = d.entradas.numero(ctx, n); err != nil {
		return nil, nil, err
	}
	p, err := d.lector.Prove(ctx, d.en, n)
	return dicho, p.Format(), err
}
