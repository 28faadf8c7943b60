package web

import (
	_ "embed" // the manifests
	"encoding/json"
	"maps"
	"slices"
)

// What the application may ask, as GraphQL Code Generator wrote it down (make generate): an object of hash to text.
var (
	//go:embed packages/cliente/src/generado/persisted-documents.json
	ofTheKit []byte
	//go:embed app/src/shared/generado/persisted-documents.json
	ofCitizens []byte
	//go:embed app/src/features/operador/generado/persisted-documents.json
	ofTheConsole []byte
)

// Operations are the texts of all that the application and its console ask. A server that runs trusted documents only
// has to know them: the pages send their hashes.
func Operations() []string {
	all := map[string]string{}
	for _, manifest := range [][]byte{ofTheKit, ofCitizens, ofTheConsole} {
		if err := json.Unmarshal(manifest, &all); err != nil {
			panic(err) // the files are part of the program, and a test reads them
		}
	}
	return slices.Sorted(maps.Values(all))
}
