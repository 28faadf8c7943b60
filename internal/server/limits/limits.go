package limits

import "time"

// Limits bound what one operation, one connection and one client can cost. Each
// line is the whole definition of a limit; see the package's comment.
type Limits struct {
	Connections int `name:"connections" default:"0" min:"0" max:"1048576" used:"../app/connections.go" help:"Connections of the API at a time, and as many requests; 0: half of the open files (ulimit -n), one for 64 KiB of the memory limit, at most 16384."`
	PerAddress  int `name:"per-address" default:"0" min:"0" max:"1048576" used:"../app/connections.go" help:"Of these, from one address, trusted proxies apart; 0 for a quarter. Full: one that is idle ends, or the new one is refused."`

	Body       int64 `name:"body" default:"1048576" min:"1024" max:"67108864" unit:"bytes" used:"transport/body.go" help:"Bytes of a POST body."`
	Header     int   `name:"header" default:"2048" min:"256" max:"65536" unit:"bytes" used:"transport/requests.go" help:"Bytes of a header that is read before any budget is asked: Accept, Content-Type. A longer one is 431."`
	Values     int   `name:"values" default:"20000" min:"100" max:"1048576" used:"admission/decode.go" help:"Values of JSON in a request, each name and each element."`
	Tokens     int   `name:"tokens" default:"5000" min:"100" max:"1048576" used:"admission/document.go" help:"Lexical tokens of a document."`
	Nodes      int   `name:"nodes" default:"2000" min:"10" max:"1048576" used:"admission/measure.go" help:"Selections of a document, fragments expanded."`
	Repeats    int   `name:"repeats" default:"50" min:"1" max:"10000" used:"admission/measure.go" help:"Fields of a document that are merged into one."`
	Fragments  int   `name:"fragments" default:"100" min:"1" max:"10000" used:"admission/measure.go" help:"Fragment definitions of a document."`
	Depth      int   `name:"depth" default:"15" min:"1" max:"100" used:"admission/measure.go" help:"Nested fields, introspection apart."`
	Aliases    int   `name:"aliases" default:"50" min:"1" max:"10000" used:"admission/measure.go" help:"Aliased fields, introspection apart."`
	Directives int   `name:"directives" default:"50" min:"1" max:"10000" used:"admission/measure.go" help:"Directives of a document, fragments expanded."`
	Elements   int   `name:"elements" default:"500" min:"10" max:"1048576" used:"admission/measure.go" help:"Elements of lists and members of objects that a document spells out, fragments expanded. Longer lists go into the variables."`
	Name       int   `name:"name" default:"128" min:"32" max:"4096" unit:"bytes" used:"admission/document.go" help:"Bytes of a name in a document, aliases too: an answer has it once for each row."`
	Cost       int   `name:"cost" default:"20000" min:"1" max:"1073741824" used:"admission/cost.go" help:"Price of one operation; a page costs its size times the price of a row."`

	Introspection int `name:"introspection" default:"30000" min:"1" max:"1073741824" used:"admission/document.go" help:"Price of what a document asks about the schema, which has a limit of its own: each value of the answer, and more for long texts."`

	Errors   int `name:"errors" default:"5" min:"1" max:"1000" used:"engine/engine.go" help:"Errors in one response."`
	CacheKiB int `name:"cache-kib" default:"16384" scaled:"1024" min:"64" max:"4194304" unit:"KiB" used:"admission/document.go" help:"Documents kept parsed, in KiB; of what one subject alone uses, an eighth of it."`

	Request time.Duration `name:"request" default:"10s" min:"10ms" max:"10m" used:"engine/respond.go" help:"Longest query. A mutation that has begun is not cut off: it ends with its calls of the stores."`

	Init          time.Duration `name:"init" default:"10s" min:"10ms" max:"10m" used:"socket/reader.go" help:"A socket's connection_init is due after this."`
	Ping          time.Duration `name:"ping" default:"25s" min:"10ms" max:"10m" used:"socket/reader.go" help:"Time between two pings of a socket."`
	Pong          time.Duration `name:"pong" default:"10s" min:"10ms" max:"10m" used:"socket/ringing.go" help:"A socket that does not answer a ping for this long is dead."`
	Write         time.Duration `name:"write" default:"10s" min:"10ms" max:"10m" used:"socket/config.go" help:"Longest write of one message to a socket or stream: how slow a reader may be."`
	KeepAlive     time.Duration `name:"keep-alive" default:"15s" min:"10ms" max:"10m" used:"sse/stream.go" help:"Time between two comments on an event stream."`
	Message       int64         `name:"message" default:"262144" min:"1024" max:"67108864" unit:"bytes" used:"socket/config.go" help:"Bytes of a socket's message."`
	PerSocket     int           `name:"per-socket" default:"100" min:"1" max:"100000" used:"socket/receive.go" help:"Operations at a time on one socket."`
	Working       int           `name:"working" default:"4" min:"1" max:"100000" used:"socket/receive.go" help:"Of these, how many are worked on until their first answer is sent; the others wait."`
	Sockets       int           `name:"sockets" default:"64" min:"1" max:"1048576" used:"budget/budget.go" help:"Sockets and event streams of one subject at a time."`
	Verify        time.Duration `name:"verify" default:"5s" min:"10ms" max:"10m" used:"transport/api.go" help:"Longest verification of a token."`
	ReadKiB       int           `name:"read-kib" default:"4096" scaled:"1024" min:"64" max:"4194304" unit:"KiB" used:"budget/budget.go" help:"Bytes of one subject's requests and messages that are read or wait to be worked on, in KiB; the first 16 KiB of each request apart."`
	ReadAllKiB    int           `name:"read-all-kib" default:"8192" scaled:"4096" min:"256" max:"67108864" unit:"KiB" used:"budget/budget.go" help:"The same of all subjects, in KiB. A further request that is larger than 16 KiB is UNAVAILABLE."`
	ReadGrace     time.Duration `name:"read-grace" default:"5s" min:"10ms" max:"10m" used:"transport/body.go" help:"A body or a message of a socket may take this long, and as long as its bytes take at the slowest speed."`
	ReadRate      int           `name:"read-rate" default:"32768" min:"64" max:"1073741824" unit:"bytes" used:"transport/body.go" help:"The slowest speed of a body or a message: bytes per second."`
	AnswersKiB    int           `name:"answers-kib" default:"8192" scaled:"1024" min:"64" max:"4194304" unit:"KiB" used:"budget/budget.go" help:"Bytes of one subject's answers that are not sent yet, in KiB; the first 16 KiB of each apart. Full: a further operation is RATE_LIMITED."`
	AnswersAllKiB int           `name:"answers-all-kib" default:"32768" scaled:"4096" min:"256" max:"67108864" unit:"KiB" used:"budget/budget.go" help:"The same of all subjects, in KiB. A further large answer is UNAVAILABLE."`
	KeptKiB       int           `name:"kept-kib" default:"8192" scaled:"1024" min:"16" max:"4194304" unit:"KiB" used:"budget/budget.go" help:"What the subscriptions of one subject keep in memory: their operations and variables, in KiB."`
	KeptAllKiB    int           `name:"kept-all-kib" default:"16384" scaled:"4096" min:"64" max:"67108864" unit:"KiB" used:"budget/budget.go" help:"What the subscriptions of all subjects keep, in KiB; what they share counts once. A further one is UNAVAILABLE."`
	AnswerKiB     int           `name:"answer-kib" default:"4096" scaled:"512" min:"64" max:"4194304" unit:"KiB" used:"engine/respond.go" help:"Bytes of one answer, in KiB. A longer one is not made: QUERY_TOO_COMPLEX."`

	Events     int `name:"events" default:"0" min:"0" max:"1024" used:"budget/budget.go" help:"Events of subscriptions that are answered at a time, answers that are ready apart; 0 for four times the processors."`
	EventsEach int `name:"events-each" default:"1" min:"1" max:"1024" used:"budget/budget.go" help:"Of these, how many of one subject. The others wait for their turn."`

	CarpetaBytes      int64 `name:"carpeta-bytes" default:"10737418240" min:"1" max:"4503599627370496" unit:"bytes" used:"../app/app.go" help:"Bytes that the files of one folder may take up, announced uploads included."`
	CarpetaDocumentos int64 `name:"carpeta-documentos" default:"200000" min:"1" max:"1073741824" used:"../app/app.go" help:"Documents of one folder, announced uploads included."`
	CarpetaCargas     int64 `name:"carpeta-cargas" default:"200" min:"1" max:"1048576" used:"../app/app.go" help:"Uploads of one folder that are announced and not confirmed; they are forgotten after 24 hours."`

	Silent  int `name:"silent" default:"256" min:"1" max:"1048576" used:"socket/serve.go" help:"Sockets of one address that have not sent connection_init; a further one ends the one that has been silent longest. Behind a proxy: of all clients."`
	Unread  int `name:"unread" default:"10" min:"1" max:"10000" used:"socket/receive.go" help:"Operations that a subject without a budget of refusals may still ask for on one socket."`
	Reading int `name:"reading" default:"0" min:"0" max:"1024" used:"admission/turns.go" help:"Unknown documents read at a time, and as many short ones (up to 4 KiB) besides; 0 for half of the processors."`

	Searches int `name:"searches" default:"0" min:"0" max:"1024" used:"budget/budget.go" help:"Operations with filters, pages of the trail and long queries at a time; 0: half of the processors (distributed: eight times them). Others wait in turn."`

	Hold time.Duration `name:"hold" default:"25ms" min:"1ms" max:"1s" used:"budget/budget.go" help:"How long a refusal waits that is one of too many."`
	Held int           `name:"held" default:"1024" min:"1" max:"1048576" used:"budget/budget.go" help:"Refusals that wait at a time; others are answered at once, and end their connection."`
}

// Rate is what one subject may take of this process in time.
type Rate struct {
	PerSecond  int `name:"per-second" default:"100000" min:"0" max:"1073741824" used:"../app/http.go" help:"Cost that one subject's budget regains per second, in this process; 0 for no budget. Operations without a token have a twentieth, by address."`
	Burst      int `name:"burst" default:"2000000" min:"1" max:"1073741824" used:"../app/http.go" help:"Largest budget of one subject. Of operations without a token a twentieth, by address, and the dearest operation at least."`
	Concurrent int `name:"concurrent" default:"256" min:"0" max:"1048576" used:"../app/http.go" help:"Requests of one subject at a time; 0 for any number. Without a token 8 operations, by address."`

	Refusals      int `name:"refusals" default:"10" min:"0" max:"1048576" used:"../app/http.go" help:"Refusals that a subject's second budget regains per second, 0 for no such budget; 4 KiB of what is refused count as one more. Without it nothing is read."`
	RefusalsBurst int `name:"refusals-burst" default:"200" min:"1" max:"1048576" used:"../app/http.go" help:"Largest budget of refusals."`

	Messages        int `name:"messages" default:"1000" min:"0" max:"1073741824" used:"../app/http.go" help:"Frames that all sockets of a subject may send per second, 0 for any number; each KiB counts as one more. Without budget a socket ends with 4429."`
	MessagesBurst   int `name:"messages-burst" default:"20000" min:"64" max:"1073741824" used:"../app/http.go" help:"Largest budget of frames."`
	Deliveries      int `name:"deliveries" default:"40" min:"0" max:"1048576" used:"../app/http.go" help:"Steps of deliveries (an announcement, a confirmation) that one entity's budget regains per second, in this process; 0 for no such budget."`
	DeliveriesBurst int `name:"deliveries-burst" default:"400" min:"1" max:"1048576" used:"../app/http.go" help:"Largest budget of deliveries."`
	DeliveriesDay   int `name:"deliveries-day" default:"100000" min:"0" max:"1073741824" used:"../app/entidad.go" help:"Deliveries that one entity may announce in a day, in this process: each stays in the trail. They come back evenly; 0 for any number."`

	Changes int `name:"changes" default:"20000" min:"0" max:"1073741824" used:"../app/http.go" help:"Changes of documents that one person may make in a day, in this process: announcements, corrections, deletions. They come back evenly; 0 for any number."`
	Links   int `name:"links" default:"20000" min:"0" max:"1073741824" used:"../app/http.go" help:"Signed links to files that one person may ask for in a day, in this process: each stays in the trail. They come back evenly; 0 for any number."`
}
