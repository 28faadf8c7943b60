package respaldo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/notas"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/store/datafolder"
)

// Run carries out a command of backups, on what cfg says of the data folder.
func Run(ctx context.Context, c config.Command, cfg Config, out io.Writer) error {
	trail, lines := notas.Folder{Dir: cfg.Dir, Clock: cfg.Clock}, json.NewEncoder(out)
	if c.Name == config.CmdRestore {
		r, err := Restore(ctx, c.Respaldo.Restaurar.De, cfg.Dir)
		if err != nil {
			return err
		}
		if err := trail.Tell(ctx, auditoria.DeRestauracion(r.ID, r.Taken)); err != nil {
			return fmt.Errorf("the data are restored, and the trail has no record of it: %w", err)
		}
		return lines.Encode(r)
	}
	o := c.Respaldo.Create
	cfg.Into, cfg.Keep, cfg.Rate = o.En, o.Keep, o.Ritmo
	if err := errors.Join(datafolder.Whole(cfg.Dir), apart(cfg.Dir, cfg.Into)); err != nil {
		return err
	}
	if db, err := boltstore.OpenSnapshot(cfg.Dir); err == nil { // no note is left in a folder that is refused
		_ = db.Close()
	} else if !errors.Is(err, boltstore.ErrInUse) {
		return err
	}
	if err := trail.Tell(ctx, auditoria.DeRespaldo()); err != nil {
		return fmt.Errorf("the trail cannot record the backup, so none is made: %w", err)
	}
	s, err := Create(ctx, cfg)
	if err != nil {
		return err
	}
	return lines.Encode(s)
}

// apart refuses a folder of backups in the data folder: each backup would hold the earlier ones.
func apart(data, into string) error {
	d, errD := filepath.Abs(data)
	i, errI := filepath.Abs(into)
	if strings.HasPrefix(i+"/", d+"/") {
		return config.BadArgument("--en: %s is in the data folder %s; name a folder outside of it, best on another disk", into, data)
	}
	return errors.Join(errD, errI)
}
