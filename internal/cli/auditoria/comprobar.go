package auditoria

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
	"github.com/carpeta-ciudadana/servidor/internal/config"
)

// Comprobar compares the stored trail with the sealed logs.
func Comprobar(ctx context.Context, s *sellado.Sellador, operadores func(context.Context) ([]string, error), c config.Comprobar, out io.Writer) error {
	if s == nil {
		return errors.New("there are no keys, so nothing is sealed: name their file in CARPETA_SELLO_LLAVES")
	}
	ids := []string{c.Operador}
	if c.Operador == "" {
		var err error
		if ids, err = operadores(ctx); err != nil {
			return err
		}
	}
	k := check{lines: json.NewEncoder(out)}
	for _, id := range ids {
		if err := k.tell(s.Comprobar(ctx, id, k.found)); err != nil {
			return err
		}
	}
	for _, file := range c.Checkpoint { // what was kept outside of the stores
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if err := k.tell(s.ComprobarGuardado(ctx, text, k.found)); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	if k.findings > 0 {
		return config.Left(k.findings)
	}
	return nil
}

// check prints what is found.
type check struct {
	lines    *json.Encoder
	findings int64
}

func (k *check) found(h sellado.Hallazgo) error { return k.lines.Encode(h) }

func (k *check) tell(r sellado.Comprobado, err error) error {
	if err != nil {
		return err
	}
	k.findings += r.Hallazgos
	return k.lines.Encode(r)
}
