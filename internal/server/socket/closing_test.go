package socket_test

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/server/socket"
)

// TestCloseCodesAreDocumented: docs/errores.md has a row for each, and no other.
func TestCloseCodesAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../../../docs/errores.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "<!-- closings -->")
	table, _, _ = strings.Cut(table, "<!-- /closings -->")
	var codes []int
	for _, row := range regexp.MustCompile(`(?m)^\| (\d+) \|`).FindAllStringSubmatch(table, -1) {
		code, err := strconv.Atoi(row[1])
		if err != nil {
			t.Fatal(err)
		}
		codes = append(codes, code)
	}
	if !slices.Equal(codes, socket.CloseCodes()) {
		t.Errorf("documented %v, used %v", codes, socket.CloseCodes())
	}
}

// TestReasonsFit: a close frame has room for 123 bytes. The library sends 1011 in place of a longer one.
func TestReasonsFit(t *testing.T) {
	for _, id := range []string{"", "1", strings.Repeat("x", 64), strings.Repeat("x", 128), strings.Repeat("ñ", 64)} {
		for _, reason := range socket.Reasons(id) {
			if len(reason) > 123 {
				t.Errorf("%d bytes: %s", len(reason), reason)
			}
		}
	}
}
