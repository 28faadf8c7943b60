package registro

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/cli/client"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/documento/tipo"
)

// Tipos is where the catalogue of kinds is.
type Tipos interface {
	Registrar(ctx context.Context, t tipo.Tipo) (tipo.Tipo, error)
	Todos(ctx context.Context) ([]tipo.Tipo, error)
}

// runTipos carries out a command of the catalogue.
func runTipos(ctx context.Context, where Tipos, c config.Command, out io.Writer) error {
	lines := json.NewEncoder(out)
	lines.SetEscapeHTML(false)
	if c.Name == config.CmdTipoSave {
		return save(c.Tipo.Save.File, "kind", func(t tipo.Tipo) (string, tipo.Tipo, error) {
			stored, err := where.Registrar(ctx, t)
			return t.Codigo, stored, err
		}, func(t tipo.Tipo) error { return lines.Encode(t) })
	}
	ts, err := where.Todos(ctx)
	for _, t := range ts {
		err = errors.Join(err, lines.Encode(t))
	}
	return err
}

// save registers each entry of a file, and stops at the first that is refused. what says in English what an entry is.
func save[T any](file, what string, register func(T) (codigo string, stored T, err error), print func(T) error) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	entries := json.NewDecoder(f)
	entries.DisallowUnknownFields()
	for n := 1; ; n++ {
		var t T
		switch err := entries.Decode(&t); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("%s: %s %d: %w", file, what, n, err)
		}
		codigo, t, err := register(t)
		if err == nil {
			err = print(t)
		}
		if err != nil {
			return fmt.Errorf("%s: %s %d (%s): %w", file, what, n, codigo, err)
		}
	}
}

// Registrar implements Tipos.
func (d Direct) Registrar(ctx context.Context, t tipo.Tipo) (tipo.Tipo, error) {
	return d.Tipos.Registrar(ctx, d.Quien, t)
}

// Todos implements Tipos.
func (d Direct) Todos(ctx context.Context) ([]tipo.Tipo, error) { return d.Tipos.Todos(ctx, d.Quien) }

// apiTipo is a kind as the API has it.
type apiTipo struct {
	Codigo           string
	Nombre, Contexto tipo.Texto
	Icono            string
	Retencion        *int64
	Palabras         []string
	Activo           bool
	ModificadoEn     *time.Time
}

func (a apiTipo) tipo() tipo.Tipo {
	t := tipo.Tipo{Codigo: a.Codigo, Nombre: a.Nombre, Contexto: a.Contexto, Icono: a.Icono, Palabras: a.Palabras, Inactivo: !a.Activo}
	if a.Retencion != nil {
		t.Retencion = *a.Retencion
	}
	if a.ModificadoEn != nil {
		t.ModificadoEn = *a.ModificadoEn
	}
	return t
}

const (
	tipoFields   = `codigo nombre { es en } contexto { es en } icono retencion palabras activo modificadoEn`
	mutationTipo = `mutation($input: RegistrarTipoInput!) { r: registrarTipo(input: $input) { tipo { ` + tipoFields + ` } ` + client.Errores + ` } }`
	queryTipos   = `query { r: catalogoDeTipos { ` + tipoFields + ` } }`
)

// Registrar implements Tipos.
func (r Remote) Registrar(ctx context.Context, t tipo.Tipo) (tipo.Tipo, error) {
	input := map[string]any{
		"codigo": t.Codigo, "nombre": t.Nombre, "contexto": t.Contexto, "icono": t.Icono, "retencion": t.Anos(), "palabras": t.Palabras, "activo": t.Activo(),
	}
	if t.Palabras == nil {
		delete(input, "palabras")
	}
	var done struct{ Tipo apiTipo }
	if err := r.Client.Change(ctx, mutationTipo, input, &done); err != nil {
		return t, err
	}
	return done.Tipo.tipo(), nil
}

// Todos implements Tipos.
func (r Remote) Todos(ctx context.Context) ([]tipo.Tipo, error) {
	var p struct{ R []apiTipo }
	if err := r.Client.Do(ctx, queryTipos, nil, &p); err != nil {
		return nil, err
	}
	ts := make([]tipo.Tipo, len(p.R))
	for i, a := range p.R {
		ts[i] = a.tipo()
	}
	return ts, nil
}
