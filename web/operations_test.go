package web_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"github.com/carpeta-ciudadana/servidor/web"
)

// A page names an operation by its hash: the server has to find the very text from which it was made.
func TestOperationsOfThePages(t *testing.T) {
	schema, err := gqlparser.LoadSchema(sources(t, "../schema/*.graphqls")...)
	if err != nil {
		t.Fatal(err)
	}
	operations := web.Operations()
	files, err := filepath.Glob("app/src/*/*/generado/persisted-documents.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(files, "app/src/shared/generado/persisted-documents.json", "packages/cliente/src/generado/persisted-documents.json") {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		byHash := map[string]string{}
		if err := json.Unmarshal(raw, &byHash); err != nil {
			t.Fatal(err)
		}
		for hash, text := range byHash {
			if sum := sha256.Sum256([]byte(text)); hex.EncodeToString(sum[:]) != hash {
				t.Errorf("%s: %s is not the hash of its text", file, hash)
			}
			if !slices.Contains(operations, text) {
				t.Errorf("%s: the program does not know %s", file, hash)
			}
		}
	}
	for _, text := range operations {
		query, errs := gqlparser.LoadQueryWithRules(schema, text, rules.NewDefaultRules())
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		for _, operation := range query.Operations {
			isComplete(t, operation.Name, operation.Operation == ast.Subscription, operation.SelectionSet)
		}
		for _, fragment := range query.Fragments {
			isComplete(t, fragment.Name, false, fragment.SelectionSet)
		}
	}
}

// isComplete: what is named by its hash comes as it is written, so it has to ask for the types itself. The page's cache
// finds nothing without them. A subscription has one field, and no type beside it.
func isComplete(t *testing.T, name string, isRootOfOne bool, set ast.SelectionSet) {
	t.Helper()
	asks := isRootOfOne
	for _, selection := range set {
		switch selection := selection.(type) {
		case *ast.Field:
			asks = asks || selection.Name == "__typename"
			if len(selection.SelectionSet) > 0 {
				isComplete(t, name, false, selection.SelectionSet)
			}
		case *ast.InlineFragment:
			isComplete(t, name, false, selection.SelectionSet)
		}
	}
	if !asks {
		t.Errorf("%s does not ask for __typename everywhere", name)
	}
}
