package sellotest

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Memory is the port in memory. Tests reach into it with Set, Remove and Keys.
type Memory struct {
	mu      sync.Mutex
	objects map[string]stored
	turn    int
}

type stored struct {
	data []byte
	turn int
}

var _ sello.Objects = (*Memory)(nil)

// NewMemory is empty.
func NewMemory() *Memory { return &Memory{objects: map[string]stored{}} }

// Get implements sello.Objects.
func (m *Memory) Get(ctx context.Context, key string) ([]byte, error) {
	data, _, err := m.Load(ctx, key)
	return data, err
}

// Put implements sello.Objects.
func (m *Memory) Put(_ context.Context, key string, data []byte) error {
	if err := sello.ValidKey(key); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if o, ok := m.objects[key]; ok {
		if bytes.Equal(o.data, data) {
			return nil
		}
		return fault.Wrap(fault.Conflict, errors.New(key+" holds other bytes"))
	}
	m.set(key, data)
	return nil
}

// Delete implements sello.Objects.
func (m *Memory) Delete(_ context.Context, key string) error {
	m.Remove(key)
	return nil
}

// Load implements sello.Fence.
func (m *Memory) Load(_ context.Context, key string) ([]byte, string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	o, ok := m.objects[key]
	if !ok {
		return nil, "", fault.Wrap(fault.NotFound, errors.New(key))
	}
	return bytes.Clone(o.data), strconv.Itoa(o.turn), nil
}

// Swap implements sello.Fence.
func (m *Memory) Swap(_ context.Context, key, version string, data []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := ""
	if o, ok := m.objects[key]; ok {
		now = strconv.Itoa(o.turn)
	}
	if now != version {
		return fault.Wrap(fault.Conflict, errors.New(key+" was replaced by another"))
	}
	m.set(key, data)
	return nil
}

func (m *Memory) set(key string, data []byte) {
	m.turn++
	m.objects[key] = stored{bytes.Clone(data), m.turn}
}

// Set writes whatever is there.
func (m *Memory) Set(key string, data []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.set(key, data)
}

// Remove takes an object away.
func (m *Memory) Remove(key string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.objects, key)
}

// Keys are all that begin so, in order.
func (m *Memory) Keys(prefix string) (keys []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, k := range slices.Sorted(maps.Keys(m.objects)) {
		if strings.HasPrefix(k, prefix) {
			keys = append(keys, k)
		}
	}
	return keys
}

// Copy is another memory with the same content.
func (m *Memory) Copy() *Memory {
	m.mu.Lock()
	defer m.mu.Unlock()
	return &Memory{objects: maps.Clone(m.objects), turn: m.turn}
}
