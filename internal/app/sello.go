package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
	"github.com/carpeta-ciudadana/servidor/internal/config"
)

// Of the embedded profile, in the data folder.
const (
	llavesFile  = "sello.llaves"
	sealsFolder = "sellos"
)

// wireSello makes the sealer of the trail. Without keys it is off, and said to be: a server
// that worked before must not stop because it cannot prove yet what it does.
func (a *App) wireSello() error {
	llaves, on, err := a.llaves()
	if err != nil {
		return err
	}
	a.metrics.Sealing(on)
	if !on {
		a.log.Warn("SEALING IS OFF: nobody can prove what the trail says. Make a key with carpeta llave crear, and name its file in CARPETA_SELLO_LLAVES")
		return nil
	}
	a.signing = llaves
	witnesses, err := readWitnesses(a.cfg.SealWitnesses)
	if err != nil {
		return err
	}
	a.sellador = sellado.New(sellado.Config{
		Archivo: a.archiver.Buscador, Periodo: a.cfg.SealPeriod, Testigos: witnesses,
		Actas: a.p.store, Eventos: a.p.store, Marcas: a.p.store, Objetos: a.p.sellos, Llaves: llaves, Operadores: a.p.store.OperadoresConEventos,
		Cada: a.cfg.SealEvery, Dueno: a.duenoSello(), Clock: a.clock, Log: a.log, Metrics: a.metrics,
	})
	return nil
}

// proofs gives the proofs of events.
func (a *App) proofs() *sellado.Pruebas {
	return &sellado.Pruebas{Sellador: a.sellador, Rastro: a.trail, Carpetas: a.p.store, Lecturas: a.reads, Clock: a.clock}
}

// duenoSello: of the embedded profile's processes one at a time has the data folder, so the next
// one need not wait for the end of the lease of one that died.
func (a *App) duenoSello() string {
	if a.cfg.Profile == config.Embedded {
		return "embedded"
	}
	return a.process
}

// llaves are the secret keys of the sealed logs, if there are any.
func (a *App) llaves() (l sellado.Llaves, on bool, err error) {
	switch {
	case a.cfg.SelloLlaves != "":
		l, err = readLlaves(a.cfg.SelloLlaves)
	case a.cfg.Profile == config.Embedded:
		l, err = openLlaves(filepath.Join(a.cfg.DataDir, llavesFile), a.nombreSello(), a.clock())
	default:
		return l, false, nil
	}
	return l, err == nil, err
}

// nombreSello is what the embedded profile calls itself in its logs when it makes its key.
func (a *App) nombreSello() string {
	if u, err := url.Parse(a.cfg.PublicURL); err == nil && u.Hostname() != "" {
		return u.Hostname()
	}
	return "localhost"
}

// llave is the commands of the keys: they need no store.
func llave(c config.Command, out io.Writer) error {
	switch c.Name {
	case config.CmdLlaveNew:
		return newLlave(c.Llave.New, time.Now(), out)
	case config.CmdLlaveNext:
		return nextLlave(c.Llave.Next, time.Now(), out)
	}
	return publicLlave(c.Llave.Public, out)
}

// comprobar compares the stored trail with the sealed logs.
func (a *App) comprobar(ctx context.Context, c config.Comprobar, out io.Writer) error {
	if a.sellador == nil {
		return errors.New("there are no keys, so nothing is sealed: name their file in CARPETA_SELLO_LLAVES")
	}
	if err := a.p.ready(ctx); err != nil {
		return err
	}
	ids := []string{c.Operador}
	if c.Operador == "" {
		var err error
		if ids, err = a.p.store.OperadoresConEventos(ctx); err != nil {
			return err
		}
	}
	lines, total := json.NewEncoder(out), int64(0)
	for _, id := range ids {
		r, err := a.sellador.Comprobar(ctx, id, func(h sellado.Hallazgo) error { return lines.Encode(h) })
		if err != nil {
			return err
		}
		total += r.Hallazgos
		if err := lines.Encode(r); err != nil {
			return err
		}
	}
	if c.Operador == "" {
		r, err := a.sellador.ComprobarPeriodos(ctx, func(h sellado.Hallazgo) error { return lines.Encode(h) })
		if err == nil && r.Sellados+r.Hallazgos > 0 {
			err = lines.Encode(r)
		}
		if err != nil {
			return err
		}
		total += r.Hallazgos
	}
	n, err := a.comprobarGuardados(ctx, c.Checkpoint, lines)
	if total += n; err == nil && total > 0 {
		err = left{total}
	}
	return err
}

// comprobarGuardados compares what was kept outside of the stores.
func (a *App) comprobarGuardados(ctx context.Context, files []string, lines *json.Encoder) (hallazgos int64, err error) {
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return hallazgos, err
		}
		r, err := a.sellador.ComprobarGuardado(ctx, text, func(h sellado.Hallazgo) error { return lines.Encode(h) })
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
