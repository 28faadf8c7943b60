package archtest_test

// row is what the house says of one package.
type row struct {
	pkg string   // its folder; "" is the program
	why string   // said when the row is broken
	may []string // packages of this module that it imports, no more and no fewer
	sdk []string // packages from outside that it imports; a final … means all below
}

const fault = "internal/ground/fault"

// rows are in order: a package imports only packages above it in this table. So
// the picture of imports has no arrow upwards. Tests import what they need.
var rows = []row{
	// The ground. Every package may import fault; its rows do not repeat it.
	{fault, "the error type is the ground: it knows languages, and nothing else", nil, []string{"golang.org/x/text/language"}},
	{"internal/ground/service", "Start and Stop are mechanics", nil, nil},
	{"internal/ground/quota", "a budget knows neither HTTP nor GraphQL", nil, []string{"github.com/hashicorp/golang-lru/v2/simplelru", "golang.org/x/time/rate"}},
	{"internal/ground/machine", "the machine's limits are files of the kernel", nil, nil},
	{"internal/ground/role", "a role is a name", nil, nil},
	{"internal/ground/trust", "certificates are files and the standard library", nil, nil},
	{"internal/ground/duracion", "relative times are text and numbers", nil, nil},
	{"internal/ground/batch", "many reads at once know nothing of what is read", nil, []string{"golang.org/x/sync/singleflight"}},
	{"internal/ground/traceparent", "a header is text", nil, nil},
	{"internal/ground/file", "writing a file whole is the standard library", nil, nil},
	{"internal/ground/field", "a field is a name and a place", nil, nil},
	{"internal/ground/relay", "cursors and connections are pure", nil, nil},

	// The domain, its ports, and the mechanics that move it.
	{"internal/store/marca", "a lease knows nothing of the work that it is for", nil, nil},
	{"internal/broker", "the port names no broker", []string{"internal/ground/role", "internal/ground/traceparent"}, nil},
	{"internal/auth", "who is asking depends on no domain", []string{"internal/ground/file"}, []string{"github.com/go-jose/go-jose/v4…", "github.com/hashicorp/golang-lru/v2"}},
	{"internal/auditoria", domain, []string{"internal/auth", "internal/ground/batch", "internal/ground/duracion", "internal/ground/quota", "internal/ground/relay", "internal/ground/service"},
		[]string{"github.com/hashicorp/golang-lru/v2"}},
	{"internal/auditoria/notas", "notes of commands are files with an event in them", []string{"internal/auditoria", "internal/ground/file", "internal/ground/service"}, []string{"github.com/google/uuid"}},
	{"internal/store/revocaciones", "revocations are kept in marks, whatever keeps those", []string{"internal/auth", "internal/store/marca"}, nil},
	{"internal/carpeta", domain, []string{"internal/auditoria", "internal/ground/batch", "internal/ground/relay", "internal/auth"}, []string{"github.com/hashicorp/golang-lru/v2"}},
	{"internal/auditoria/sello/verify", "who verifies needs files and keys, and nothing of this house",
		nil, []string{"github.com/transparency-dev/merkle/…", "golang.org/x/mod/sumdb/note", "golang.org/x/mod/sumdb/tlog"}},
	{"verificable", "others import it: what proves a document needs no server of ours", []string{"internal/auth", "internal/auditoria/sello/verify"}, []string{"github.com/go-jose/go-jose/v4…"}},
	{"internal/entidad", domain, []string{"verificable", "internal/auditoria", "internal/ground/batch", "internal/ground/relay", "internal/auth"}, []string{"golang.org/x/text/unicode/norm"}},
	{"internal/documento", domain, []string{"internal/store/marca", "internal/ground/service", "internal/ground/field", "internal/auditoria", "internal/ground/batch", "internal/ground/quota", "internal/ground/relay", "internal/auth", "internal/carpeta", "internal/entidad"}, []string{"golang.org/x/text/unicode/norm"}},
	{"internal/entrega", domain, []string{"internal/store/marca", "internal/ground/service", "verificable", "internal/auditoria", "internal/ground/batch", "internal/ground/quota", "internal/ground/relay", "internal/auth", "internal/carpeta", "internal/documento", "internal/entidad"}, nil},
	{"internal/eliminacion", domain, []string{"internal/auditoria", "internal/ground/batch", "internal/ground/quota", "internal/ground/relay", "internal/ground/role", "internal/auth", "internal/broker", "internal/carpeta", "internal/documento"}, nil},
	{"internal/outbox", "the dispatcher knows the saga and the broker's port, no adapter",
		[]string{"internal/broker", "internal/eliminacion", "internal/ground/role", "internal/ground/service"}, []string{"golang.org/x/sync/errgroup"}},
	{"internal/operacion", "the work of operadores knows sagas and dead letters, no adapter",
		[]string{"internal/auditoria", "internal/ground/quota", "internal/ground/relay", "internal/auth", "internal/broker", "internal/documento", "internal/eliminacion", "internal/ground/service"}, []string{"golang.org/x/sync/errgroup"}},
	{"internal/reconciliacion", "the comparison of the stores knows their ports, and repairs through the saga",
		[]string{"internal/store/marca", "internal/auditoria", "internal/carpeta", "internal/documento", "internal/eliminacion"}, []string{"golang.org/x/time/rate"}},
	{"internal/auditoria/sello", "a sealed log knows its ports, and no event", []string{"internal/auditoria/sello/verify"}, []string{"golang.org/x/mod/sumdb/note", "golang.org/x/mod/sumdb/tlog"}},
	{"internal/auditoria/sellado", "the trail is sealed through ports: events, records of seals, leases, objects",
		[]string{"internal/ground/file", "internal/store/marca", "internal/auditoria", "internal/auditoria/sello", "internal/auditoria/sello/verify", "internal/auth", "internal/carpeta", "internal/ground/quota", "internal/ground/service"},
		[]string{"github.com/google/uuid"}},
	{"internal/auditoria/archivado", "the archive of the trail knows its ports, and how to compress", []string{"internal/store/marca", "internal/auditoria", "internal/ground/service"}, []string{"github.com/klauspost/compress/zstd"}},
	{"internal/hub", "the fan-out knows sagas, the news of documents, and who looks at a carpeta", []string{"internal/auditoria", "internal/documento", "internal/eliminacion", "internal/ground/batch", "internal/ground/quota"}, []string{"github.com/graph-gophers/dataloader/v7"}},

	// The adapters: each knows one technology, and no other adapter.
	{"internal/store/cargo", "what moves from one store to another is values of the domain", []string{"internal/store/marca", "internal/auditoria", "internal/auditoria/sellado", "internal/documento", "internal/eliminacion", "internal/entrega"}, nil},
	{"internal/store/boltstore", adapter, []string{"verificable", "internal/ground/service", "internal/store/marca", "internal/ground/field", "internal/auditoria", "internal/auditoria/sellado", "internal/carpeta", "internal/documento", "internal/eliminacion", "internal/entidad", "internal/entrega", "internal/store/cargo"}, []string{"go.etcd.io/bbolt…"}},
	{"internal/store/dynamostore", adapter,
		[]string{"verificable", "internal/store/marca", "internal/ground/field", "internal/auditoria", "internal/auditoria/sellado", "internal/carpeta", "internal/documento", "internal/eliminacion", "internal/entidad", "internal/entrega", "internal/ground/service", "internal/ground/trust", "internal/store/cargo"},
		[]string{"github.com/aws/…", "github.com/go-json-experiment/json/jsontext", "golang.org/x/sync/errgroup"}},
	{"internal/broker/localbroker", adapter, []string{"internal/broker"}, nil},
	{"internal/broker/rabbitbroker", adapter, []string{"internal/broker", "internal/ground/service", "internal/ground/trust"}, []string{"github.com/rabbitmq/amqp091-go"}},
	{"internal/blob/diskblob", adapter, []string{"internal/ground/quota", "internal/auditoria", "internal/documento", "internal/auditoria/sello"}, nil},
	{"internal/store/datafolder", "the data folder is what its adapters keep there", []string{"internal/blob/diskblob", "internal/ground/file", "internal/store/boltstore"}, nil},
	{"internal/blob/minioblob", adapter, []string{"internal/documento", "internal/auditoria/sello", "internal/ground/batch", "internal/ground/trust"}, []string{"github.com/minio/minio-go/v7…"}},

	// The edge.
	{"graph/model", "inputs and payloads are data", []string{"internal/entidad", "internal/entrega", "internal/auditoria", "internal/carpeta", "internal/documento", "internal/eliminacion", "internal/operacion", "internal/ground/duracion", "internal/ground/relay"},
		[]string{"github.com/99designs/gqlgen/graphql"}},
	{"graph", "generated code knows the types of the API, and what the directives need",
		[]string{"graph/model", "internal/auditoria", "internal/auditoria/sellado", "internal/carpeta", "internal/documento", "internal/eliminacion", "internal/entidad", "internal/entrega", "internal/operacion", "internal/ground/relay", "internal/ground/quota"},
		[]string{"github.com/99designs/gqlgen/…", "github.com/vektah/gqlparser/v2…"}},
	{"graph/encode", "how a page is written knows pages, and no type of the domain", []string{"internal/ground/field", "internal/ground/duracion", "internal/ground/relay"},
		[]string{"github.com/99designs/gqlgen/graphql", "github.com/vektah/gqlparser/v2/ast"}},
	{"resolvers", "a resolver is one decision about a use case, never about storage",
		[]string{"verificable", "internal/ground/field", "graph", "graph/encode", "graph/model", "internal/ground/batch", "internal/ground/relay", "internal/auth", "internal/auditoria", "internal/auditoria/sellado", "internal/carpeta", "internal/documento", "internal/eliminacion", "internal/entidad", "internal/entrega", "internal/hub", "internal/operacion", "internal/ground/quota"},
		[]string{"github.com/graph-gophers/dataloader/v7"}},
	{"internal/server/limits", "the limits are one table of data", nil, nil},
	{"internal/server/strictjson", "reading JSON is text and bytes", nil, []string{"github.com/go-json-experiment/json/jsontext"}},
	{"internal/server/shed", "whether there is memory decides before anything is read", nil, nil},
	{"internal/server/drain", "what is open is counted, whatever it is", nil, nil},
	{"internal/server/certificate", "a certificate is two files", nil, nil},
	{"internal/server/listener", "an address that listens knows no GraphQL", []string{"internal/ground/service", "internal/server/certificate"}, []string{"golang.org/x/time/rate"}},
	{"internal/server/caller", "who sends a request is known before what it asks", []string{"internal/auditoria", "internal/auth", "internal/ground/traceparent"}, []string{"github.com/google/uuid"}},
	{"internal/server/budget", "what a subject may take knows neither HTTP nor GraphQL",
		[]string{"internal/ground/quota", "internal/server/caller", "internal/server/limits", "internal/server/shed"}, nil},
	{"internal/server/present", "how an error is shown knows no HTTP", []string{"internal/server/caller"}, []string{"github.com/99designs/gqlgen/graphql…", "github.com/vektah/gqlparser/v2/…"}},
	{"internal/server/admission", "an operation is looked at before it runs, whatever brought it: no HTTP",
		[]string{"graph/encode", "internal/ground/quota", "internal/ground/relay", "internal/server/budget", "internal/server/caller", "internal/server/limits", "internal/server/present", "internal/server/shed", "internal/server/strictjson"}, // the plans of a document are weighed with it
		[]string{"github.com/99designs/gqlgen/graphql…", "github.com/hashicorp/golang-lru/v2/simplelru", "github.com/vektah/gqlparser/v2/…"}},
	{"internal/server/engine", "operations run whatever brought them: no HTTP, no use case",
		[]string{"graph/encode", "internal/ground/quota", "internal/hub", "internal/server/admission", "internal/server/budget", "internal/server/caller", "internal/server/limits", "internal/server/present"}, // an answer is counted while it is written
		[]string{"github.com/99designs/gqlgen/graphql…", "github.com/hashicorp/golang-lru/v2/simplelru", "github.com/vektah/gqlparser/v2/…"}},
	{"internal/server/reply", "an answer over HTTP knows no operation", []string{"internal/server/present"}, []string{"github.com/99designs/gqlgen/graphql"}},
	{"internal/server/door", "what every request passes knows neither GraphQL nor a use case",
		[]string{"internal/server/budget", "internal/server/caller", "internal/server/drain", "internal/server/limits", "internal/server/present", "internal/server/reply"}, nil},
	{"internal/server/sse", "event streams know the engine, and no other transport",
		[]string{"internal/auditoria", "internal/eliminacion", "internal/hub", "internal/server/admission", "internal/server/budget", "internal/server/caller", "internal/server/drain", "internal/server/engine", "internal/server/limits", "internal/server/present", "internal/server/reply"},
		[]string{"github.com/99designs/gqlgen/graphql", "github.com/vektah/gqlparser/v2/…"}},
	{"internal/server/socket", "sockets know the engine, and no other transport",
		[]string{"internal/server/admission", "internal/server/budget", "internal/server/caller", "internal/server/drain", "internal/server/engine", "internal/server/limits", "internal/server/present", "internal/server/reply", "internal/server/shed", "internal/server/strictjson"},
		[]string{"github.com/99designs/gqlgen/graphql", "github.com/coder/websocket", "github.com/vektah/gqlparser/v2/…"}},
	{"internal/server/transport", "the API over HTTP puts the parts of the edge together, and knows no use case",
		[]string{"internal/auditoria", "internal/auth", "internal/ground/quota", "internal/server/admission", "internal/server/budget", "internal/server/caller", "internal/server/door", "internal/server/drain", "internal/server/engine", "internal/server/limits",
			"internal/server/present", "internal/server/reply", "internal/server/shed", "internal/server/socket", "internal/server/sse", "internal/server/strictjson"},
		[]string{"github.com/99designs/gqlgen/graphql", "github.com/vektah/gqlparser/v2/ast"}},
	{"internal/server/rest", "the trail's second face knows its use case, and passes the same door",
		[]string{"internal/auditoria", "internal/auth", "internal/ground/quota", "internal/ground/service", "internal/server/budget", "internal/server/caller", "internal/server/door",
			"internal/server/present", "internal/server/reply", "internal/server/shed"}, nil},
	{"internal/server/site", "what stands around the API does not know what it serves", []string{"internal/server/caller", "internal/server/present", "internal/server/reply", "internal/server/shed"}, []string{"github.com/rs/cors"}},
	{"internal/server/verifiable", "a verifiable file leaves through this server, by a link of its owner's", []string{"verificable", "internal/documento", "internal/entrega", "internal/server/door", "internal/server/reply"}, nil},
	{"internal/server/seals", "what proves the trail is public", []string{"internal/auditoria/sellado", "internal/server/site"}, nil},
	{"web", "the pages are files and their headers", nil, nil},

	// The commands and the composition root.
	{"internal/config", "the command line knows the table of limits, and no other part of the house", []string{"internal/ground/duracion", "internal/ground/machine", "internal/ground/role", "internal/ground/trust", "internal/server/limits"}, []string{"github.com/alecthomas/kong"}},
	{"internal/cli/client", "a client of the API is HTTP and JSON", nil, nil},
	{"internal/cli/token", "a token needs a key file only", []string{"internal/auth", "internal/config", "internal/store/datafolder"}, nil},
	{"internal/cli/llave", "the keys of the sealed logs are files", []string{"internal/auditoria/sellado", "internal/config"}, nil},
	{"internal/cli/revocacion", "a list of revocations changes through its port", []string{"internal/auditoria", "internal/auditoria/notas", "internal/auth", "internal/config"}, nil},
	{"internal/cli/reconciliacion", "the command prints what the use case finds", []string{"internal/auditoria", "internal/config", "internal/eliminacion", "internal/ground/relay", "internal/ground/service", "internal/reconciliacion"}, nil},
	{"internal/cli/consola", "the console is a client of the API", []string{"internal/ground/service", "internal/cli/token", "internal/auth", "internal/cli/client", "internal/config", "internal/ground/duracion"}, nil},
	{"internal/cli/verificable", "who verifies a document needs no server; who exports one is a client", []string{"verificable", "internal/cli/client", "internal/config"}, nil},
	{"internal/cli/auditoria", "to verify files no server is needed, and no store", []string{"internal/auditoria/sellado", "internal/config", "internal/auditoria/sello/verify"}, nil},
	{"internal/cli/importar", "an import goes through use cases or through the API",
		[]string{"internal/auth", "internal/carpeta", "internal/cli/client", "internal/documento", "internal/ground/relay", "internal/ground/service"}, nil},
	{"internal/cli/registro", "the registry is kept through use cases or through the API",
		[]string{"internal/config", "internal/auth", "internal/cli/client", "internal/entidad", "internal/ground/relay"}, nil},
	{"internal/cli/migrar", "a migration reads the folder as its adapters wrote it, and knows the new stores by their ports",
		[]string{"internal/store/datafolder", "internal/store/boltstore", "internal/ground/file", "internal/config", "internal/blob/diskblob", "internal/auth", "internal/auditoria/notas", "internal/store/marca", "internal/auditoria", "internal/auditoria/sello", "internal/documento", "internal/ground/service", "internal/store/cargo"}, []string{"golang.org/x/sync/errgroup"}},
	{"internal/cli/respaldo", "a backup is the embedded profile's folder, and reads it as its adapters write it",
		[]string{"internal/store/datafolder", "internal/auditoria", "internal/blob/diskblob", "internal/auditoria/notas", "internal/config", "internal/documento", "internal/ground/file", "internal/server/site", "internal/store/boltstore"},
		[]string{"filippo.io/age", "golang.org/x/time/rate"}},
	{"internal/cli/semilla", "seeding knows the ports, no adapter; it signs as an entity does", []string{"internal/auditoria", "internal/auth", "internal/carpeta", "internal/documento", "internal/entidad", "internal/entrega"},
		[]string{"github.com/go-jose/go-jose/v4", "github.com/google/uuid", "golang.org/x/sync/errgroup"}},
	{"internal/cli/demo", "a demo is a seed, and tokens for its visitors", []string{"internal/server/site", "internal/entrega", "internal/entidad", "internal/documento", "internal/cli/semilla", "internal/carpeta", "internal/auth"}, nil},
	{"internal/app/memory", "memory is the runtime and the machine", []string{"internal/ground/machine", "internal/ground/service"}, nil},
	{"internal/app/awskeys", "where keys come from is the SDK's matter", nil, []string{"github.com/aws/…"}},
	{"internal/app/metrics", "metrics implement what the other packages ask for", []string{"internal/auditoria", "internal/broker", "internal/eliminacion", "internal/ground/relay", "internal/ground/role", "internal/ground/traceparent", "internal/outbox", "internal/reconciliacion", "internal/server/shed"},
		[]string{"github.com/prometheus/client_golang/…"}},
	{"internal/app/traces", "traces stand around ports", []string{"internal/broker", "internal/eliminacion", "internal/ground/traceparent", "internal/outbox", "internal/server/caller", "internal/server/present"},
		[]string{"go.opentelemetry.io/…", "golang.org/x/time/rate", "google.golang.org/protobuf/proto"}},
	{"internal/app", "the composition root alone knows every part", []string{
		"verificable", "internal/server/verifiable", "internal/store/revocaciones", "internal/store/datafolder", "internal/store/cargo", "internal/server/seals", "internal/store/marca", "graph", "graph/encode", "resolvers", "web", "internal/app/awskeys", "internal/app/memory", "internal/app/metrics", "internal/app/traces", "internal/auditoria", "internal/auditoria/archivado", "internal/auditoria/sellado", "internal/auditoria/sello", "internal/auth", "internal/blob/diskblob", "internal/blob/minioblob", "internal/broker",
		"internal/broker/localbroker", "internal/broker/rabbitbroker", "internal/carpeta",
		"internal/auditoria/notas", "internal/config", "internal/documento", "internal/eliminacion", "internal/entidad", "internal/entrega", "internal/ground/machine", "internal/ground/quota",
		"internal/ground/relay", "internal/ground/role", "internal/ground/service", "internal/ground/trust", "internal/hub", "internal/operacion", "internal/outbox", "internal/reconciliacion",
		"internal/server/admission", "internal/server/caller", "internal/server/limits", "internal/server/listener", "internal/server/rest", "internal/server/shed", "internal/server/site", "internal/server/transport", "internal/store/boltstore", "internal/store/dynamostore",
	}, []string{"github.com/google/uuid"}},
	{"internal/cli", "the command line gives each command the use cases that it needs", []string{"internal/cli/verificable", "internal/store/cargo", "internal/store/boltstore", "internal/server/caller", "internal/documento", "internal/config", "internal/cli/token", "internal/cli/semilla", "internal/cli/revocacion", "internal/cli/respaldo", "internal/cli/registro", "internal/cli/reconciliacion", "internal/cli/migrar", "internal/cli/llave", "internal/cli/importar", "internal/cli/demo", "internal/cli/consola", "internal/cli/client", "internal/cli/auditoria", "internal/auth", "internal/auditoria/sello", "internal/auditoria", "internal/app"}, nil},
	{"", "main reads the command line", []string{"internal/cli", "internal/app/memory", "internal/config"}, nil},

	// What tests need. The program imports none of it.
	{"internal/testkit/archtest", testkit, nil, nil},
	{"internal/testkit/logs", testkit, nil, nil},
	{"internal/testkit/simtime", testkit, nil, nil},
	{"internal/testkit/world", "the embedded system for tests stands on the domain and the embedded adapters",
		[]string{"verificable", "internal/auditoria", "internal/auth", "internal/blob/diskblob", "internal/broker", "internal/broker/localbroker", "internal/carpeta", "internal/documento", "internal/eliminacion",
			"internal/entidad", "internal/entrega", "internal/ground/quota", "internal/ground/relay", "internal/operacion", "internal/outbox", "internal/store/boltstore"},
		[]string{"github.com/go-jose/go-jose/v4…", "github.com/google/uuid"}},
	{"internal/testkit/attack", testkit, nil, []string{"github.com/coder/websocket…"}},
	{"internal/testkit/certs", testkit, nil, nil},
	{"internal/testkit/collector", testkit, nil, []string{"go.opentelemetry.io/proto/otlp/…", "google.golang.org/protobuf/…"}},
	{"internal/testkit/leaks", testkit, nil, []string{"go.uber.org/goleak"}},
	{"internal/testkit/services", testkit, nil, []string{"go.uber.org/goleak", "golang.org/x/sys/unix"}},
	{"internal/testkit/world/remote", "the distributed profile's stores for tests are its adapters on real services",
		[]string{"internal/blob/minioblob", "internal/store/dynamostore", "internal/testkit/services"}, []string{"github.com/google/uuid"}},
	{"internal/testkit/serverkit", testkit, []string{"internal/testkit/services"}, []string{"github.com/coder/websocket…", "github.com/go-jose/go-jose/v4…"}},
	{"internal/ground/relay/relaytest", "a contract of lists knows what a list is", []string{"internal/ground/relay"}, nil},
	{"internal/store/storetest", contract, []string{"verificable", "internal/store/marca", "internal/auditoria", "internal/auditoria/sellado", "internal/carpeta", "internal/documento", "internal/eliminacion", "internal/entidad", "internal/entrega", "internal/ground/quota", "internal/ground/relay", "internal/hub", "internal/reconciliacion"},
		[]string{"github.com/google/go-cmp/cmp…", "github.com/google/uuid", "pgregory.net/rapid"}},
	{"internal/broker/brokertest", contract, []string{"internal/broker", "internal/testkit/leaks"}, []string{"github.com/google/go-cmp/cmp", "go.uber.org/goleak"}},
	{"internal/blob/blobtest", contract, []string{"internal/documento"}, []string{"github.com/google/uuid"}},
	{"internal/ground/trust/trusttest", contract, []string{"internal/ground/trust", "internal/testkit/certs"}, nil},
	{"internal/auditoria/sello/sellotest", contract, []string{"internal/auditoria/sello"}, nil},
	{"internal/testkit/sim", "the simulation runs the real domain on simulated ports",
		[]string{"internal/auditoria", "internal/auth", "internal/broker", "internal/carpeta", "internal/documento", "internal/entidad", "internal/entrega", "internal/ground/quota", "internal/ground/role", "internal/eliminacion", "internal/ground/relay", "internal/hub", "internal/outbox", "internal/testkit/simtime"}, nil},

	// Tools of developers, and tests of the whole.
	{"tools/issuer", tool, []string{"internal/auth"}, nil},
	{"tools/services", tool, []string{"internal/auth", "internal/testkit/services"}, nil},
	{"tools/escala", "capacity is arithmetic on files", nil, nil},
	{"tools/roots", tool, nil, []string{"golang.org/x/crypto/x509roots/fallback/bundle"}},
	{"tools/sim", tool, []string{"internal/testkit/sim"}, nil},
	{"tools/bench", "the benchmarks measure the program from outside, and fill the stores directly",
		[]string{"internal/auditoria", "internal/auditoria/sellado", "internal/auditoria/sello", "internal/auth", "internal/blob/diskblob",
			"internal/ground/relay", "internal/store/boltstore", "internal/store/dynamostore", "internal/testkit/attack", "internal/testkit/services"},
		[]string{"github.com/aws/…", "github.com/go-jose/go-jose/v4…", "github.com/google/uuid", "golang.org/x/sync/errgroup"}},
	{"e2e", tests, nil, nil},
	{"e2e/chaos", tests, nil, nil},
	{"deploy/alerts", tests, nil, nil},
	{"deploy/dashboards", "dashboards are data", nil, nil},
	{"deploy/chart", tests, nil, nil},
	{"deploy/systemd", tests, nil, nil},
	{"docs", tests, nil, nil},
}

const (
	domain   = "the domain reads without knowing the technology"
	adapter  = "an adapter knows its port and one technology"
	contract = "a contract knows its port, and no adapter"
	testkit  = "a test kit knows no part of the house"
	tool     = "a tool is thin"
	tests    = "it holds tests only"
)
