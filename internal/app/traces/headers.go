package traces

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"net/textproto"
	"os"
	"strings"
)

// maxHeaders of a file are read.
const maxHeaders = 16 << 10

// readHeaders reads the header fields with which a collector knows its senders, one a line: "Authorization: Bearer …".
// A name of "" has none. Errors say nothing of the lines: they are secrets.
func readHeaders(name string) (http.Header, error) {
	if name == "" {
		return nil, nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("CARPETA_TRAZAS_CABECERAS: %w", err)
	}
	defer func() { _ = file.Close() }()
	lines := io.MultiReader(io.LimitReader(file, maxHeaders), strings.NewReader("\n\n")) // the last line may have no end
	fields, err := textproto.NewReader(bufio.NewReader(lines)).ReadMIMEHeader()
	if err != nil || len(fields) == 0 {
		return nil, fmt.Errorf("CARPETA_TRAZAS_CABECERAS: %s has no header fields; write one a line, as Name: value", name)
	}
	return http.Header(fields), nil
}
