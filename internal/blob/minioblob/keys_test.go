package minioblob_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/blob/minioblob"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// Keys that somebody renews are asked for each call: the next one has the new ones.
func TestKeysThatChange(t *testing.T) {
	t.Parallel()
	s3 := services.S3(t)
	secret, failure := "of yesterday", error(nil)
	o, err := minioblob.New(minioblob.Config{
		Endpoint: s3.Endpoint, Bucket: "llaves-que-cambian", Timeout: time.Minute,
		Keys: func(context.Context) (string, string, string, error) { return s3.AccessKey, secret, "", failure },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = o.Close() }()
	if err := o.Bootstrap(t.Context()); err == nil {
		t.Error("a wrong key was taken")
	}
	secret = s3.SecretKey
	if err := o.Bootstrap(t.Context()); err != nil {
		t.Errorf("the new key was not used: %v", err)
	}
	failure = errors.New("no keys were found")
	if err := o.Ready(t.Context()); err == nil || !strings.Contains(err.Error(), "no keys were found") {
		t.Errorf("without keys: %v", err)
	}
}
