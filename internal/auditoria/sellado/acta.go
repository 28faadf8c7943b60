package sellado

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Acta records one seal: the events Primera, Primera+1, … of a log, in their order.
type Acta struct {
	Primera int64
	Hasta   time.Time // of the newest event in this seal or in one before it; milliseconds
	Eventos []string  // eventoIds
}

// Siguiente is the number after the last one.
func (a Acta) Siguiente() int64 { return a.Primera + int64(len(a.Eventos)) }

// Actas keeps the records of seals, for as long as somebody may ask for a proof. Hasta never decreases from one acta to the
// next, so the order by time is the order by number. Reads see every write that has returned. Failures are *fault.Error.
type Actas interface {
	// PonerActa writes one. To write the same acta again changes nothing; if another acta has the place, it is CONFLICT.
	PonerActa(ctx context.Context, operadorID string, a Acta) error
	// UltimasActas returns those whose Hasta is not before desde, the newest first, at most limite.
	UltimasActas(ctx context.Context, operadorID string, desde time.Time, limite int) ([]Acta, error)
	// ActasDesde returns those whose Hasta is after desde, and those whose Hasta is desde and whose Primera is not below
	// numero, the oldest first, at most limite.
	ActasDesde(ctx context.Context, operadorID string, desde time.Time, numero int64, limite int) ([]Acta, error)
	// PonerRezagado writes the number of an event that came so late that its time does not lead to its acta.
	PonerRezagado(ctx context.Context, operadorID, eventoID string, numero int64) error
	// Rezagado reads it, or is NOT_FOUND.
	Rezagado(ctx context.Context, operadorID, eventoID string) (int64, error)
}

// Tardanza is how much later than its moment an event may come and still be sealed in its turn. The factor is the margin: to
// read a minute once more costs little. One that comes later is sealed late (fuente.repasar).
const Tardanza = 2 * auditoria.Asentamiento

// momentoDe is the time in a UUID v7.
func momentoDe(eventoID string) (time.Time, error) {
	t, ok := auditoria.MomentoDeID(eventoID)
	if !ok {
		return t, fault.Wrap(fault.Internal, errors.New("not a UUID v7: "+eventoID))
	}
	return t, nil
}

// MaxActa is how many events one acta holds at most: 128 KiB of ids.
const MaxActa = 8192

// Empaquetar writes the ids of events in 16 bytes each.
func Empaquetar(eventoIDs []string) ([]byte, error) {
	b := make([]byte, 0, 16*len(eventoIDs))
	for _, e := range eventoIDs {
		id, err := uuid.Parse(e)
		if err != nil || id.String() != e {
			return nil, fault.Wrap(fault.Internal, errors.New("not a UUID in its one form: "+e))
		}
		b = append(b, id[:]...)
	}
	return b, nil
}

// Desempaquetar reads what Empaquetar wrote.
func Desempaquetar(b []byte) ([]string, error) {
	if len(b)%16 != 0 {
		return nil, fault.Wrap(fault.Internal, errors.New("an acta is cut off"))
	}
	var ids []string
	for id := range slices.Chunk(b, 16) {
		ids = append(ids, uuid.UUID(id).String())
	}
	return ids, nil
}

// hoja finds the number of an event. Its time leads to the actas that may have it: those whose
// newest event is not older, up to the first that begins after everything late has come.
func hoja(ctx context.Context, actas Actas, operadorID, eventoID string) (int64, error) {
	t, err := momentoDe(eventoID)
	if err != nil {
		return 0, fault.Plain(fault.NotFound)
	}
	desde, numero := t, int64(0)
	for {
		as, err := actas.ActasDesde(ctx, operadorID, desde, numero, 16)
		if err != nil {
			return 0, err
		}
		for _, a := range as {
			if i := slices.Index(a.Eventos, eventoID); i >= 0 {
				return a.Primera + int64(i), nil
			}
			if a.Hasta.After(t.Add(Tardanza)) { // the acta after this one began later than that
				return actas.Rezagado(ctx, operadorID, eventoID)
			}
			desde, numero = a.Hasta, a.Siguiente()
		}
		if len(as) < 16 {
			return actas.Rezagado(ctx, operadorID, eventoID)
		}
	}
}
