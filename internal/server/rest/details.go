package rest

import (
	"encoding/json"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
	"github.com/carpeta-ciudadana/servidor/internal/server/reply"
)

const problemJSON = "application/problem+json"

// details are a reply.Problem in the form of this face: RFC 9457, with the members that S-STORAGE-010 adds and two of ours.
type details struct {
	Type        string            `json:"type"`
	Title       string            `json:"title"`
	Status      int               `json:"status"`
	Detail      string            `json:"detail"`
	Instance    string            `json:"instance"`
	FieldErrors map[string]string `json:"field_errors,omitempty"`
	Code        string            `json:"code"`
	Recovery    string            `json:"recovery,omitempty"`
	RetryAfter  int               `json:"retry_after,omitempty"`
	ExpiredAt   string            `json:"expired_at,omitempty"`
	ACRValues   []string          `json:"acr_values,omitempty"`
	MaxAge      int               `json:"max_age,omitempty"`
	RequestID   string            `json:"request_id,omitempty"`
}

// names are the inputs in the words of this face.
var names = map[string]string{
	auditoria.CampoOperador: pOperador, auditoria.CampoCarpeta: pCarpeta, auditoria.CampoCorrelacion: pCorrelation, auditoria.CampoTipo: pType, auditoria.CampoServicio: pService,
	auditoria.CampoResultado: pOutcome, auditoria.CampoGravedad: pSeverity, auditoria.CampoDesde: pSince, auditoria.CampoHasta: pUntil,
	auditoria.CampoLimite: pLimit, auditoria.CampoSalto: pOffset, auditoria.CampoCursor: pCursor,
}

func nowhere() *reply.Problem {
	return reply.ProblemOf(fault.New(fault.NotFound, "No existe. El rastro está en "+Events+", y su descripción en "+Description+"."))
}

// fail answers with an error of a use case.
func (f *Face) fail(w http.ResponseWriter, r *http.Request, err error) {
	f.send(w, r, reply.ProblemOf(f.cfg.Door.Presenter.Fault(r.Context(), err)))
}

// send answers with a problem.
func (f *Face) send(w http.ResponseWriter, r *http.Request, p *reply.Problem) {
	p.SetHeaders(w, r)
	shown := detailsOf(r, p)
	if shown.RetryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(shown.RetryAfter))
	}
	body, _ := json.Marshal(shown) // plain values
	f.write(w, p.Status, problemJSON, body)
}

// write sends a whole answer.
func (f *Face) write(w http.ResponseWriter, status int, media string, body []byte) {
	f.cfg.Door.SetWriteDeadline(w, len(body))
	reply.Write(w, media, status, body)
}

func detailsOf(r *http.Request, p *reply.Problem) details {
	err := p.Err.For(r.Context())
	shown := details{
		Type: present.Type(string(err.Code)), Title: err.Code.Info().Title, Status: p.Status, Detail: err.Mensaje,
		Instance: instance(r), Code: string(err.Code), Recovery: err.Recuperacion, RequestID: caller.RequestID(r.Context()),
		RetryAfter: int(math.Ceil(err.Espera.Seconds())),
	}
	if !err.ExpiradoEn.IsZero() {
		shown.ExpiredAt = err.ExpiradoEn.Format(time.RFC3339)
	}
	if need := err.Challenge; need != nil {
		shown.ACRValues, shown.MaxAge = need.ACRValues, int(need.MaxAge.Seconds())
	}
	shown.FieldErrors = fieldErrors(err)
	var fields []string
	for name, why := range shown.FieldErrors {
		fields = append(fields, name+" - "+why)
	}
	if len(fields) > 0 && err.Code == fault.BadUserInput {
		slices.Sort(fields)
		shown.Detail = fault.Say(r.Context(), "Parámetros no válidos: "+strings.Join(fields, "; ")+".")
	}
	return shown
}

// fieldErrors names the parameters that are wrong.
func fieldErrors(err *fault.Error) map[string]string {
	switch err.Code {
	case fault.InvalidCursorToken, fault.ExpiredCursorToken:
		return map[string]string{pCursor: err.Mensaje}
	}
	if len(err.Campos) == 0 {
		return nil
	}
	all := map[string]string{}
	for _, c := range err.Campos {
		name, ours := names[c.Campo]
		if !ours {
			name = c.Campo
		}
		all[name] = c.Mensaje
	}
	return all
}

// instance is the address that was asked for, as the description writes it: a path repeats nothing that
// the client made up.
func instance(r *http.Request) string {
	if _, pattern, _ := strings.Cut(r.Pattern, "/"); pattern != "" {
		return "/" + pattern
	}
	return Prefix
}
