package rest

import (
	"encoding/json"
	"strings"
)

// The media types of exports.
const (
	csvMedia   = "text/csv"
	linesMedia = "application/jsonl"
)

// format is how an export is written.
type format struct {
	suffix, parameters string
	title              func() []byte
	row                func(to []byte, e event) ([]byte, error)
}

var formats = map[string]format{
	csvMedia:   {"csv", "; charset=utf-8; header=present", func() []byte { return cells(nil, columns) }, csvRow},
	linesMedia: {"jsonl", "", func() []byte { return nil }, line},
}

func line(to []byte, e event) ([]byte, error) {
	text, err := json.Marshal(e)
	return append(append(to, text...), '\n'), err
}

// columns of the CSV, named as the members of JSON.
var columns = []string{
	"event_id", "event_type", "service", "correlation_id", "event_timestamp", "outcome", "severity", "resource_type", "resource_id",
	"actor_type", "actor_id", "event_data", "actor_operador_id", "actor_entidad_id", "on_behalf_of", "purpose", "legal_basis",
	"operador_id", "carpeta_id", "documento_id", "ingest_sequence", "cursor",
}

func csvRow(to []byte, e event) ([]byte, error) {
	data, err := json.Marshal(e.EventData)
	return cells(to, []string{
		e.EventID, e.EventType, e.Service, e.CorrelationID, e.EventTimestamp, e.Outcome, e.Severity, e.ResourceType, e.ResourceID,
		e.ActorType, e.ActorID, string(data), e.ActorOperadorID, e.ActorEntidadID, e.OnBehalfOf, e.Purpose, e.LegalBasis,
		e.OperadorID, e.CarpetaID, e.DocumentoID, e.IngestSequence, e.Cursor,
	}), err
}

// cells appends a record of RFC 4180.
func cells(to []byte, texts []string) []byte {
	for i, text := range texts {
		if i > 0 {
			to = append(to, ',')
		}
		to = cell(to, text)
	}
	return append(to, "\r\n"...)
}

// formula begins what a spreadsheet would run.
const formula = "=+-@\t\r\n＝＋－＠"

// cell is a text that stays a text where it is opened, quoted if it has to be.
func cell(to []byte, text string) []byte {
	text = inert(text)
	if !strings.ContainsAny(text, ",;\t\"\r\n'") {
		return append(to, text...)
	}
	to = append(to, '"')
	to = append(to, strings.ReplaceAll(text, `"`, `""`)...)
	return append(to, '"')
}

// inert gives what looks like a formula an apostrophe, as OWASP advises. Where commas are in numbers, as in Colombia, a
// spreadsheet divides a line at semicolons, whatever quotes say of commas: behind one a cell begins too.
func inert(text string) string {
	if !strings.ContainsAny(text, formula) {
		return text
	}
	var b strings.Builder
	begins := true
	for _, c := range text {
		if begins && strings.ContainsRune(formula, c) {
			b.WriteByte('\'')
		}
		b.WriteRune(c)
		begins = strings.ContainsRune(";\t\r\n", c) || begins && (c == ' ' || c == '"')
	}
	return b.String()
}
