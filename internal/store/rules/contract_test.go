package rules_test

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/store/records/mem"
	"github.com/carpeta-ciudadana/servidor/internal/store/rules"
	"github.com/carpeta-ciudadana/servidor/internal/store/storetest"
)

// On the other engines the suite runs in internal/store/boltstore and internal/store/dynamostore.

func TestContractInMemory(t *testing.T) {
	hook := before(t)
	storetest.Run(t, storetest.Factory{New: func(_ testing.TB, e storetest.Env) storetest.Instance {
		db := mem.New(mem.Config{Lag: mem.Prompt, Observe: e.Observe, Before: hook})
		return storetest.Instance{Store: rules.New(rules.Config{DB: db, Clock: e.Clock, Retenciones: e.Retenciones})}
	}})
}
