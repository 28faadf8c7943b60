package minioblob_test

import (
	"errors"
	"net/http"
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
