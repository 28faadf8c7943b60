package main

import (
	"net/http/httptest"
	"strings"
	"testing"
)

func TestWhatIsPaidForAtAnObjectStore(t *testing.T) {
	for what, want := range map[string]string{
		"GET /b/a": "GET", "HEAD /b/a": "HEAD", "PUT /b/a?partNumber=1": "PUT", "GET /b/?list-type=2&prefix=a": "LIST", "GET /b/?versions&prefix=a": "LIST", "POST /b/?delete": "DELETE",
		"DELETE /b/a?versionId=1": "DELETE", "POST /b/a?uploads": "POST",
	} {
		method, target, _ := strings.Cut(what, " ")
		if got := s3Kind(httptest.NewRequestWithContext(t.Context(), method, target, nil)); got != want {
			t.Errorf("%s is a %s, want %s", what, got, want)
		}
	}
}
