package sellado

import (
	"context"
	"errors"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Prueba is what a person takes away of an event: two files that carpeta auditoria verificar
// accepts, with no server and for ever.
type Prueba struct {
	Evento  auditoria.Evento
	Archivo string // the event with its salt
	Sellado *Sellado
	Motivo  Motivo // why Sellado is nil
}

// Sellado is the place of an event in its log.
type Sellado struct {
	Numero     int64
	Checkpoint string // the signed checkpoint alone
	Prueba     string // the proof, with that checkpoint in it
	Llaves     string // the public keys of the log, in the form that verificar reads
}

// Motivo says why an event has no proof yet.
type Motivo string

// The reasons.
const (
	SinSellar Motivo = "SIN_SELLAR" // it waits for its seal, which was asked for now: try again in a moment
	Apagado   Motivo = "APAGADO"    // this installation does not seal
	Danado    Motivo = "DANADO"     // the log is damaged; a person looks after it
)

// Probar makes the proof of an event. One that is not sealed yet is sealed at once, and the
// caller asks again. A nil Sellador does not seal.
func (s *Sellador) Probar(ctx context.Context, e auditoria.Evento) (Prueba, error) {
	p := Prueba{Evento: e, Archivo: string(Archivo(e).Format())}
	if s == nil {
		p.Motivo = Apagado
		return p, nil
	}
	n, err := hoja(ctx, s.cfg.Actas, e.OperadorID, e.EventoID)
	if errors.Is(err, fault.NotFound) {
		p.Motivo = s.apurar(e)
		return p, nil
	}
	if err != nil {
		return p, err
	}
	if p.Sellado, err = s.lugar(ctx, e, n); s.danado(e.OperadorID, err) {
		p.Motivo, err = Danado, nil
	}
	return p, err
}

func (s *Sellador) apurar(e auditoria.Evento) Motivo {
	s.mu.Lock()
	r := s.logs[e.OperadorID]
	danado := r != nil && r.danado
	s.mu.Unlock()
	if danado {
		return Danado
	}
	s.Urgente(e.OperadorID, e.EventoID)
	return SinSellar
}

// lugar proves number n, and looks whether others will accept it: the event in the store may not
// be the one that was sealed.
func (s *Sellador) lugar(ctx context.Context, e auditoria.Evento, n int64) (*Sellado, error) {
	l, err := s.Lector(e.OperadorID)
	if err != nil {
		return nil, err
	}
	signed, err := l.Checkpoint(ctx)
	if err != nil {
		return nil, err
	}
	p, err := l.Prove(ctx, signed, n)
	if err != nil {
		return nil, err
	}
	f := verify.Files{Checkpoint: p.Format(), Event: Archivo(e).Format(), Keys: l.Keys.Format()}
	if _, err := f.Verify(); err != nil {
		return nil, sello.Broken("event " + e.EventoID + " in the store is not number " + itoa(n) + " of the log: " + err.Error())
	}
	return &Sellado{Numero: n, Checkpoint: string(signed.Note), Prueba: string(f.Checkpoint), Llaves: string(f.Keys)}, nil
}
