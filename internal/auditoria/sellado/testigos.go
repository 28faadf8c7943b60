package sellado

import (
	"context"
	"errors"
	"fmt"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
)

// Testigo is somebody else who watches that the small log only grows.
type Testigo interface {
	// Testigo is its name and its key.
	Testigo() verify.Witness
	// Preguntar sends a question (the body of add-checkpoint, C2SP tlog-witness), and returns the
	// signature lines of the answer. A Conoce error: it knows the log with another size.
	Preguntar(ctx context.Context, pregunta []byte) ([]byte, error)
}

// Conoce says with how many entries a witness knows the log.
type Conoce struct{ Entradas int64 }

// Error implements error.
func (c Conoce) Error() string {
	return "the witness knows the log with " + itoa(c.Entradas) + " entries"
}

// testimonios keeps what witnesses said of the small log.
func (s *Sellador) testimonios() (sello.Witnesses, error) {
	l, err := s.Lector(Periodos)
	w := sello.Witnesses{Reader: l}
	for _, t := range s.cfg.Testigos {
		w.Known = append(w.Known, t.Testigo())
	}
	return w, err
}

// atestiguar asks every witness that has not signed the newest checkpoint of the small log. One that
// does not answer is asked again with the next look, and stops nothing.
func (s *Sellador) atestiguar(ctx context.Context) error {
	if len(s.cfg.Testigos) == 0 {
		return nil
	}
	w, err := s.testimonios()
	if err != nil {
		return err
	}
	en, err := w.Checkpoint(ctx)
	if err != nil || en.Size == 0 {
		return err
	}
	var errs []error
	for _, t := range s.cfg.Testigos {
		nombre := t.Testigo().Name
		if s.firmado[nombre] == en.Size {
			continue
		}
		if err := s.preguntar(ctx, w, t, en); err != nil {
			errs = append(errs, fmt.Errorf("witness %s: %w", nombre, err))
			continue
		}
		s.firmado[nombre] = en.Size
	}
	return errors.Join(errs...)
}

// preguntar asks one witness, from the size that it knows: what this process remembers, or what the
// witness says.
func (s *Sellador) preguntar(ctx context.Context, w sello.Witnesses, t Testigo, en verify.Signed) error {
	desde := s.firmado[t.Testigo().Name]
	for range 2 {
		pregunta, err := w.Question(ctx, desde, en)
		if err != nil {
			return err
		}
		lineas, err := t.Preguntar(ctx, pregunta)
		var conoce Conoce
		if err == nil {
			_, err = w.Answer(ctx, en, lineas)
			return err
		}
		if !errors.As(err, &conoce) {
			return err
		}
		if conoce.Entradas > en.Size {
			return s.adelantado(ctx, w, conoce.Entradas)
		}
		desde = conoce.Entradas
	}
	return errors.New("it names another size each time")
}

// adelantado: a witness knows more than there was. Either another process sealed meanwhile, or the
// log was rolled back.
func (s *Sellador) adelantado(ctx context.Context, w sello.Witnesses, conoce int64) error {
	hoy, err := w.Checkpoint(ctx)
	if err == nil && hoy.Size < conoce {
		err = sello.Broken(fmt.Sprintf("a witness signed %d entries of the small log, and it has %d: it was rolled back", conoce, hoy.Size))
	}
	return err
}
