package dynamostore

import (
	"context"
	"net/http"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"

	"github.com/carpeta-ciudadana/servidor/internal/ground/trust"
	"github.com/carpeta-ciudadana/servidor/internal/store/records"
)

// Exchange hears of an HTTP exchange with the service before it begins, also of a repetition: the service's action, such as
// GetItem, and the port's method that needs it. ended hears the status (0 without an answer) and the error; nil: nobody wants
// to know. It must be quick and safe for concurrent use.
type Exchange func(ctx context.Context, action, operation string) (ended func(status int, err error))

// watched is the client of HTTP with all that looks at its exchanges.
type watched struct {
	aws.HTTPClient
	exchange Exchange
	clocks   *Clocks
	peer     *trust.Peer // says of a connection that failed for its certificates what to do
}

// Do implements aws.HTTPClient.
func (w watched) Do(r *http.Request) (resp *http.Response, err error) {
	if w.exchange != nil {
		_, action, _ := strings.Cut(r.Header.Get("X-Amz-Target"), ".")
		if ended := w.exchange(r.Context(), action, records.OperationOf(r.Context())); ended != nil {
			defer func() {
				status := 0
				if resp != nil {
					status = resp.StatusCode
				}
				ended(status, err)
			}()
		}
	}
	if w.clocks == nil {
		resp, err = w.HTTPClient.Do(r)
		return resp, w.peer.Explain(err)
	}
	sent := w.clocks.clock()
	if resp, err = w.HTTPClient.Do(r); err == nil {
		w.clocks.heard(resp.Header.Get("Date"), sent, w.clocks.clock())
	}
	return resp, w.peer.Explain(err)
}
