package attack

import (
	"context"
	"io"
	"net/http"
	"strings"
)

// largeVariables come beside a document that is known, so that only the body is work.
func largeVariables(ctx context.Context, p *party) {
	body := variablesOf(mib - 100)
	p.crowd(ctx, 8, func(client, _ int) *http.Request { return p.post(p.mixed(client), strings.NewReader(body)) })
}

// variablesOf is an operation with so many bytes of variables, in as many values as may be.
func variablesOf(bytes int) string {
	const values = 19_000
	return `{"query":"{ __typename }","variables":{"x":[` + strings.Repeat(`"`+strings.Repeat("0", bytes/values-3)+`",`, values) + `0]}}`
}

// largeTexts are ten times what a body may have.
func largeTexts(ctx context.Context, p *party) {
	body := textOf(operation("{ __typename } #"+strings.Repeat("x", 10*mib), nil))
	p.crowd(ctx, 2, func(client, _ int) *http.Request { return p.post(p.mixed(client), strings.NewReader(body)) })
}

// stalledBodies sends all but the last byte, and waits.
func stalledBodies(ctx context.Context, p *party) {
	p.clients(ctx, 600, func(i int) { p.once(ctx, i, p.stalled(ctx, p.mixed(i))) })
}

// blanks are all but the last byte. The attackers share them.
var blanks = strings.Repeat(" ", mib-1)

func (p *party) stalled(ctx context.Context, token string) *http.Request {
	r := p.post(token, io.MultiReader(strings.NewReader(blanks), silent{ctx}))
	r.ContentLength = mib
	return r
}

// silent gives nothing until the context ends.
type silent struct{ ctx context.Context }

func (s silent) Read([]byte) (int, error) {
	<-s.ctx.Done()
	return 0, s.ctx.Err()
}
