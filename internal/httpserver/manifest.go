package httpserver

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
)

// Manifest holds the documents that an application was built with.
type Manifest struct {
	byID  map[string]string
	texts map[string]bool
}

// Len is the number of documents.
func (m Manifest) Len() int { return len(m.byID) }

const apolloFormat = "apollo-persisted-query-manifest"

// LoadManifest reads the file that a client's build writes: Apollo's
// (generate-persisted-query-manifest, version 1) or Relay's, an object of id to text.
func LoadManifest(file string) (Manifest, error) {
	raw, err := os.ReadFile(file)
	if err != nil {
		return Manifest{}, err
	}
	m, err := parseManifest(raw)
	if err != nil {
		return Manifest{}, fmt.Errorf("%s: %w: give the manifest of Apollo's generate-persisted-query-manifest, or the one of Relay's compiler", file, err)
	}
	return m, nil
}

func parseManifest(raw []byte) (Manifest, error) {
	var apollo struct {
		Format     string
		Version    int
		Operations []struct{ ID, Body string }
	}
	byID := map[string]string{}
	switch err := json.Unmarshal(raw, &apollo); {
	case err == nil && apollo.Format == apolloFormat && apollo.Version == 1:
		for _, op := range apollo.Operations {
			byID[op.ID] = op.Body
		}
	case json.Unmarshal(raw, &byID) != nil:
		return Manifest{}, errors.New("not a manifest of a known format")
	}
	m := Manifest{byID: byID, texts: map[string]bool{}}
	for id, text := range byID {
		if id == "" || text == "" {
			return Manifest{}, errors.New("an operation without id or text")
		}
		m.texts[text] = true
	}
	if len(byID) == 0 {
		return Manifest{}, errors.New("no operations in it")
	}
	return m, nil
}
