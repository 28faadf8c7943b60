package minioblob_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/minio/minio-go/v7"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/sellotest"
	"github.com/carpeta-ciudadana/servidor/internal/blob/minioblob"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

func TestSellosContract(t *testing.T) {
	sellotest.Run(t, func(t *testing.T) (sello.Objects, func() sello.Objects) {
		b := newStore(t, minio.MakeBucketOptions{})
		return sellosOf(t, b), func() sello.Objects { return sellosOf(t, b) }
	})
}

// sellosOf opens the bucket of sealed logs; a second time it is there already.
func sellosOf(t *testing.T, b *world) *minioblob.Sellos {
	t.Helper()
	s := b.objetos.Sellos(b.bucket + "-s")
	if err := s.Bootstrap(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s
}

// Without its bucket, or its network, nothing is "not there": a log that is taken for new
// would be a fork.
func TestSellosWithoutStore(t *testing.T) {
	b := newStore(t, minio.MakeBucketOptions{})
	if _, _, err := b.objetos.Sellos("no-such-bucket").Load(t.Context(), "log/fence"); !errors.Is(err, fault.Unavailable) {
		t.Errorf("no bucket: %v", err)
	}
	s := sellosOf(t, b)
	b.network.breakIt = func(*http.Request) error { return errors.New("cable cut") }
	defer func() { b.network.breakIt = nil }()
	if _, _, err := s.Load(t.Context(), "log/fence"); !errors.Is(err, fault.Unavailable) {
		t.Errorf("no network: %v", err)
	}
	if err := s.Swap(t.Context(), "log/fence", "", []byte("x")); !errors.Is(err, fault.Unavailable) {
		t.Errorf("swap without network: %v", err)
	}
}

// A locked archive: what is written stays, whoever asks; a list may still get a newer version.
func TestLockedSellos(t *testing.T) {
	b := newStore(t, minio.MakeBucketOptions{})
	s := b.objetos.Sellos(b.bucket + "-l").Locked(1)
	for range 2 {
		if err := s.Bootstrap(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Put(t.Context(), "dia/parte", []byte("uno")); err != nil {
		t.Fatal(err)
	}
	if err := s.Swap(t.Context(), "dia/lista", "", []byte("uno")); err != nil {
		t.Fatal(err)
	}
	_, version, err := s.Load(t.Context(), "dia/lista")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Swap(t.Context(), "dia/lista", version, []byte("uno, dos")); err != nil {
		t.Error(err)
	}
	for version := range b.raw.ListObjectsIter(t.Context(), b.bucket+"-l", minio.ListObjectsOptions{WithVersions: true, Recursive: true}) {
		err := b.raw.RemoveObject(t.Context(), b.bucket+"-l", version.Key, minio.RemoveObjectOptions{VersionID: version.VersionID, GovernanceBypass: true})
		if err == nil {
			t.Errorf("%s can be deleted", version.Key)
		}
	}
	if data, err := s.Get(t.Context(), "dia/parte"); err != nil || string(data) != "uno" {
		t.Errorf("%q %v", data, err)
	}
	if err := sellosOf(t, b).Locked(1).Bootstrap(t.Context()); err == nil || !strings.Contains(err.Error(), "cannot lock its objects") {
		t.Errorf("a bucket that was made without locks: %v", err)
	}
}
