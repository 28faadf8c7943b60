package tipo

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

const (
	maxTexto     = 80
	maxRetencion = 200
	maxPalabras  = 20
	maxTipos     = 500 // every client loads all
	maxIntentos  = 5
)

var formaIcono = regexp.MustCompile(`^[a-z][a-z-]{0,31}$`)

// Registrar enters a kind into the catalogue, or replaces what is known of it. No kind is ever taken away: documents
// have it. One that is Inactivo is for no new document.
func (s *Servicio) Registrar(ctx context.Context, quien auth.Principal, t Tipo) (Tipo, error) {
	if err := auth.MayManageTipos(quien); err != nil {
		return Tipo{}, err
	}
	t = t.normalizado()
	if err := t.validar(); err != nil {
		return Tipo{}, err
	}
	ctx = auditoria.ConAutor(ctx, quien, "")
	for n := 1; ; n++ {
		c, err := s.leer(ctx)
		if err != nil {
			return Tipo{}, err
		}
		t.Version, t.ModificadoEn = 1, s.Clock().UTC().Truncate(time.Millisecond)
		if i := c.lugar(t.Codigo); i >= 0 {
			t.Version = c.todos[i].Version + 1
		} else if len(c.todos) >= maxTipos {
			return Tipo{}, fault.New(fault.NotAllowed, "El catálogo tiene 500 tipos de documento, y no admite más.")
		}
		err = s.Store.GuardarTipo(ctx, t, s.Escribano.Levantar(ctx, t.hecho()))
		if err == nil {
			s.Log.Info("catalogue of kinds changed", "tipo", t.Codigo, "version", t.Version, "quien", quien.Sub)
			s.refrescar(ctx)
			return t, nil
		}
		if n == maxIntentos || !errors.Is(err, fault.Conflict) {
			return Tipo{}, err
		}
	}
}

// hecho is the event of a version of the kind. The catalogue is of no operador.
func (t Tipo) hecho() auditoria.Evento {
	return auditoria.Evento{
		Tipo: auditoria.TipoCambiado, Recurso: auditoria.Recurso{Tipo: "tipo", ID: t.Codigo}, OperadorID: auditoria.SinOperador,
		Datos: map[string]string{"version": strconv.FormatInt(t.Version, 10), "activo": strconv.FormatBool(!t.Inactivo)},
	}
}

func (t Tipo) normalizado() Tipo {
	limpio := func(texto string) string { return norm.NFC.String(strings.TrimSpace(texto)) }
	t.Nombre = Texto{limpio(t.Nombre.Es), limpio(t.Nombre.En)}
	t.Contexto = Texto{limpio(t.Contexto.Es), limpio(t.Contexto.En)}
	t.Palabras = slices.Clone(t.Palabras)
	for i, palabra := range t.Palabras {
		t.Palabras[i] = limpio(palabra)
	}
	return t
}

func (t Tipo) validar() error {
	mal := fault.New(fault.BadUserInput, "Revise los datos del tipo de documento.")
	if !EsCodigo(t.Codigo) {
		mal = mal.WithCampo("codigo", "De 2 a 48 letras mayúsculas sin acento, dígitos o rayas bajas; empieza con letra.")
	}
	for _, texto := range []struct {
		campo string
		Texto
	}{{"nombre", t.Nombre}, {"contexto", t.Contexto}} {
		if !esTexto(texto.Es) || !esTexto(texto.En) {
			mal = mal.WithCampo(texto.campo, "En los dos idiomas, de 1 a 80 caracteres visibles.")
		}
	}
	if !formaIcono.MatchString(t.Icono) {
		mal = mal.WithCampo("icono", "El nombre de un dibujo: de 1 a 32 letras minúsculas sin acento o guiones.")
	}
	if t.Retencion < 0 || t.Retencion > maxRetencion {
		mal = mal.WithCampo("retencion", "De 1 a 200 años; sin valor, para siempre.")
	}
	if len(t.Palabras) > maxPalabras || slices.ContainsFunc(t.Palabras, func(palabra string) bool { return !esTexto(palabra) }) {
		mal = mal.WithCampo("palabras", "Como máximo 20, cada una de 1 a 80 caracteres visibles.")
	}
	if t.Codigo == Otro && t.Inactivo {
		mal = mal.WithCampo("activo", "OTRO siempre está activo: es el tipo de lo que no tiene otro.")
	}
	if len(mal.Campos) > 0 {
		return mal
	}
	return nil
}

func esTexto(texto string) bool {
	n := utf8.RuneCountInString(texto)
	return utf8.ValidString(texto) && n >= 1 && n <= maxTexto && !strings.ContainsFunc(texto, func(r rune) bool { return !unicode.IsPrint(r) })
}
