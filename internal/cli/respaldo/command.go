package respaldo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/notas"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/store/datafolder"
)

// Run carries out a command of backups, on what cfg says of the data folder.
func Run(ctx context.Context, c config.Command, cfg Config, out io.Writer) error {
	lines, told := json.NewEncoder(out), notas.Folder{Dir: cfg.Dir, Clock: cfg.Clock}
	switch c.Name {
	case config.CmdLook:
		o := c.Respaldo.Verificar
		return Verify(ctx, o.En, o.Respaldo, o.Ritmo.Ritmo, func(f Finding) error { return lines.Encode(f) })
	case config.CmdRestore:
		o := c.Respaldo.Restaurar
		r, err := Restore(ctx, RestoreConfig{From: o.De, ID: o.Respaldo, DataDir: cfg.Dir})
		if err != nil {
			return err
		}
		if err := told.Tell(ctx, auditoria.DeRestauracion(r.ID, r.Taken)); err != nil {
			return fmt.Errorf("the data are restored, and the trail could not be told of it: %w", err)
		}
		return lines.Encode(r)
	}
	o := c.Respaldo.Create
	cfg.Into, cfg.Keep, cfg.Rate = o.En, o.Keep, o.Ritmo.Ritmo
	if err := errors.Join(datafolder.Whole(cfg.Dir), apart(cfg.Dir, cfg.Into)); err != nil {
		return err
	}
	if db, err := boltstore.OpenSnapshot(cfg.Dir); err == nil { // nothing is noted in a folder that is refused
		_ = db.Close()
	} else if !errors.Is(err, boltstore.ErrInUse) {
		return err
	}
	if err := told.Tell(ctx, auditoria.DeRespaldo()); err != nil {
		return fmt.Errorf("the trail cannot be told, so no backup is made: %w", err)
	}
	s, err := Create(ctx, cfg)
	if err != nil {
		return err
	}
	return lines.Encode(s)
}

// apart refuses a folder of backups in the data folder: each would hold the ones before.
func apart(data, into string) error {
	d, errD := filepath.Abs(data)
	v, errV := filepath.Abs(into)
	rel, errRel := filepath.Rel(d, v)
	if err := errors.Join(errD, errV); err != nil {
		return err
	}
	if errRel == nil && filepath.IsLocal(rel) {
		return config.BadArgument("--en: %s is in the data folder %s; name a folder outside of it, best on another disk", into, data)
	}
	return nil
}
