package mem_test

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/store/records/mem"
	"github.com/carpeta-ciudadana/servidor/internal/store/records/recordstest"
)

func TestContract(t *testing.T) {
	d := mem.New(mem.Config{Lag: mem.Prompt})
	recordstest.Run(t, recordstest.Engine{DB: d, Purge: d.PurgeExpired})
}
