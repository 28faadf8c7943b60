package dynamostore

import (
	"errors"
	"slices"
)

// flatRow is a list's row as the answer has it, without maps: what rowFrom asks for, name beside
// value. It is used again for the next row, and so are the texts that the two have in common.
type flatRow struct{ attributes []flatAttribute }

type flatAttribute struct{ name, kind, value string }

// rowNames are the names that a row keeps, by themselves: so a name that was read costs no new string.
var rowNames = func() map[string]string {
	names := map[string]string{aCarpetaID: aCarpetaID, aDocumentoID: aDocumentoID}
	for _, n := range rowAttributes {
		names[n] = n
	}
	return names
}()

// read takes the next row. An attribute that rows do not have is left out: an index carries its keys too.
func (f *flatRow) read(a answerReader) error {
	f.attributes = f.attributes[:0]
	return a.object(func(name []byte) error {
		known, found := rowNames[string(name)]
		if !found {
			return a.skip()
		}
		return a.object(func(kind []byte) (err error) {
			v := flatAttribute{name: known, kind: scalarKind(kind)}
			v.value, err = a.textAs(f.before(known))
			f.attributes = append(f.attributes, v)
			return err
		})
	})
}

// before is the value that the row before had in this place, if it was of the same attribute: the service keeps an order.
func (f *flatRow) before(name string) string {
	if n := len(f.attributes); n < cap(f.attributes) {
		if old := f.attributes[:n+1][n]; old.name == name {
			return old.value
		}
	}
	return ""
}

func scalarKind(kind []byte) string {
	switch string(kind) {
	case "S":
		return "S"
	case "N":
		return "N"
	case "BOOL":
		return "BOOL"
	}
	return ""
}

var errKind = errors.New("unexpected type")

// scalar is an attribute's value, empty if it is not there.
func (f *flatRow) scalar(name, kind string) (string, error) {
	for i := range slices.Backward(f.attributes) { // as in a map, the last one holds
		if a := &f.attributes[i]; a.name == name {
			if a.kind != kind {
				return "", errKind
			}
			return a.value, nil
		}
	}
	return "", nil
}
