package archtest_test

import (
	"slices"
	"testing"
)

// edgePackages are those that the GraphQL library stays in.
var edgePackages = []string{
	"graph", "graph/encode", "graph/model", "resolvers", "internal/server/present", "internal/server/admission", "internal/server/engine", "internal/server/reply",
	"internal/server/sse", "internal/server/socket", "internal/server/transport",
}

// confined: what only some packages may import.
var confined = []struct {
	pattern, why string
	by           []string
}{
	{"github.com/99designs/gqlgen…", edge, edgePackages},
	{"github.com/vektah/gqlparser…", edge, edgePackages},
	{"github.com/aws/…", "DynamoDB has one adapter, and the keys of AWS one place; the bench compares with a handler written by hand", []string{"internal/app/awskeys", "internal/store/dynamostore", "internal/store/records/dynamo", "tools/bench"}},
	{"go.etcd.io/bbolt…", "bbolt has one adapter", []string{"internal/store/boltstore", "internal/store/records/boltdb"}},
	{"github.com/rabbitmq/…", "RabbitMQ has one adapter", []string{"internal/broker/rabbitbroker"}},
	{"github.com/minio/…", "S3 has one adapter", []string{"internal/blob/minioblob"}},
	{"golang.org/x/mod/sumdb/…", "sealed logs have one place", []string{"internal/auditoria/sello", "internal/auditoria/sello/verify"}},
	{"github.com/transparency-dev/…", "the program writes with one implementation, and verifies with another", []string{"internal/auditoria/sello/verify"}},
	{"github.com/prometheus/…", "metrics have one place", []string{"internal/app/metrics"}},
	{"go.opentelemetry.io/…", "traces have one place", []string{"internal/app/traces"}},
	{"github.com/alecthomas/kong", "the command line has one place", []string{"internal/config"}},
	{module + "/internal/store/dynamostore", top, []string{"internal/app"}},
	{module + "/internal/store/boltstore", folder, []string{"internal/app", "internal/store/datafolder", "internal/cli", "internal/cli/migrar", "internal/cli/respaldo"}},
	{module + "/internal/store/records/…", "an engine is behind the store that puts the rules on it", []string{"internal/store/boltstore", "internal/store/dynamostore"}},
	{module + "/internal/broker/rabbitbroker", top, []string{"internal/app"}},
	{module + "/internal/broker/localbroker", top, []string{"internal/app"}},
	{module + "/internal/blob/minioblob", top, []string{"internal/app"}},
	{module + "/internal/blob/diskblob", folder, []string{"internal/app", "internal/store/datafolder", "internal/cli/migrar", "internal/cli/respaldo"}},
	{module + "/internal/app…", "the composition root is the top", []string{"", "internal/app", "internal/cli"}},
}

const (
	edge   = "the GraphQL library stays at the edge"
	top    = "only the composition root knows adapters"
	folder = top + ", and the data folder is what two of them keep there"
)

func TestConfined(t *testing.T) {
	for name, p := range packages(t) {
		for _, c := range confined {
			for _, imp := range p.Imports {
				if matches(c.pattern, imp) && !slices.Contains(c.by, name) && !isTestSupport(name) {
					t.Errorf("%q imports %s: %s", name, imp, c.why)
				}
			}
		}
	}
}
