package world

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/blob/diskblob"
	"github.com/carpeta-ciudadana/servidor/internal/broker/localbroker"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
)

// World is the embedded system: its technology, and one process on it.
type World struct {
	Store   *boltstore.Store
	Objetos *diskblob.Objetos
	Broker  *localbroker.Broker
	*Process
}

// New builds one. It is closed with the test.
func New(t testing.TB, cfg Config) *World {
	t.Helper()
	cfg = cfg.withDefaults()
	store, objetos := Open(t, cfg)
	mq := Broker(t, cfg)
	p := NewProcess(t, cfg, Ports{store, objetos, mq})
	p.Codigos.Embargos = store
	return &World{store, objetos, mq, p}
}

// Broker makes the broker of the embedded profile. It is closed with the test.
func Broker(t testing.TB, cfg Config) *localbroker.Broker {
	cfg = cfg.withDefaults()
	mq := localbroker.New(localbroker.Config{Retry: cfg.Retry, Log: cfg.Log})
	t.Cleanup(func() { must(t, mq.Close()) })
	return mq
}
