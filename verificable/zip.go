package verificable

import (
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// TipoMedio is the media type of the file. The first entry has it, with the version behind it; version 1 names none.
	TipoMedio = "application/vnd.carpeta-ciudadana.documento+zip"
	// Extension ends the name of the file.
	Extension = ".verificable.zip"

	maxParte      = 64 << 10 // bytes of an entry, the document's apart
	maxNombre     = 200      // bytes of the document's file name
	carpetaDelZip = "documento/"

	marcaVersion = ";version="
	tipoDeUno    = TipoMedio
	tipoDeDos    = TipoMedio + marcaVersion + "2" // the one that is written
)

// leame tells a person what the file is. Its bytes belong to version 2: a change of them is a version 3.
//
//go:embed LEAME.html
var leame []byte

// The entries beside the document, by their names in the file.
const (
	parteTipo        = "mimetype"
	parteLeame       = "LEAME.html"
	parteDeclaracion = "declaracion.json"
	parteFirma       = "firma.jws"
	parteLlave       = "llave.json"
	parteEmision     = "emision.txt"
	partePrueba      = "prueba.txt"
	parteEstado      = "estado.json"
	parteTitular     = "titular.json"
)

// partes are in the order in which they stand in the file. The document is behind them.
var partes = []string{parteTipo, parteLeame, parteDeclaracion, parteFirma, parteLlave, parteEmision, partePrueba, parteEstado, parteTitular}

// Archivo is what a verifiable file holds. What is optional is nil.
type Archivo struct {
	Declaracion []byte   // as it was signed
	Firma       string   // compact, detached JWS over it
	Llave       []byte   // the issuer's public key, a JWK with its kid
	Emision     []byte   // sealed event `emision`, with its salt; optional, with Prueba
	Prueba      []byte   // where it is in the log (C2SP tlog-proof), with a checkpoint
	Estado      *Estado  // where its status is kept; optional
	Titular     *Titular // disclosed by choice; optional

	Documento Documento
}

// Documento is the certified file itself: its name says nothing that anybody signed.
type Documento struct {
	Nombre string
	Tamano int64
	CRC32  uint32 // IEEE, as ZIP has it
}

// Marco is what stands before and behind the document's bytes. With it a server knows the length of the whole, and can
// answer with any range of it.
func (a Archivo) Marco() (antes, despues []byte, err error) {
	if err := revisarNombre(a.Documento.Nombre); err != nil {
		return nil, nil, err
	}
	if a.Documento.Tamano < 0 || a.Documento.Tamano > maxTamano {
		return nil, nil, errors.New("the document does not fit a ZIP file of 4 GiB")
	}
	antes, despues = marco(a.entradas())
	return antes, despues, nil
}

// maxTamano leaves room for what is around the document: a ZIP without ZIP64 ends at 4 GiB.
const maxTamano = math.MaxUint32 - 1<<20

// Escribir writes the file.
func Escribir(w io.Writer, a Archivo, documento io.Reader) error {
	antes, despues, err := a.Marco()
	if err != nil {
		return err
	}
	if _, err := w.Write(antes); err != nil {
		return err
	}
	n, err := io.Copy(w, io.LimitReader(documento, a.Documento.Tamano+1))
	if err == nil && n != a.Documento.Tamano {
		err = errors.New("the document has another length than announced")
	}
	if err != nil {
		return err
	}
	_, err = w.Write(despues)
	return err
}

// entrada is one of the ZIP. The document's content is not in it.
type entrada struct {
	nombre    string
	contenido []byte
	crc       uint32
	tamano    uint32
}

func (a Archivo) entradas() []entrada {
	contenidos := map[string][]byte{
		parteTipo: []byte(tipoDeDos), parteLeame: leame, parteDeclaracion: a.Declaracion, parteFirma: []byte(a.Firma),
		parteLlave: a.Llave, parteEmision: a.Emision, partePrueba: a.Prueba,
	}
	if a.Estado != nil {
		contenidos[parteEstado] = a.Estado.Bytes()
	}
	if a.Titular != nil {
		contenidos[parteTitular] = a.Titular.Bytes()
	}
	var es []entrada
	for _, nombre := range partes {
		if c := contenidos[nombre]; c != nil {
			es = append(es, entrada{nombre, c, crc32.ChecksumIEEE(c), uint32(len(c))})
		}
	}
	return append(es, entrada{nombre: carpetaDelZip + a.Documento.Nombre, crc: a.Documento.CRC32, tamano: uint32(a.Documento.Tamano)})
}

// Of APPNOTE.TXT 6.3.10, the least that every program reads: no compression, no time, no extra field, no descriptor
// behind an entry, no comment.
const (
	firmaLocal   = 0x04034b50
	firmaCentral = 0x02014b50
	firmaFinal   = 0x06054b50
	largoLocal   = 30
	versionZip   = 20
	marcaUTF8    = 1 << 11
	diaZip       = 1<<5 | 1 // 1980-01-01, the first that there is
)

// marco writes everything but the content of the last entry.
func marco(es []entrada) (antes, despues []byte) {
	le := binary.LittleEndian
	var inicio uint32 // of the entry
	for _, e := range es {
		comun := le.AppendUint16(nil, versionZip)
		comun = le.AppendUint16(comun, marcaUTF8)
		comun = le.AppendUint16(comun, 0) // stored
		comun = le.AppendUint16(comun, 0)
		comun = le.AppendUint16(comun, diaZip)
		comun = le.AppendUint32(comun, e.crc)
		comun = le.AppendUint32(comun, e.tamano)
		comun = le.AppendUint32(comun, e.tamano)
		comun = le.AppendUint16(comun, uint16(len(e.nombre)))
		comun = le.AppendUint16(comun, 0)

		antes = append(le.AppendUint32(antes, firmaLocal), comun...)
		antes = append(append(antes, e.nombre...), e.contenido...)

		despues = le.AppendUint16(le.AppendUint32(despues, firmaCentral), versionZip)
		despues = append(despues, comun...)
		despues = append(despues, make([]byte, 10)...) // no comment, first disk, no attributes
		despues = append(le.AppendUint32(despues, inicio), e.nombre...)
		inicio += largoLocal + uint32(len(e.nombre)) + e.tamano
	}
	n, largo := uint16(len(es)), uint32(len(despues))
	despues = le.AppendUint32(despues, firmaFinal)
	despues = le.AppendUint32(despues, 0)
	despues = le.AppendUint16(le.AppendUint16(despues, n), n)
	despues = le.AppendUint32(le.AppendUint32(despues, largo), inicio)
	return antes, le.AppendUint16(despues, 0)
}

// revisarNombre: the name is that of a file in one folder, on every system.
func revisarNombre(nombre string) error {
	if nombre == "" || nombre == "." || nombre == ".." || len(nombre) > maxNombre || !utf8.ValidString(nombre) || strings.ContainsFunc(nombre, ajeno) {
		return fmt.Errorf("not the name of a file: %q", nombre)
	}
	return nil
}

// ajeno: what some system refuses in a name, what a terminal obeys (C0, C1), or what shows another name than there is
// (controls of direction).
func ajeno(r rune) bool {
	return unicode.IsControl(r) || strings.ContainsRune("/\\:*?\"<>|\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069", r)
}

// NombreDeArchivo makes a name that the file may have of one that somebody gave.
func NombreDeArchivo(nombre string) string {
	limpio := strings.Map(func(r rune) rune {
		if r == utf8.RuneError || ajeno(r) {
			return '_'
		}
		return r
	}, nombre)
	ext := path.Ext(limpio)
	if len(ext) > maxExtension {
		ext = ""
	}
	base := limpio[:len(limpio)-len(ext)]
	for len(base)+len(ext) > maxNombre {
		_, n := utf8.DecodeLastRuneInString(base)
		base = base[:len(base)-n]
	}
	if limpio = base + ext; strings.Trim(limpio, ".") == "" {
		return "documento"
	}
	return limpio
}

const maxExtension = 16 // bytes that stay of a name that is too long
