package remote

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/blob/minioblob"
	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// Stores are those of one test; they close with it.
type Stores struct {
	Tables *dynamostore.Store
	Bucket *minioblob.Objetos
	S3     services.S3Connection // for tests that look past Bucket
	Name   string                // of the bucket
}

// Open makes them under a name that begins with prefix. cfg has the clock of the tables, and who is told of calls.
func Open(t testing.TB, prefix string, cfg dynamostore.Config) Stores {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	s := Stores{S3: services.S3(t), Name: prefix + "-" + uuid.NewString()}
	cfg.Endpoint, cfg.Prefix, cfg.AttemptTimeout, cfg.TotalTimeout = services.DynamoDB(t), s.Name+"-", time.Minute, 3*time.Minute
	var err error
	s.Tables, err = dynamostore.New(t.Context(), cfg)
	must(err)
	t.Cleanup(s.Tables.Close)
	must(s.Tables.Bootstrap(t.Context()))
	s.Bucket, err = minioblob.New(minioblob.Config{Endpoint: s.S3.Endpoint, AccessKey: s.S3.AccessKey, SecretKey: s.S3.SecretKey, Bucket: s.Name, Timeout: 3 * time.Minute})
	must(err)
	t.Cleanup(func() { _ = s.Bucket.Close() })
	must(s.Bucket.Bootstrap(t.Context()))
	return s
}
