package e2e_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// globalID is a global id as a client that looked into one would forge it.
func globalID(typeName string, keys ...string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(typeName + ":" + strings.Join(keys, ":")))
}

func endCursorOf(t *testing.T, c serverkit.Client, carpetaID string, v obj) string {
	t.Helper()
	v["first"] = 3
	return *queryPage(t, c, carpetaID, v).Carpeta.Documentos.PageInfo.EndCursor
}
