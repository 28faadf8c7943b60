package dynamostore

import (
	"errors"
	"strconv"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/field"
)

// rowFields are the fields of a list's row; the first two are its key.
var rowFields = append([]field.Of[documento.Fila]{
	field.Text(aCarpetaID, func(f *documento.Fila) *string { return &f.CarpetaID }),
	field.Text(aDocumentoID, func(f *documento.Fila) *string { return &f.DocumentoID }),
}, documento.CamposDeFila...)

var rowFieldOf = func() map[string]*field.Of[documento.Fila] {
	fields := map[string]*field.Of[documento.Fila]{}
	for i := range rowFields {
		fields[rowFields[i].Name] = &rowFields[i]
	}
	return fields
}()

// rowAttributes are the attributes of a list row besides the keys.
var rowAttributes = func() (names []string) {
	for _, f := range documento.CamposDeFila {
		names = append(names, f.Name)
	}
	return names
}()

func rowOf(i item) (f documento.Fila, err error) {
	err = readFields(i, rowFields, &f)
	return f, err
}

// rowReader reads the rows of an answer, without maps. Texts that a row has in common with the one before are read once.
type rowReader struct {
	row, before documento.Fila
	inBin       bool
}

var errKind = errors.New("unexpected type")

// read takes the next row; not kept is one of the bin, which stands among the others in the table. An attribute that
// rows do not have is left out: an index carries its keys too.
func (r *rowReader) read(a answerReader) (row documento.Fila, kept bool, err error) {
	r.row, r.before, r.inBin = documento.Fila{}, r.row, false
	err = a.object(func(name []byte) error {
		f, known := rowFieldOf[string(name)]
		if !known {
			r.inBin = r.inBin || string(name) == aBin
			return a.skip()
		}
		return a.object(func(kind []byte) error {
			v, err := a.scalar()
			if err != nil {
				return err
			}
			return r.set(f, string(kind), v)
		})
	})
	return r.row, !r.inBin, err
}

func (r *rowReader) set(f *field.Of[documento.Fila], kind string, v []byte) (err error) {
	switch {
	case f.Text != nil && kind == "S":
		*f.Text(&r.row) = same(v, *f.Text(&r.before))
	case f.Number != nil && kind == "N":
		*f.Number(&r.row), err = strconv.ParseInt(string(v), 10, 64)
	case f.Truth != nil && kind == "BOOL":
		*f.Truth(&r.row) = string(v) == "true"
	case f.Time != nil && kind == "S":
		*f.Time(&r.row), err = dateOf(string(v))
	default:
		err = errKind
	}
	return err
}
