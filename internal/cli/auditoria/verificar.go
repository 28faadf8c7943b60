package auditoria

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/ground/file"
)

// maxFile bounds a file: none of them is longer, but a receipt.
const maxFile = 64 << 10

// verdict is the line that is printed.
type verdict struct {
	Origin  string `json:"origin"`
	Entries int64  `json:"entries"`
	Signed  string `json:"signed"`
	Key     string `json:"key"`
	Index   *int64 `json:"index,omitempty"`

	Event json.RawMessage `json:"evento,omitempty"`   // what was recorded
	Keys  string          `json:"llavesDe,omitempty"` // "constancia": nobody else vouches for the keys

	Since *int64 `json:"creceDesde,omitempty"`     // entries of the older checkpoint
	Whole bool   `json:"registroEntero,omitempty"` // every hash of the log was computed again
}

// Verificar reads the files, and says what they prove; an error says why they do not.
func Verificar(c config.Verificar, out io.Writer) error {
	var f verify.Files
	if c.Constancia != "" {
		if c.Evento != "" || c.Prueba != "" {
			return errors.New("--constancia has the event and its proof in it: leave --evento and --prueba out")
		}
		if err := readReceipt(c.Constancia, &f); err != nil {
			return err
		}
	} else if c.Llaves == "" {
		c.Llaves = "llaves.txt"
	}
	for _, part := range []struct {
		name string
		into *[]byte
	}{
		{c.Checkpoint, &f.Checkpoint}, {c.Evento, &f.Event}, {c.Prueba, &f.Proof}, {c.Growth, &f.Growth}, {c.Llaves, &f.Keys},
		{c.Anterior, &f.Older},
	} {
		if part.name == "" {
			continue
		}
		var err error
		if *part.into, err = file.Read(part.name, maxFile); err != nil {
			return err
		}
	}
	r, err := f.Verify()
	if err != nil {
		return fmt.Errorf("refused: %w", err)
	}
	v := verdictOf(r)
	if e, err := verify.ParseEventFile(f.Event); err == nil && json.Valid(e.Event) {
		v.Event = e.Event
	}
	if c.Llaves == "" {
		v.Keys = "constancia"
	}
	if c.Registro != "" {
		if err := wholeLog(c.Registro, r.Checkpoint); err != nil {
			return fmt.Errorf("refused: %w", err)
		}
		v.Whole = true
	}
	return json.NewEncoder(out).Encode(v)
}

// readReceipt takes the event, its proof and the keys out of their one file.
func readReceipt(name string, f *verify.Files) error {
	text, err := file.Read(name, verify.MaxReceipt)
	if err != nil {
		return err
	}
	r, err := verify.ParseReceipt(text)
	if err != nil {
		return fmt.Errorf("refused: %w", err)
	}
	f.Event, f.Checkpoint, f.Keys = r.Event, r.Proof, r.Keys
	return nil
}

// wholeLog computes every hash of a log again, from a copy of its folder.
func wholeLog(dir string, c verify.Checkpoint) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	return verify.Tree(context.Background(), func(_ context.Context, path string) ([]byte, error) { return root.ReadFile(path) }, c)
}

func verdictOf(r verify.Result) verdict {
	v := verdict{Origin: r.Origin, Entries: r.Size, Signed: r.Time.Format(time.RFC3339), Key: verify.FormatKey(r.Origin, verify.KindLog, r.Key.Public)}
	if r.Index >= 0 {
		v.Index = &r.Index
	}
	if r.Older != nil {
		v.Since = &r.Older.Size
	}
	return v
}
