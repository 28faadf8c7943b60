package dynamostore

import (
	"net/http"

	"github.com/aws/aws-sdk-go-v2/aws"

	"github.com/carpeta-ciudadana/servidor/internal/ground/trust"
)

// explaining says of a connection that failed for its certificates what to do.
type explaining struct {
	aws.HTTPClient
	peer *trust.Peer
}

// Do implements aws.HTTPClient.
func (e explaining) Do(r *http.Request) (*http.Response, error) {
	resp, err := e.HTTPClient.Do(r)
	return resp, e.peer.Explain(err)
}

// CloseIdleConnections ends connections without a call.
func (e explaining) CloseIdleConnections() {
	if c, ok := e.HTTPClient.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}
