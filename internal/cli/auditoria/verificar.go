package auditoria

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
	"github.com/carpeta-ciudadana/servidor/internal/config"
)

// maxFile bounds a file: none of them is longer.
const maxFile = 64 << 10

// verdict is the line that is printed.
type verdict struct {
	Origin  string `json:"origin"`
	Entries int64  `json:"entries"`
	Signed  string `json:"signed"`
	Key     string `json:"key"`
	Index   *int64 `json:"index,omitempty"`
}

// Verificar reads the files, and says what they prove; an error says why they do not.
func Verificar(c config.Verificar, out io.Writer) error {
	var f verify.Files
	for _, part := range []struct {
		name string
		into *[]byte
	}{{c.Checkpoint, &f.Checkpoint}, {c.Evento, &f.Event}, {c.Prueba, &f.Proof}, {c.Growth, &f.Growth}, {c.Llaves, &f.Keys}} {
		if part.name == "" {
			continue
		}
		var err error
		if *part.into, err = readFile(part.name); err != nil {
			return err
		}
	}
	r, err := f.Verify()
	if err != nil {
		return fmt.Errorf("refused: %w", err)
	}
	v := verdict{Origin: r.Origin, Entries: r.Size, Signed: r.Time.Format(time.RFC3339), Key: verify.FormatKey(r.Origin, verify.KindLog, r.Key.Public)}
	if r.Index >= 0 {
		v.Index = &r.Index
	}
	return json.NewEncoder(out).Encode(v)
}

func readFile(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err == nil && len(data) > maxFile {
		err = fmt.Errorf("%s: more than %d bytes", name, maxFile)
	}
	if data == nil {
		data = []byte{}
	}
	return data, err
}
