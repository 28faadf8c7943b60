package archtest_test

import (
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/carpeta-ciudadana/servidor"

// pkg is what `go list` tells of a package.
type pkg struct {
	ImportPath   string
	GoFiles      []string
	Imports      []string
	TestImports  []string
	XTestImports []string
}

// layers: a package may import only those of its list (and the standard
// library); "sdk" lists what it may take from outside.
var layers = []struct {
	pkg, why string
	may, sdk []string
}{
	{"internal/ground/fault", "the error type is the ground: it knows nothing", nil, nil},
	{"internal/ground/service", "Start and Stop are mechanics", nil, nil},
	{"internal/ground/quota", "a budget knows neither HTTP nor GraphQL", nil, []string{"github.com/hashicorp/golang-lru/v2/simplelru", "golang.org/x/time/rate"}},
	{"internal/broker", "the port names no broker", []string{"internal/ground/fault"}, nil},
	{"internal/ground/relay", "cursors and connections are pure", []string{"internal/ground/fault"}, nil},
	{"internal/auth", "who is asking depends on no domain", []string{"internal/ground/fault"},
		[]string{"github.com/go-jose/go-jose/v4", "github.com/go-jose/go-jose/v4/jwt", "github.com/go-jose/go-jose/v4/json", "github.com/hashicorp/golang-lru/v2"}},
	{"internal/carpeta", "the domain reads without knowing the technology", []string{"internal/ground/fault", "internal/ground/relay", "internal/auth"}, nil},
	{"internal/documento", "the domain reads without knowing the technology",
		[]string{"internal/ground/fault", "internal/ground/relay", "internal/auth", "internal/carpeta"}, []string{"golang.org/x/text/unicode/norm"}},
	{"internal/eliminacion", "the domain reads without knowing the technology",
		[]string{"internal/ground/fault", "internal/ground/relay", "internal/auth", "internal/broker", "internal/carpeta", "internal/documento"}, nil},
	{"internal/outbox", "the dispatcher knows the saga and the broker's port, no adapter", []string{"internal/ground/fault", "internal/broker", "internal/eliminacion", "internal/ground/service"}, []string{"golang.org/x/sync/errgroup"}},
	{"internal/ground/duracion", "relative times are text and numbers", nil, nil},
	{"internal/operacion", "what operadores do knows sagas and dead letters, no adapter",
		[]string{"internal/ground/fault", "internal/ground/relay", "internal/auth", "internal/broker", "internal/documento", "internal/eliminacion", "internal/ground/duracion", "internal/ground/service"}, nil},
	{"internal/reconciliacion", "who compares the stores knows their ports, and repairs through the saga",
		[]string{"internal/ground/fault", "internal/carpeta", "internal/documento", "internal/eliminacion"}, []string{"golang.org/x/time/rate"}},
	{"internal/hub", "the fan-out knows the saga only", []string{"internal/ground/fault", "internal/eliminacion"}, nil},
	{"resolvers", "a resolver is one decision about a use case, never about storage",
		[]string{"graph", "graph/model", "internal/ground/fault", "internal/ground/relay", "internal/auth", "internal/carpeta", "internal/documento", "internal/eliminacion", "internal/hub", "internal/operacion", "internal/ground/quota"},
		[]string{"github.com/99designs/gqlgen/graphql", "github.com/graph-gophers/dataloader/v7"}},
}

// confined: what only some packages may import.
var confined = []struct {
	prefix, why string
	by          []string
}{
	{"github.com/99designs/gqlgen", "the GraphQL library stays at the edge", []string{"graph", "graph/model", "resolvers", "internal/server/transport"}},
	{"github.com/vektah/gqlparser", "the GraphQL library stays at the edge", []string{"graph", "graph/model", "resolvers", "internal/server/transport"}},
	{"github.com/aws/", "DynamoDB has one adapter", []string{"internal/store/dynamostore"}},
	{"go.etcd.io/bbolt", "bbolt has one adapter", []string{"internal/store/boltstore"}},
	{"github.com/rabbitmq/", "RabbitMQ has one adapter", []string{"internal/broker/rabbitbroker"}},
	{"github.com/minio/", "S3 has one adapter", []string{"internal/blob/minioblob"}},
	{"github.com/prometheus/", "metrics have one place", []string{"internal/app/metrics"}},
	{"github.com/alecthomas/kong", "the command line has one place", []string{"internal/config"}},
	{module + "/internal/store/dynamostore", "only the composition root knows adapters", []string{"internal/app"}},
	{module + "/internal/store/boltstore", "only the composition root knows adapters", []string{"internal/app"}},
	{module + "/internal/broker/rabbitbroker", "only the composition root knows adapters", []string{"internal/app"}},
	{module + "/internal/broker/localbroker", "only the composition root knows adapters", []string{"internal/app"}},
	{module + "/internal/blob/minioblob", "only the composition root knows adapters", []string{"internal/app"}},
	{module + "/internal/blob/diskblob", "only the composition root knows adapters", []string{"internal/app"}},
	{module + "/internal/app", "the composition root is the top", []string{"", "internal/app"}},
}

func TestLayers(t *testing.T) {
	all := packages(t)
	for _, l := range layers {
		p, ok := all[module+"/"+l.pkg]
		if !ok {
			t.Errorf("%s: the rule names a package that does not exist", l.pkg)
			continue
		}
		for _, imp := range p.Imports {
			if inside, ok := strings.CutPrefix(imp, module+"/"); ok && !slices.Contains(l.may, inside) {
				t.Errorf("%s imports %s: %s", l.pkg, inside, l.why)
			} else if !ok && strings.Contains(imp, ".") && !slices.Contains(l.sdk, imp) {
				t.Errorf("%s imports %s: %s", l.pkg, imp, l.why)
			}
		}
	}
}

func TestConfined(t *testing.T) {
	for path, p := range packages(t) {
		name := strings.TrimPrefix(strings.TrimPrefix(path, module), "/")
		for _, c := range confined {
			for _, imp := range p.Imports {
				if strings.HasPrefix(imp, c.prefix) && !slices.Contains(c.by, name) && !isTestSupport(name) && path != imp {
					t.Errorf("%q imports %s: %s", name, imp, c.why)
				}
			}
		}
	}
}

// isTestSupport: test kits, end-to-end tests and tools may use every real thing.
func isTestSupport(name string) bool {
	return strings.HasPrefix(name, "internal/testkit") || strings.HasPrefix(name, "e2e") || strings.HasPrefix(name, "tools/") ||
		name == "internal/store/storetest" || name == "internal/broker/brokertest" || name == "internal/blob/blobtest"
}

func packages(t *testing.T) map[string]pkg {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,GoFiles,Imports,TestImports,XTestImports", module+"/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	all := map[string]pkg{}
	for d := json.NewDecoder(strings.NewReader(string(out))); d.More(); {
		var p pkg
		if err := d.Decode(&p); err != nil {
			t.Fatal(err)
		}
		all[p.ImportPath] = p
	}
	if len(all) < 15 {
		t.Fatalf("only %d packages found", len(all))
	}
	return all
}
