package broker_test

import (
	"regexp"
	"strconv"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
)

// An id goes on a command line: it begins with no dash and needs no quotes. (Once in
// sixty-four `carpeta dlq reenviar --id` took one for a flag.)
func TestDeadIDIsAWord(t *testing.T) {
	word, seen := regexp.MustCompile(`^[A-Z0-9]{24}$`), map[string]bool{}
	for i := range 5000 {
		id := broker.DeadID("minio.cleanup.dlq", strconv.Itoa(i))
		if !word.MatchString(id) || seen[id] {
			t.Fatalf("%q, seen before: %v", id, seen[id])
		}
		seen[id] = true
	}
}
