package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// bench is the bench itself: the program, a folder, an issuer of tokens, and the
// report.
type bench struct {
	bin    string
	dir    string
	emisor *emisor
	report *report

	unitsInto string // file

	dynamo *services.Dynamo // in memory; nil until a distributed server is measured
}

func newBench(bin string) (*bench, error) {
	bin, err := filepath.Abs(bin)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(bin); err != nil {
		return nil, fmt.Errorf("no program to measure: %w; run `make build`", err)
	}
	dir, err := os.MkdirTemp("", "carpeta-bench-")
	if err != nil {
		return nil, err
	}
	e, err := newEmisor(dir)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return &bench{bin: bin, dir: dir, emisor: e}, nil
}

// dynamodb is the endpoint of an emulator of our own: the tests' one writes to a
// disk, as the one of production does not.
func (b *bench) dynamodb(ctx context.Context) (string, error) {
	if b.dynamo == nil {
		d := services.NewDynamoInMemory(services.Config{})
		if err := d.Start(ctx); err != nil {
			return "", errors.Join(err, d.Close())
		}
		b.dynamo = d
	}
	return b.dynamo.Endpoint(), nil
}

func (b *bench) close() {
	if b.dynamo != nil {
		_ = b.dynamo.Close() // it holds nothing
	}
	b.emisor.close()
	_ = os.RemoveAll(b.dir)
}
