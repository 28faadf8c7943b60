package rest

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// The parameters: the nine of S-STORAGE-010 by their names, the cursor and the order of its next version, and whose
// trail an auditor reads.
const (
	pCorrelation = "correlation_id"
	pType        = "event_type"
	pService     = "service"
	pOutcome     = "outcome"
	pSeverity    = "severity"
	pSince       = "since"
	pUntil       = "until"
	pLimit       = "limit"
	pOffset      = "offset"
	pCursor      = "cursor"
	pOrder       = "order"
	pOperador    = "operador_id" // or a part of the path
	pCarpeta     = "carpeta_id"
)

// Parameters are all of them.
var Parameters = []string{pCorrelation, pType, pService, pOutcome, pSeverity, pSince, pUntil, pLimit, pOffset, pCursor, pOrder, pOperador, pCarpeta}

// maxParameters of an address are looked at.
const maxParameters = 32

// request is what somebody asks for.
type request struct {
	filter  auditoria.Pedido
	part    auditoria.Tramo
	limited bool // a limit was given
}

// reader reads parameters, and remembers what is wrong with them.
type reader struct {
	values url.Values
	err    *fault.Error
}

func (p *reader) wrong(name, why string) {
	if p.err == nil {
		p.err = fault.Plain(fault.BadUserInput)
	}
	p.err = p.err.WithCampo(name, why)
}

// readRequest reads a query string. A parameter that is unknown, empty or repeated is refused: whoever
// mistypes a filter must not get everything.
func readRequest(raw, operadorID string) (request, *fault.Error) {
	if strings.Count(raw, "&") >= maxParameters {
		return request{}, fault.New(fault.BadUserInput, "La dirección trae demasiados parámetros.")
	}
	values, err := url.ParseQuery(raw)
	if err != nil {
		return request{}, fault.New(fault.BadUserInput, "Los parámetros de la dirección están mal formados.")
	}
	p := &reader{values: values}
	p.known()
	q := request{filter: auditoria.Pedido{
		OperadorID: cmp.Or(operadorID, p.text(pOperador)), CarpetaID: p.text(pCarpeta), CorrelacionID: p.text(pCorrelation), Tipo: auditoria.Tipo(p.text(pType)), Servicio: auditoria.Servicio(p.text(pService)),
		Resultado: auditoria.Resultado(p.text(pOutcome)), Gravedad: auditoria.Gravedad(p.text(pSeverity)), Desde: p.moment(pSince), Hasta: p.moment(pUntil),
	}}
	if operadorID != "" && p.values.Has(pOperador) {
		p.wrong(pOperador, "ya está en la ruta: indíquelo una sola vez")
	}
	q.part.Limite, q.limited = p.number(pLimit, auditoria.Paginas.Default)
	var skips bool
	q.part.Salto, skips = p.number(pOffset, 0)
	if p.values.Has(pCursor) {
		cursor := p.text(pCursor)
		q.part.Cursor = &cursor
	}
	q.part.Orden = p.order()
	if skips && q.part.Cursor != nil {
		p.wrong(pOffset, "no acompaña a cursor: use uno de los dos")
	}
	return q, p.err
}

// known refuses what is no parameter, with its name if that is one.
func (p *reader) known() {
	for name, values := range p.values {
		switch {
		case !slices.Contains(Parameters, name):
			p.wrong(shown(name), "no existe; los parámetros son "+strings.Join(Parameters, ", "))
		case len(values) > 1:
			p.wrong(name, "viene más de una vez")
		case values[0] == "":
			p.wrong(name, "está vacío")
		case !utf8.ValidString(values[0]) || strings.ContainsRune(values[0], 0):
			p.wrong(name, "no es texto")
		}
	}
}

// maxName of an unknown parameter is repeated.
const maxName = 64

// shown is a name that may be repeated: a word, no text that the client made up.
func shown(name string) string {
	harmless := func(r rune) bool {
		return r == '_' || r == '-' || r == '.' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
	}
	if name == "" || len(name) > maxName || strings.ContainsFunc(name, func(r rune) bool { return !harmless(r) }) {
		return "?"
	}
	return name
}

// order is which way the events go; "" for the usual one of what is asked for.
func (p *reader) order() auditoria.Orden {
	switch text := p.text(pOrder); text {
	case "":
		return ""
	case "asc":
		return auditoria.Ascendente
	case "desc":
		return auditoria.Descendente
	default:
		p.wrong(pOrder, "debe ser asc o desc")
		return ""
	}
}

func (p *reader) text(name string) string { return p.values.Get(name) }

func (p *reader) moment(name string) auditoria.Instante {
	text := p.text(name)
	if text == "" {
		return auditoria.Instante{}
	}
	i, ok := auditoria.LeerInstante(text)
	if !ok {
		p.wrong(name, "debe ser un momento de RFC 3339 con zona (2026-01-31T15:04:05Z) o un tiempo relativo de hasta 366 días (30m, 24h, 7d)")
	}
	return i
}

// maxDigits of a number are read.
const maxDigits = 9

// number is a parameter, or the usual value; given: it was there.
func (p *reader) number(name string, usual int) (n int, given bool) {
	text := p.text(name)
	if text == "" {
		return usual, false
	}
	n, err := strconv.Atoi(text)
	if err != nil || len(text) > maxDigits || text != strconv.Itoa(n) {
		p.wrong(name, "debe ser un número entero")
	}
	return n, true
}
