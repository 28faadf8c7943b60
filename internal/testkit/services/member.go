package services

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// member is what a node is in its cluster. A nil one is alone.
type member struct {
	cluster *Cluster
	n       int
}

func (m *member) node() string {
	if m == nil {
		return alone
	}
	return fmt.Sprintf("carpeta%d@localhost", m.n)
}

// epmdPort: nodes of a cluster find each other by one name service.
func (m *member) epmdPort(l place) int {
	if m == nil {
		return l.ports[epmdPort]
	}
	return m.cluster.epmd
}

func (m *member) bringsEpmd() bool { return m == nil || m.n == 0 }

// settings are what a member's configuration has beyond that of a broker of one node.
func (m *member) settings() string {
	if m == nil {
		return ""
	}
	return "cluster_partition_handling = pause_minority\n"
}

func newCookie() string { return rand.Text() }

// keepCookie gives a member the secret by which nodes know each other. Erlang makes one for a node that is alone.
func (m *member) keepCookie(home string) error {
	if m == nil {
		return nil
	}
	err := os.WriteFile(filepath.Join(home, ".erlang.cookie"), []byte(m.cluster.cookie), 0o400)
	if errors.Is(err, os.ErrPermission) { // it is there, and nobody may write it
		return nil
	}
	return err
}
