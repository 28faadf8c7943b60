package sellado

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
)

const (
	witnessTimeout = 10 * time.Second
	maxWitnessSaid = 4 << 10 // bytes of an answer: one line or two
)

// httpWitness asks a witness as C2SP tlog-witness says.
type httpWitness struct {
	verify.Witness
	client *http.Client
}

var _ Testigo = httpWitness{}

// LeerTestigos reads the file of witnesses; without one there are none.
func LeerTestigos(path string) (all []Testigo, err error) {
	if path == "" {
		return nil, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	known, err := verify.ParseWitnesses(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	client := &http.Client{Timeout: witnessTimeout, CheckRedirect: func(*http.Request, []*http.Request) error {
		return errors.New("a witness does not send elsewhere")
	}}
	for _, w := range known {
		u, err := url.Parse(w.URL)
		if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
			return nil, fmt.Errorf("%s: %q is not the address of %s; write for example https://testigo.example.org", path, w.URL, w.Name)
		}
		all = append(all, httpWitness{w, client})
	}
	return all, nil
}

// Testigo implements Testigo.
func (t httpWitness) Testigo() verify.Witness { return t.Witness }

// Preguntar implements Testigo.
func (t httpWitness) Preguntar(ctx context.Context, question []byte) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimSuffix(t.URL, "/")+"/add-checkpoint", bytes.NewReader(question))
	if err != nil {
		return nil, err
	}
	res, err := t.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	said, err := io.ReadAll(io.LimitReader(res.Body, maxWitnessSaid))
	switch {
	case err != nil:
		return nil, err
	case res.StatusCode == http.StatusOK:
		return said, nil
	case res.StatusCode == http.StatusConflict && res.Header.Get("Content-Type") == "text/x.tlog.size":
		size, err := strconv.ParseInt(strings.TrimSuffix(string(said), "\n"), 10, 64)
		if err != nil || size < 0 {
			return nil, errors.New("it answers with a size that is no number")
		}
		return nil, Conoce{Entradas: size}
	}
	return nil, fmt.Errorf("it answers %s", res.Status)
}
