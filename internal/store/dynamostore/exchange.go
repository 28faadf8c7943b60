package dynamostore

import (
	"context"
	"net/http"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"

	"github.com/carpeta-ciudadana/servidor/internal/store/records"
)

// Exchange is told of an HTTP exchange with the service before it begins, also of a repetition: the service's action,
// such as GetItem, and the port's method that needs it. ended is told the status (0 without an answer) and the error;
// nil: nobody wants to know. It must be quick and safe for concurrent use.
type Exchange func(ctx context.Context, action, operation string) (ended func(status int, err error))

// around has an Exchange told of what a client does.
func (e Exchange) around(c aws.HTTPClient) aws.HTTPClient {
	if e == nil || c == nil {
		return c
	}
	return told{c, e}
}

type told struct {
	aws.HTTPClient
	exchange Exchange
}

// Do implements aws.HTTPClient.
func (t told) Do(r *http.Request) (*http.Response, error) {
	_, action, _ := strings.Cut(r.Header.Get("X-Amz-Target"), ".")
	ended := t.exchange(r.Context(), action, records.OperationOf(r.Context()))
	resp, err := t.HTTPClient.Do(r)
	if ended != nil {
		status := 0
		if resp != nil {
			status = resp.StatusCode
		}
		ended(status, err)
	}
	return resp, err
}
