package rest

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
	"github.com/carpeta-ciudadana/servidor/internal/server/reply"
)

// page is the answer to a list.
type page struct {
	Data       []event    `json:"data"`
	Pagination pagination `json:"pagination"`
}

type pagination struct {
	Limit       int    `json:"limit"`
	Offset      int    `json:"offset"`
	Total       int    `json:"total"`
	TotalCapped bool   `json:"total_capped"`
	HasMore     bool   `json:"has_more"`
	NextCursor  string `json:"next_cursor,omitempty"`
}

// rowBytes is what an event takes in an answer, about. Its page has the room before it is read.
const rowBytes = 1 << 10

// list answers with a page.
func (f *Face) list(w http.ResponseWriter, x *exchange) (code string) {
	d := f.cfg.Door
	ctx, cancel := context.WithTimeout(x.Context(), d.Limits.Request)
	defer cancel()
	ctx, tab := quota.WithTab(ctx, d.Limits.Cost)
	done, late := d.Budget.Search(ctx, x.left)
	defer done()
	if late != nil {
		f.fail(w, x.Request, late)
		return string(late.Code)
	}
	out, full := d.Budget.Answer(ctx, rowBytes*min(x.asks.part.Limite, auditoria.Paginas.Max))
	defer out.Release()
	if full != nil {
		f.fail(w, x.Request, full)
		return string(full.Code)
	}
	sheet, err := f.cfg.Trail.Listar(ctx, x.quien, x.asks.filter, x.asks.part)
	done()
	d.Budget.Tell(w.Header(), d.Budget.ForceCharge(ctx, tab.Spent()))
	if err != nil {
		f.fail(w, x.Request, err)
		return string(fault.CodeOf(err))
	}
	body, err := json.Marshal(pageOf(sheet, x.asks.part))
	if err != nil {
		f.fail(w, x.Request, err)
		return string(fault.Internal)
	}
	if full := out.Resize(len(body)); full != nil {
		f.fail(w, x.Request, full)
		return string(full.Code)
	}
	defer out.StartSending(reply.Cut(w))()
	f.write(w, http.StatusOK, reply.JSON, body)
	return present.OK
}

func pageOf(s *auditoria.Hoja, part auditoria.Tramo) page {
	p := page{Data: make([]event, len(s.Eventos)), Pagination: pagination{
		Limit: part.Limite, Offset: part.Salto, Total: s.N, TotalCapped: s.Acotado, HasMore: s.HayMas, NextCursor: s.Siguiente,
	}}
	for i, e := range s.Eventos {
		p.Data[i] = eventOf(e)
	}
	return p
}
