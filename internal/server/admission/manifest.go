package admission

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
)

// Manifest holds the documents that an application was built with, each under its
// own id and under its SHA-256, which Apollo's clients name any document by.
type Manifest struct {
	byID  map[string]string
	texts map[string]bool
}

// Len is the number of documents.
func (m Manifest) Len() int { return len(m.texts) }

// With is the manifest with these documents added, known by their hash.
func (m Manifest) With(texts ...string) Manifest {
	with := Manifest{byID: map[string]string{}, texts: map[string]bool{}}
	maps.Copy(with.byID, m.byID)
	maps.Copy(with.texts, m.texts)
	for _, text := range texts {
		with.texts[text] = true
		if _, taken := with.byID[hashOf(text)]; !taken {
			with.byID[hashOf(text)] = text
		}
	}
	return with
}

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
	for id, text := range byID {
		if id == "" || text == "" {
			return Manifest{}, errors.New("an operation without id or text")
		}
	}
	if len(byID) == 0 {
		return Manifest{}, errors.New("no operations in it")
	}
	return Manifest{byID: byID}.With(slices.Collect(maps.Values(byID))...), nil
}

// hashOf is what Apollo's clients call a document.
func hashOf(query string) string {
	sum := sha256.Sum256([]byte(query))
	return hex.EncodeToString(sum[:])
}
