package listener

// Causes, in metrics, why a connection was refused or ended.
const (
	CauseClient      = "direccion"    // its address has as many as it may have
	CauseAll         = "todas"        // all addresses have
	CauseDescriptors = "descriptores" // the process may open no more files
	CauseOften       = "seguidas"     // its address connects too often
	CauseIdle        = "inactiva"     // it was idle, and another one needed its place
	CauseSlow        = "lenta"        // it waited for its client, and another one needed its place
	CauseFrames      = "tramas"       // a flood of frames of HTTP/2, or of records of TLS without content
	CauseStreams     = "solicitudes"  // of HTTP/2, a request: there are too many beside others of their connections; or a connection whose requests hold too much
	CauseLines       = "encabezados"  // a header of too many lines
	CauseGreeting    = "saludo"       // a handshake of TLS that came to no good end
)

// Metrics counts the connections of an address. All methods may be called at any time.
type Metrics interface {
	// ConnectionsOpen moves the number of those that are open.
	ConnectionsOpen(server string, delta int)
	// ConnectionRefused counts one that was closed before it was served.
	ConnectionRefused(server, cause string)
	// ConnectionEnded counts one that the server ended.
	ConnectionEnded(server, cause string)
}

type noMetrics struct{}

func (noMetrics) ConnectionsOpen(string, int)      {}
func (noMetrics) ConnectionRefused(string, string) {}
func (noMetrics) ConnectionEnded(string, string)   {}
