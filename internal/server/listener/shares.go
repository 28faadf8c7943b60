package listener

// Shares are the connections that each address of a process may have.
type Shares struct {
	API, PerClient, Admin int
	Files                 int // that clients may have the process open, beside connections
}

// unknown is what a system is taken to allow that does not say it.
const unknown = 1 << 16

// The bounds of shares that nobody chose.
const (
	mostConnections = 16 << 10 // idle ones then take some 300 MB
	mostPerClient   = 1 << 10
	mostAdmin       = 64
	leastAdmin      = 8
	leastFiles      = 32
	mostTransfers   = 1 << 10
)

// Divide gives the connections of clients half of the descriptors that the process may
// open. Admin's are kept apart, and the rest is for files, stores and brokers. Connections
// and perClient are what the operator chose; 0 for a share of the descriptors. A choice
// leaves the admin's part alone, and a sixteenth for files.
func Divide(descriptors, connections, perClient int) Shares {
	s := Shares{API: connections, PerClient: perClient, Admin: min(max(descriptors/16, leastAdmin), mostAdmin)}
	if s.API == 0 {
		s.API = min(descriptors/2, mostConnections)
	}
	s.API = max(1, min(s.API, descriptors-s.Admin-max(descriptors/16, leastFiles)))
	if s.PerClient == 0 {
		s.PerClient = min(max(s.API/4, 1), mostPerClient)
	}
	s.PerClient = min(s.PerClient, s.API)
	s.Files = max(1, min((descriptors-s.API-s.Admin)/2, mostTransfers))
	return s
}
