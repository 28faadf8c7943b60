package limits

import "time"

// Limits bound what one operation, one connection and one client can cost. Each
// line is the whole definition of a limit; see the package's comment.
type Limits struct {
	Connections int `name:"connections" default:"0" min:"0" max:"1048576" used:"../app/edge.go" help:"Connections of the API at a time, and as many requests; 0: half of the open files (ulimit -n), one for 64 KiB of the memory limit, at most 16384."`
	PerAddress  int `name:"per-address" default:"0" min:"0" max:"1048576" used:"../app/edge.go" help:"Of these, from one address, trusted proxies apart; 0 for a quarter. Full: one that is idle ends, or the new one is refused."`

	Body    int64 `name:"body" default:"1048576" min:"1024" max:"67108864" unit:"bytes" used:"transport/body.go" help:"Bytes of a POST body."`
	Tokens  int   `name:"tokens" default:"5000" min:"100" max:"1048576" used:"admission/document.go" help:"Lexical tokens of a document."`
	Nodes   int   `name:"nodes" default:"2000" min:"10" max:"1048576" used:"admission/measure.go" help:"Selections of a document, fragments expanded."`
	Depth   int   `name:"depth" default:"15" min:"1" max:"100" used:"admission/measure.go" help:"Nested fields, introspection apart."`
	Aliases int   `name:"aliases" default:"50" min:"1" max:"10000" used:"admission/measure.go" help:"Aliased fields, introspection apart."`
	Cost    int   `name:"cost" default:"20000" min:"1" max:"1073741824" used:"admission/cost.go" help:"Price of one operation; a page costs its size times the price of a row."`

	CacheKiB int `name:"cache-kib" default:"16384" scaled:"1024" min:"64" max:"4194304" unit:"KiB" used:"admission/document.go" help:"Documents kept parsed, in KiB; of what one subject alone uses, an eighth of it."`

	Request time.Duration `name:"request" default:"10s" min:"10ms" max:"10m" used:"engine/respond.go" help:"Longest query. A mutation that has begun is not cut off: it ends with its calls of the stores."`

	Write         time.Duration `name:"write" default:"10s" min:"10ms" max:"10m" used:"socket/serve.go" help:"Longest write of one message to a socket or stream: how slow a reader may be."`
	Sockets       int           `name:"sockets" default:"64" min:"1" max:"1048576" used:"budget/budget.go" help:"Sockets and event streams of one subject at a time."`
	ReadKiB       int           `name:"read-kib" default:"4096" scaled:"1024" min:"64" max:"4194304" unit:"KiB" used:"budget/budget.go" help:"Bytes of one subject's requests and messages that are read or wait to be worked on, in KiB; the first 16 KiB of each request apart."`
	ReadAllKiB    int           `name:"read-all-kib" default:"8192" scaled:"4096" min:"256" max:"67108864" unit:"KiB" used:"budget/budget.go" help:"The same of all subjects, in KiB. A further request that is larger than 16 KiB is UNAVAILABLE."`
	AnswersKiB    int           `name:"answers-kib" default:"8192" scaled:"1024" min:"64" max:"4194304" unit:"KiB" used:"budget/budget.go" help:"Bytes of one subject's answers that are not sent yet, in KiB; the first 16 KiB of each apart. Full: a further operation is RATE_LIMITED."`
	AnswersAllKiB int           `name:"answers-all-kib" default:"32768" scaled:"4096" min:"256" max:"67108864" unit:"KiB" used:"budget/budget.go" help:"The same of all subjects, in KiB. A further large answer is UNAVAILABLE."`
	KeptKiB       int           `name:"kept-kib" default:"8192" scaled:"1024" min:"16" max:"4194304" unit:"KiB" used:"budget/budget.go" help:"What the subscriptions of one subject keep in memory: their operations and variables, in KiB."`
	KeptAllKiB    int           `name:"kept-all-kib" default:"16384" scaled:"4096" min:"64" max:"67108864" unit:"KiB" used:"budget/budget.go" help:"What the subscriptions of all subjects keep, in KiB; what they share counts once. A further one is UNAVAILABLE."`
	AnswerKiB     int           `name:"answer-kib" default:"4096" scaled:"512" min:"64" max:"4194304" unit:"KiB" used:"engine/respond.go" help:"Bytes of one answer, in KiB. A longer one is not made: QUERY_TOO_COMPLEX."`

	CarpetaBytes      int64 `name:"carpeta-bytes" default:"10737418240" min:"1" max:"4503599627370496" unit:"bytes" used:"../app/settings.go" help:"Bytes that the files of one folder may take up, announced uploads included."`
	CarpetaDocumentos int64 `name:"carpeta-documentos" default:"200000" min:"1" max:"1073741824" used:"../app/settings.go" help:"Documents of one folder, announced uploads included."`
	CarpetaCargas     int64 `name:"carpeta-cargas" default:"200" min:"1" max:"1048576" used:"../app/settings.go" help:"Uploads of one folder that are announced and not confirmed; they are forgotten after 24 hours."`

	Searches int `name:"searches" default:"0" min:"0" max:"1024" used:"budget/budget.go" help:"Operations with filters, pages of the trail and long queries at a time; 0: half of the processors (distributed: eight times them). Others wait in turn."`

	// No operator needs to change what follows. Tests do.

	Header          int           `kong:"-" default:"2048" used:"transport/requests.go"` // Bytes of a header that is read before any budget is asked: Accept, Content-Type, the lists of the handshake of a WebSocket. A longer one is 431
	Values          int           `kong:"-" default:"20000" used:"admission/decode.go"`  // Values of JSON in a request, each name and each element
	Repeats         int           `kong:"-" default:"50" used:"admission/measure.go"`    // Fields of a document that are merged into one
	Fragments       int           `kong:"-" default:"100" used:"admission/measure.go"`   // Fragment definitions of a document
	Directives      int           `kong:"-" default:"50" used:"admission/measure.go"`    // Directives of a document, fragments expanded
	Elements        int           `kong:"-" default:"500" used:"admission/measure.go"`   // Elements of lists and members of objects that a document spells out, fragments expanded. Longer lists go into the variables
	Name            int           `kong:"-" default:"128" used:"admission/document.go"`  // Bytes of a name in a document, aliases too: an answer has it once for each row
	Introspection   int           `kong:"-" default:"40000" used:"admission/cost.go"`    // Price of what a document asks about the schema, which has a limit of its own: each value of the answer, and more for long texts
	Errors          int           `kong:"-" default:"5" used:"engine/engine.go"`         // Errors in one response
	Init            time.Duration `kong:"-" default:"10s" used:"socket/read.go"`         // A socket's connection_init is due after this
	Ping            time.Duration `kong:"-" default:"25s" used:"socket/read.go"`         // Time between two pings of a socket
	Pong            time.Duration `kong:"-" default:"10s" used:"socket/end.go"`          // A socket that does not answer a ping for this long is dead
	KeepAlive       time.Duration `kong:"-" default:"15s" used:"sse/stream.go"`          // Time between two comments on an event stream
	Message         int64         `kong:"-" default:"262144" used:"socket/handshake.go"` // Bytes of a socket's message
	PerSocket       int           `kong:"-" default:"100" used:"socket/receive.go"`      // Operations at a time on one socket
	Working         int           `kong:"-" default:"4" used:"socket/serve.go"`          // Of these, how many are worked on until their first answer is sent; the others wait
	Verify          time.Duration `kong:"-" default:"5s" used:"transport/api.go"`        // Longest verification of a token
	ReadGrace       time.Duration `kong:"-" default:"5s" used:"transport/body.go"`       // A body or a message of a socket may take this long, and as long as its bytes take at the slowest speed
	ReadRate        int           `kong:"-" default:"32768" used:"transport/body.go"`    // The slowest speed of a body or a message: bytes per second
	Events          int           `kong:"-" default:"0" used:"budget/budget.go"`         // Events of subscriptions that are answered at a time, answers that are ready apart; 0 for four times the processors
	EventsEach      int           `kong:"-" default:"1" used:"budget/budget.go"`         // Of these, how many of one subject. The others wait for their turn
	Unread          int           `kong:"-" default:"10" used:"socket/receive.go"`       // Operations that a subject without a budget of refusals may still ask for on one socket
	Reading         int           `kong:"-" default:"0" used:"admission/readslots.go"`   // Unknown documents read at a time, and as many short ones (up to 4 KiB) besides; 0 for half of the processors
	RefusalDelay    time.Duration `kong:"-" default:"25ms" used:"budget/budget.go"`      // How long a refusal waits that is one of too many
	DelayedRefusals int           `kong:"-" default:"1024" used:"budget/budget.go"`      // Refusals that wait at a time; others are answered at once, and end their connection
}

// Rate is what one subject may take of this process in time.
type Rate struct {
	PerSecond  int `name:"per-second" default:"100000" min:"0" max:"1073741824" used:"../app/budgets.go" help:"Cost that one subject's budget regains per second, in this process; 0 for no budget. Operations without a token have a twentieth, by address."`
	Burst      int `name:"burst" default:"2000000" min:"1" max:"1073741824" used:"../app/budgets.go" help:"Largest budget of one subject. Of operations without a token a twentieth, by address, and the dearest operation at least."`
	Concurrent int `name:"concurrent" default:"256" min:"0" max:"1048576" used:"../app/budgets.go" help:"Requests of one subject at a time; 0 for any number. Without a token 8 operations, by address."`

	Refusals int `name:"refusals" default:"10" min:"0" max:"1048576" used:"../app/budgets.go" help:"Refusals that a subject's second budget regains per second, 20 times as many at once; 0 for none. 4 KiB refused count as one more. Without it nothing is read."`

	Messages      int `name:"messages" default:"1000" min:"0" max:"1073741824" used:"../app/budgets.go" help:"Frames that a subject's sockets may send per second, 20 times as many at once; 0: any number. A KiB counts as one more. Without budget: 4429."`
	Deliveries    int `name:"deliveries" default:"40" min:"0" max:"1048576" used:"../app/budgets.go" help:"Steps of deliveries (an announcement, a confirmation) that one entity's budget regains per second, 10 times as many at once; 0 for no such budget."`
	DeliveriesDay int `name:"deliveries-day" default:"100000" min:"0" max:"1073741824" used:"../app/domain.go" help:"Deliveries that one entity may announce in a day, in this process: each stays in the trail. They come back evenly; 0 for any number."`
	RequestsDay   int `name:"requests-day" default:"100000" min:"0" max:"1073741824" used:"../app/domain.go" help:"Requests for documents that one entity may make in a day, in this process: each stays in the trail. They come back evenly; 0 for any number."`

	Changes int `name:"changes" default:"20000" min:"0" max:"1073741824" used:"../app/edge.go" help:"Changes of documents that one person may make in a day, in this process: announcements, corrections, deletions, codes. They come back evenly; 0 for any number."`
	Links   int `name:"links" default:"20000" min:"0" max:"1073741824" used:"../app/edge.go" help:"Signed links to files that one person may ask for in a day, in this process: each stays in the trail. They come back evenly; 0 for any number."`
}
