package auditoria

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Pedido is what somebody asks the trail for; empty members do not filter, the others must all hold.
type Pedido struct {
	OperadorID    string // whose trail; the caller's own if empty
	CorrelacionID string
	Tipo          Tipo
	Servicio      Servicio
	Resultado     Resultado
	Gravedad      Gravedad
	CarpetaID     string
	DocumentoID   string // only beside CarpetaID
	Actor         string
	Desde, Hasta  Instante // both count themselves
}

// The inputs, as refusals name them; each face says them in its own words.
const (
	CampoOperador    = "filtro.operadorId"
	CampoCorrelacion = "filtro.correlationId"
	CampoTipo        = "filtro.tipo"
	CampoServicio    = "filtro.servicio"
	CampoResultado   = "filtro.outcome"
	CampoGravedad    = "filtro.severity"
	CampoCarpeta     = "filtro.carpetaId"
	CampoDocumento   = "filtro.documentoId"
	CampoActor       = "filtro.actor"
	CampoDesde       = "filtro.desde"
	CampoHasta       = "filtro.hasta"
	CampoLimite      = "limite"
	CampoSalto       = "salto"
	CampoCursor      = "cursor"
)

// maxID bounds the ids that the stores are asked for.
const maxID = 128

// desfase is how far clocks may differ: so much of the future is now.
const desfase = 5 * time.Second

// faltas collects what is wrong with an input.
type faltas struct{ err *fault.Error }

func (f *faltas) si(mal bool, campo, mensaje string) {
	if !mal {
		return
	}
	if f.err == nil {
		f.err = fault.Plain(fault.BadUserInput)
	}
	f.err = f.err.WithCampo(campo, mensaje)
}

func (f *faltas) error() error {
	if f.err == nil {
		return nil
	}
	return f.err
}

// validar looks at everything but the operador, which the policy looks at.
func (p Pedido) validar(f *faltas, now time.Time) {
	f.si(p.CorrelacionID != "" && !esID(p.CorrelacionID), CampoCorrelacion, "debe tener de 1 a 128 caracteres ASCII visibles")
	f.si(p.Actor != "" && !esID(p.Actor), CampoActor, "debe tener de 1 a 128 caracteres ASCII visibles")
	f.si(p.Tipo != "" && !slices.Contains(Tipos, p.Tipo), CampoTipo, "no existe: debe ser un tipo de evento, como documento.visto")
	f.si(p.Servicio != "" && !slices.Contains(Servicios, p.Servicio), CampoServicio, "no existe: debe ser uno de "+lista(Servicios))
	f.si(p.Resultado != "" && !slices.Contains(Resultados, p.Resultado), CampoResultado, "debe ser uno de "+lista(Resultados))
	f.si(p.Gravedad != "" && !slices.Contains(Gravedades, p.Gravedad), CampoGravedad, "debe ser uno de "+lista(Gravedades))
	f.si(p.CarpetaID != "" && !relay.IsUUID(p.CarpetaID), CampoCarpeta, "debe ser un UUID en minúsculas")
	f.si(p.DocumentoID != "" && !relay.IsUUID(p.DocumentoID), CampoDocumento, "debe ser un UUID en minúsculas")
	f.si(p.DocumentoID != "" && p.CarpetaID == "", CampoDocumento, "necesita también carpetaId")
	desde, hasta := p.Desde.desde(now), p.Hasta.desde(now)
	f.si(p.Desde.Dado() && desde.After(now.Add(desfase)), CampoDesde, "está en el futuro")
	f.si(p.Desde.Dado() && p.Hasta.Dado() && hasta.Before(desde), CampoHasta, "es anterior al comienzo")
}

func esID(s string) bool {
	return len(s) <= maxID && !strings.ContainsFunc(s, func(r rune) bool { return r < '!' || r > '~' })
}

func lista[T ~string](de []T) string {
	textos := make([]string, len(de))
	for i, v := range de {
		textos[i] = string(v)
	}
	return strings.Join(textos, ", ")
}

// alcance is whose trail somebody asks for. An operador reads its own; an auditor names one, or asks
// for one carpeta or one correlation, whose ever they are. Nobody else reads here.
func (p Pedido) alcance(quien auth.Principal) (string, error) {
	pedido := p.OperadorID
	if pedido == "" && (!quien.Has(auth.Auditor) || !p.conLlave()) {
		pedido = quien.OperadorID
	}
	if err := auth.MayReadOperador(quien, pedido); err != nil {
		return "", err
	}
	var f faltas
	f.si(pedido == "" && !p.conLlave(), CampoOperador, "falta: un auditor lee el rastro de un operador a la vez, de una carpeta o de un correlationId")
	f.si(pedido != "" && !esID(pedido), CampoOperador, "debe tener de 1 a 128 caracteres ASCII visibles")
	return pedido, f.error()
}

// conLlave: a few events at most, whose ever they are.
func (p Pedido) conLlave() bool { return p.CarpetaID != "" || p.CorrelacionID != "" }

// filtro is what the stores are asked for, as somebody may see it now.
func (p Pedido) filtro(quien auth.Principal, operadorID string, now time.Time) Filtro {
	f := Filtro{
		Lector: lectorDe(quien), OperadorID: operadorID, CarpetaID: p.CarpetaID, DocumentoID: p.DocumentoID, CorrelacionID: p.CorrelacionID, Tipo: p.Tipo,
		Servicio: p.Servicio, Resultado: p.Resultado, Gravedad: p.Gravedad, Actor: p.Actor,
	}
	if p.Desde.Dado() {
		f.Desde = p.Desde.desde(now)
	}
	if p.Hasta.Dado() {
		f.Hasta = p.Hasta.desde(now).Add(time.Millisecond) // it counts itself, and the store's end does not
	}
	return f
}

// nombres are the members that filter: what they are, not what they say.
func (p Pedido) nombres() string {
	var hay []string
	for _, m := range []struct {
		nombre string
		dado   bool
	}{
		{"correlationId", p.CorrelacionID != ""}, {"tipo", p.Tipo != ""}, {"servicio", p.Servicio != ""}, {"outcome", p.Resultado != ""},
		{"severity", p.Gravedad != ""}, {"carpetaId", p.CarpetaID != ""}, {"documentoId", p.DocumentoID != ""}, {"actor", p.Actor != ""},
		{"desde", p.Desde.Dado()}, {"hasta", p.Hasta.Dado()},
	} {
		if m.dado {
			hay = append(hay, m.nombre)
		}
	}
	return cmp.Or(strings.Join(hay, " "), "ninguno")
}
