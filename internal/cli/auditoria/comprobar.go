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
	lines, total := json.NewEncoder(out), int64(0)
	for _, id := range ids {
		r, err := s.Comprobar(ctx, id, func(h sellado.Hallazgo) error { return lines.Encode(h) })
		if err != nil {
			return err
		}
		total += r.Hallazgos
		if err := lines.Encode(r); err != nil {
			return err
		}
	}
	if c.Operador == "" {
		r, err := s.ComprobarPeriodos(ctx, func(h sellado.Hallazgo) error { return lines.Encode(h) })
		if err == nil && r.Sellados+r.Hallazgos > 0 {
			err = lines.Encode(r)
		}
		if err != nil {
			return err
		}
		total += r.Hallazgos
	}
	n, err := comprobarGuardados(ctx, s, c.Checkpoint, lines)
	if total += n; err == nil && total > 0 {
		err = config.Left(total)
	}
	return err
}

// comprobarGuardados compares what was kept outside of the stores.
func comprobarGuardados(ctx context.Context, s *sellado.Sellador, files []string, lines *json.Encoder) (hallazgos int64, err error) {
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return hallazgos, err
		}
		r, err := s.ComprobarGuardado(ctx, text, func(h sellado.Hallazgo) error { return lines.Encode(h) })
		if err == nil {
			err = lines.Encode(r)
		}
		if err != nil {
			return hallazgos, fmt.Errorf("%s: %w", file, err)
		}
		hallazgos += r.Hallazgos
	}
	return hallazgos, nil
}
