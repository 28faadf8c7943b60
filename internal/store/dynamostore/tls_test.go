package dynamostore_test

import (
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/ground/trust"
	"github.com/carpeta-ciudadana/servidor/internal/ground/trust/trusttest"
	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

func TestCertificates(t *testing.T) {
	t.Parallel()
	prefix := "t" + uuid.NewString() + "_"
	trusttest.Run(t, &trusttest.Proxy{Target: services.DynamoDB(t), Call: func(t testing.TB, endpoint string, peer *trust.Peer) error {
		s, err := dynamostore.New(t.Context(), dynamostore.Config{
			Endpoint: endpoint, Region: "us-east-1", Prefix: prefix, Peer: peer, AttemptTimeout: time.Minute, TotalTimeout: time.Minute,
			Credentials: credentials.NewStaticCredentialsProvider("local", "local", ""),
		})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		return s.Bootstrap(t.Context())
	}})
}
