package minioblob

import (
	"context"

	"github.com/minio/minio-go/v7/pkg/credentials"
)

// Keys gives the keys of the next call. They may change at any time; token is that of temporary ones. It keeps what
// it was given as long as it is good: it is asked for each call.
type Keys func(ctx context.Context) (id, secret, token string, err error)

// credentials are fixed ones, or those that somebody else renews.
func (c Config) credentials() *credentials.Credentials {
	if c.Keys == nil {
		return credentials.NewStaticV4(c.AccessKey, c.SecretKey, "")
	}
	return credentials.New(&renewed{c})
}

// renewed asks for keys before each call: minio-go itself keeps nothing.
type renewed struct{ cfg Config }

// RetrieveWithCredContext implements credentials.Provider.
func (r *renewed) RetrieveWithCredContext(*credentials.CredContext) (credentials.Value, error) {
	return r.Retrieve()
}

// Retrieve implements credentials.Provider.
func (r *renewed) Retrieve() (credentials.Value, error) {
	ctx, cancel := context.WithTimeout(context.Background(), r.cfg.Timeout)
	defer cancel()
	id, secret, token, err := r.cfg.Keys(ctx)
	return credentials.Value{AccessKeyID: id, SecretAccessKey: secret, SessionToken: token, SignerType: credentials.SignatureV4}, err
}

// IsExpired implements credentials.Provider.
func (*renewed) IsExpired() bool { return true }
