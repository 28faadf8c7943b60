package app

// shares are what the process may hold open for its clients.
type shares struct {
	api, perClient, admin int // connections
	files                 int // beside connections
}

// The bounds of shares that nobody chose.
const (
	mostConnections = 16 << 10
	mostAdmin       = 64
	leastAdmin      = 8
	leastFiles      = 32
	mostFiles       = 1 << 10
)

// perConnection is the part of the memory limit, in bytes, for which there is a connection: an idle one takes a third of it, one
// with a request about the half.
const perConnection = 64 << 10

// sharesOf gives the connections of clients half of the descriptors that the process may open, and no more than the memory
// limit (bytes; 0 for none) holds. Admin's are kept apart, and the rest is for files, stores and brokers. Connections and
// perClient are what the operator chose, 0 for nothing. A choice leaves the admin's part alone, and a sixteenth for files.
func sharesOf(descriptors int, memory uint64, connections, perClient int) shares {
	s := shares{api: connections, perClient: perClient, admin: min(max(descriptors/16, leastAdmin), mostAdmin)}
	if s.api == 0 {
		s.api = min(descriptors/2, mostConnections)
		if memory > 0 {
			s.api = min(s.api, int(memory/perConnection))
		}
	}
	s.api = max(1, min(s.api, descriptors-s.admin-max(descriptors/16, leastFiles)))
	if s.perClient == 0 {
		s.perClient = max(s.api/4, 1) // an address may be a city's mobile network
	}
	s.perClient = min(s.perClient, s.api)
	s.files = max(1, min((descriptors-s.api-s.admin)/2, mostFiles))
	return s
}
