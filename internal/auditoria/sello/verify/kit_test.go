package verify_test

import (
	"bytes"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
)

const origin = "carpeta.example/operador/3f2b8c1e-0d7a-4a54-9d5e-0c1b2a3d4e5f"

var begin = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

func keyring(t testing.TB, name string) *sello.Keyring {
	t.Helper()
	k, err := sello.NewKeyring(name, sello.SecretKey{Seed: bytes.Repeat([]byte{3}, 32), From: begin})
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// log is a log in memory: its hashes, and its checkpoints.
type log struct {
	t    testing.TB
	keys *sello.Keyring
	all  []tlog.Hash
	size int64
}

func (l *log) ReadHashes(indexes []int64) (all []tlog.Hash, err error) {
	for _, i := range indexes {
		all = append(all, l.all[i])
	}
	return all, nil
}

func (l *log) add(entries ...[]byte) {
	for _, e := range entries {
		more, err := tlog.StoredHashes(l.size, e, l)
		if err != nil {
			l.t.Fatal(err)
		}
		l.all = append(l.all, more...)
		l.size++
	}
}

func (l *log) checkpoint() []byte {
	root, err := tlog.TreeHash(l.size, l)
	if err != nil {
		l.t.Fatal(err)
	}
	msg, err := l.keys.Sign(verify.Checkpoint{Origin: origin, Size: l.size, Root: root}, begin.Add(time.Hour))
	if err != nil {
		l.t.Fatal(err)
	}
	return msg
}

func (l *log) proof(index int64) []byte {
	hashes, err := tlog.ProveRecord(l.size, index, l)
	if err != nil {
		l.t.Fatal(err)
	}
	return verify.Proof{Index: index, Hashes: hashes, Checkpoint: l.checkpoint()}.Format()
}

func (l *log) growth(old int64) []byte {
	var hashes []tlog.Hash
	if old > 0 {
		var err error
		if hashes, err = tlog.ProveTree(l.size, old, l); err != nil {
			l.t.Fatal(err)
		}
	}
	return verify.Growth{Old: old, Hashes: hashes, Checkpoint: l.checkpoint()}.Format()
}

// sample is what a person holds: event number 5 of 10, and a later checkpoint of 17.
func sample(t testing.TB) (event verify.EventFile, atEvent, later verify.Files) {
	t.Helper()
	l := &log{t: t, keys: keyring(t, origin)}
	event = verify.EventFile{Salt: verify.Salt{9, 8, 7}, Event: []byte(`{"tipo":"documento.eliminado"}` + "\n\nsal x")}
	for i := range 10 {
		c := verify.Commit(verify.Salt{byte(i)}, []byte{byte(i)})
		if i == 5 {
			c = event.Commitment()
		}
		l.add(c[:])
	}
	keys := l.keys.Public().Format()
	atEvent = verify.Files{Checkpoint: l.checkpoint(), Event: event.Format(), Proof: l.proof(5), Keys: keys}
	for i := range 7 {
		l.add([]byte{byte(i)})
	}
	later = verify.Files{Checkpoint: l.checkpoint(), Event: event.Format(), Proof: atEvent.Proof, Growth: l.growth(10), Keys: keys}
	return event, atEvent, later
}
