package registro

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/cli/client"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento/tramite"
)

// Tramites is where the registry of procedures is.
type Tramites interface {
	RegistrarTramite(ctx context.Context, t tramite.Tramite) (tramite.Tramite, error)
	TerminarTramite(ctx context.Context, codigo string) (tramite.Tramite, error)
	TodosLosTramites(ctx context.Context) ([]tramite.Tramite, error)
}

var errEnded = errors.New("it was ended; remove its terminadoEn to bring it back into use")

// runTramites carries out a command of the registry of procedures.
func runTramites(ctx context.Context, where Tramites, c config.Command, out io.Writer) error {
	lines := json.NewEncoder(out)
	lines.SetEscapeHTML(false)
	print := func(t tramite.Tramite) error { return lines.Encode(t) }
	switch c.Name {
	case config.CmdTramiteSave:
		return save(c.Tramite.Save.File, "procedure", func(t tramite.Tramite) (string, tramite.Tramite, error) {
			if t.Terminado() { // a list that is registered again brings nothing back by mistake
				return t.Codigo, t, errEnded
			}
			stored, err := where.RegistrarTramite(ctx, t)
			return t.Codigo, stored, err
		}, print)
	case config.CmdTramiteEnd:
		t, err := where.TerminarTramite(ctx, c.Tramite.End.Codigo)
		if err != nil {
			return err
		}
		return print(t)
	}
	ts, err := where.TodosLosTramites(ctx)
	for _, t := range ts {
		err = errors.Join(err, print(t))
	}
	return err
}

// RegistrarTramite implements Tramites.
func (d Direct) RegistrarTramite(ctx context.Context, t tramite.Tramite) (tramite.Tramite, error) {
	return d.Tramites.Registrar(ctx, d.Quien, t)
}

// TerminarTramite implements Tramites.
func (d Direct) TerminarTramite(ctx context.Context, codigo string) (tramite.Tramite, error) {
	return d.Tramites.Terminar(ctx, d.Quien, codigo)
}

// TodosLosTramites implements Tramites.
func (d Direct) TodosLosTramites(ctx context.Context) ([]tramite.Tramite, error) {
	return d.Tramites.Todos(ctx, d.Quien)
}

const (
	tramiteFields   = `codigo nombre { es en } finalidad { es en } baseLegal { es en } conservacionDias plazoMaximoDias requisitos { codigo nombre { es en } tipos certificado opcional } entidadIds version registradoEn terminadoEn`
	mutationTramite = `mutation($input: RegistrarTramiteInput!) { r: registrarTramite(input: $input) { tramite { ` + tramiteFields + ` } ` + client.Errores + ` } }`
	mutationFin     = `mutation($input: TerminarTramiteInput!) { r: terminarTramite(input: $input) { tramite { ` + tramiteFields + ` } ` + client.Errores + ` } }`
	queryTramites   = `query { r: registroDeTramites { ` + tramiteFields + ` } }`
)

// RegistrarTramite implements Tramites. The input has the JSON of a procedure, without what the server sets.
func (r Remote) RegistrarTramite(ctx context.Context, t tramite.Tramite) (tramite.Tramite, error) {
	t.Version, t.RegistradoEn, t.TerminadoEn = 0, time.Time{}, time.Time{}
	var done struct{ Tramite tramite.Tramite }
	err := r.Client.Change(ctx, mutationTramite, t, &done)
	return done.Tramite, err
}

// TerminarTramite implements Tramites.
func (r Remote) TerminarTramite(ctx context.Context, codigo string) (tramite.Tramite, error) {
	var done struct{ Tramite tramite.Tramite }
	err := r.Client.Change(ctx, mutationFin, map[string]any{"codigo": codigo}, &done)
	return done.Tramite, err
}

// TodosLosTramites implements Tramites.
func (r Remote) TodosLosTramites(ctx context.Context) ([]tramite.Tramite, error) {
	var p struct{ R []tramite.Tramite }
	err := r.Client.Do(ctx, queryTramites, nil, &p)
	return p.R, err
}
