package broker

import (
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/role"
)

// The names of S-0004. Both adapters route by them.
const (
	Exchange           = "documento.events"
	DeadLetterExchange = "documento.dlx"
	UnroutableQueue    = "documento.unroutable"

	DeletionQueue        = "documento.deletion.queue"
	MinioCleanupQueue    = "minio.cleanup.queue"
	MetadataCleanupQueue = "metadata.cleanup.queue"

	DeletionRequested      = "documento.deletion.requested"
	MinioCleanup           = "documento.minio.cleanup"
	MinioCleanupSuccess    = "documento.minio.cleanup.success"
	MetadataCleanup        = "documento.metadata.cleanup"
	MetadataCleanupSuccess = "documento.metadata.cleanup.success"
	DeletionProgress       = "documento.deletion.progress"
	DeletionCompleted      = "documento.deletion.completed"
	DeletionFailed         = "documento.deletion.failed"
	DeletionCancelled      = "documento.deletion.cancelled"
	DocumentChanged        = "documento.changed"
	CarpetaLooked          = "carpeta.looked"
	ProcessPresent         = "proceso.presente"
)

// Queue is a work queue: which keys it takes, where its dead letters go, and which processes work on it.
type Queue struct {
	Name string
	Keys []string
	DLQ  string
	Role role.Role
}

// Queues are the work queues, in the order in which a saga passes them.
var Queues = []Queue{
	{DeletionQueue, []string{DeletionRequested, MinioCleanupSuccess, MetadataCleanupSuccess}, "documento.deletion.dlq", role.Coordinator},
	{MinioCleanupQueue, []string{MinioCleanup}, "minio.cleanup.dlq", role.ObjectEraser},
	{MetadataCleanupQueue, []string{MetadataCleanup}, "metadata.cleanup.dlq", role.MetadataEraser},
}

// DefaultMaxQueue is how many messages may wait in a work queue. The windows of a hundred
// processes hold as many, so a queue is full only if something is wrong.
const DefaultMaxQueue = 100_000

// EventKeys are the keys that a process listens to, for its subscribers and to know who works beside it.
var EventKeys = []string{"documento.deletion.*", MinioCleanupSuccess, MetadataCleanupSuccess, DocumentChanged, CarpetaLooked, ProcessPresent}

// RetryPolicy says how often and after which delays a failed message returns.
type RetryPolicy struct {
	MaxAttempts int             // executions in all; the message is a dead letter after the last
	Delays      []time.Duration // delay before attempt 2, 3, …; the last repeats
}

// DefaultRetry is the policy of S-0004: three attempts, 5, 10, 20 s apart.
var DefaultRetry = RetryPolicy{MaxAttempts: 3, Delays: []time.Duration{5 * time.Second, 10 * time.Second, 20 * time.Second}}

// Delay is the wait after the given failed attempt (from 1), and whether there is one.
func (p RetryPolicy) Delay(intento int) (time.Duration, bool) {
	if intento >= p.MaxAttempts || len(p.Delays) == 0 {
		return 0, false
	}
	return p.Delays[min(max(intento, 1), len(p.Delays))-1], true
}

// Matches reports whether a topic pattern (words by dots, * one word, # any
// number) covers a routing key.
func Matches(pattern, key string) bool {
	if !strings.ContainsAny(pattern, "*#") {
		return pattern == key
	}
	return matchWords(strings.Split(pattern, "."), strings.Split(key, "."))
}

func matchWords(p, k []string) bool {
	switch {
	case len(p) == 0:
		return len(k) == 0
	case p[0] == "#":
		return matchWords(p[1:], k) || (len(k) > 0 && matchWords(p, k[1:]))
	case len(k) == 0:
		return false
	case p[0] == "*" || p[0] == k[0]:
		return matchWords(p[1:], k[1:])
	}
	return false
}
