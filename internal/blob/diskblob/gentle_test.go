package diskblob

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"
)

// TestAnUploadThatIsGivenUpEnds, and is read no further.
func TestAnUploadThatIsGivenUpEnds(t *testing.T) {
	ctx, giveUp := context.WithCancel(t.Context())
	giveUp()
	if _, err := io.ReadAll(&gentle{ctx: ctx, source: bytes.NewReader(make([]byte, 10))}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
