package verificable

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"strings"

	"github.com/carpeta-ciudadana/servidor/internal/ground/terminal"
)

// abierto is a file of which every byte was accounted for, but those of the document.
type abierto struct {
	partes    map[string][]byte
	documento Documento
	bytes     *io.SectionReader
}

// abrir parses the local headers from the beginning, writes again what stands around the document, and refuses the file
// unless the bytes are equal. So its directory has the same entries, and no other program sees others.
func abrir(r io.ReaderAt, tamano int64) (abierto, error) {
	a := abierto{partes: map[string][]byte{}}
	es, at, err := a.entradas(r, tamano)
	if err != nil {
		return a, err
	}
	antes, despues := marco(es)
	if int64(len(antes)) != at || tamano-at-a.documento.Tamano != int64(len(despues)) {
		return a, rechazo(ArchivoDanado, "the file has %d bytes behind the document, want %d", tamano-at-a.documento.Tamano, len(despues))
	}
	for _, trozo := range []struct {
		de     string
		at     int64
		quiere []byte
	}{{"before", 0, antes}, {"behind", at + a.documento.Tamano, despues}} {
		hay := make([]byte, len(trozo.quiere))
		if _, err := io.ReadFull(io.NewSectionReader(r, trozo.at, int64(len(hay))), hay); err != nil {
			return a, rechazo(ArchivoDanado, "the file cannot be read: %v", err)
		}
		if i := distinto(hay, trozo.quiere); i >= 0 {
			return a, rechazo(ArchivoDanado, "byte %d, %s the document, is not what the one form of the file has", trozo.at+int64(i), trozo.de)
		}
	}
	a.bytes = io.NewSectionReader(r, at, a.documento.Tamano)
	return a, nil
}

// entradas reads the entries up to the document's bytes, which begin at the place that it returns.
func (a *abierto) entradas(r io.ReaderAt, tamano int64) (es []entrada, at int64, err error) {
	for {
		e, sigue, err := cabecera(r, at, tamano)
		if err != nil {
			return nil, 0, err
		}
		if err := a.esperada(e.nombre); err != nil {
			return nil, 0, err
		}
		at = sigue
		if nombre, ok := strings.CutPrefix(e.nombre, carpetaDelZip); ok {
			a.documento = Documento{nombre, int64(e.tamano), e.crc}
			return append(es, e), at, a.faltan()
		}
		if e.tamano > maxParte {
			return nil, 0, rechazo(ArchivoDanado, "%s has %d bytes, at most %d are read", e.nombre, e.tamano, maxParte)
		}
		e.contenido = make([]byte, e.tamano)
		if _, err := io.ReadFull(io.NewSectionReader(r, at, int64(e.tamano)), e.contenido); err != nil {
			return nil, 0, rechazo(ArchivoDanado, "the file ends in %s", e.nombre)
		}
		e.crc = crc32.ChecksumIEEE(e.contenido)
		a.partes[e.nombre] = e.contenido
		if err := a.fija(e); err != nil {
			return nil, 0, err
		}
		es, at = append(es, e), at+int64(e.tamano)
	}
}

// cabecera reads the header of an entry, and where its content begins. abrir compares it afterwards with the one form;
// here is what names what is wrong.
func cabecera(r io.ReaderAt, at, tamano int64) (e entrada, sigue int64, err error) {
	var h [largoLocal]byte
	n, _ := r.ReadAt(h[:], at)
	if at == 0 && binary.LittleEndian.Uint32(h[:]) != firmaLocal {
		return e, 0, rechazo(NoEsVerificable, "the file is no ZIP")
	}
	if n < len(h) {
		return e, 0, rechazo(ArchivoDanado, "the file ends where an entry should begin, at byte %d", at)
	}
	le := binary.LittleEndian
	switch {
	case le.Uint32(h[:]) == firmaCentral:
		return e, 0, rechazo(FaltaParte, "there is no document behind the other entries")
	case le.Uint32(h[:]) != firmaLocal:
		return e, 0, rechazo(ArchivoDanado, "no entry of a ZIP begins at byte %d", at)
	}
	nombre := make([]byte, le.Uint16(h[26:]))
	if len(nombre) > len(carpetaDelZip)+maxNombre {
		return e, 0, rechazo(SobraParte, "the name of an entry has %d bytes", len(nombre))
	}
	if n, _ := r.ReadAt(nombre, at+largoLocal); n < len(nombre) {
		return e, 0, rechazo(ArchivoDanado, "the file ends in the name of an entry")
	}
	e = entrada{nombre: string(nombre), crc: le.Uint32(h[14:]), tamano: le.Uint32(h[22:])}
	switch {
	case le.Uint16(h[8:]) != 0:
		return e, 0, rechazo(ArchivoDanado, "%q is compressed: entries are stored as they are", e.nombre)
	case le.Uint16(h[28:]) != 0:
		return e, 0, rechazo(ArchivoDanado, "%q has an extra field", e.nombre)
	}
	sigue = at + largoLocal + int64(len(nombre))
	if sigue+int64(e.tamano) > tamano {
		return e, 0, rechazo(ArchivoDanado, "the file ends in %q", e.nombre)
	}
	return e, sigue, nil
}

// esperada refuses an entry that has no place behind those that were read.
func (a *abierto) esperada(nombre string) error {
	if n, ok := strings.CutPrefix(nombre, carpetaDelZip); ok {
		if err := revisarNombre(n); err != nil {
			return rechazo(SobraParte, "%v", err)
		}
		return nil
	}
	i := slices.Index(partes, nombre)
	switch {
	case len(a.partes) == 0 && nombre != parteTipo:
		return rechazo(NoEsVerificable, "the first entry is not %s", parteTipo)
	case i < 0:
		return rechazo(SobraParte, "%q has no place in the file", nombre)
	case a.partes[nombre] != nil:
		return rechazo(SobraParte, "%s is there twice", nombre)
	}
	for _, despues := range partes[i+1:] {
		if a.partes[despues] != nil {
			return rechazo(ArchivoDanado, "%s stands behind %s", nombre, despues)
		}
	}
	return nil
}

// fija refuses a part whose bytes a version fixes, and a version that is not known: another one may have other parts.
func (a *abierto) fija(e entrada) error {
	tipo := string(a.partes[parteTipo])
	switch {
	case e.nombre == parteTipo && strings.HasPrefix(tipo, TipoMedio+marcaVersion) && tipo != tipoDeDos:
		return rechazo(VersionDesconocida, "the media type is %s: this program reads versions 1 and 2", tipo)
	case e.nombre == parteTipo && tipo != tipoDeUno && tipo != tipoDeDos:
		return rechazo(NoEsVerificable, "the media type is another one")
	case e.nombre == parteLeame && (tipo == tipoDeUno || !bytes.Equal(e.contenido, leame)):
		return rechazo(SobraParte, "%s is not that of the version", parteLeame)
	}
	return nil
}

// faltan refuses a file without one of the parts that each of its version has.
func (a *abierto) faltan() error {
	for _, nombre := range []string{parteTipo, parteLeame, parteDeclaracion, parteFirma, parteLlave} {
		if a.partes[nombre] == nil && (nombre != parteLeame || string(a.partes[parteTipo]) == tipoDeDos) {
			return rechazo(FaltaParte, "there is no %s", nombre)
		}
	}
	if (a.partes[parteEmision] == nil) != (a.partes[partePrueba] == nil) {
		return rechazo(FaltaParte, "%s and %s prove something together only", parteEmision, partePrueba)
	}
	return nil
}

// comprobarBytes reads the document: it has to be the one that the statement names.
func (a abierto) comprobarBytes(hash string) error {
	sum, crc := sha256.New(), crc32.NewIEEE()
	n, err := io.CopyBuffer(io.MultiWriter(sum, crc), a.bytes, make([]byte, maxParte))
	switch {
	case err != nil || n != a.documento.Tamano:
		return rechazo(ArchivoDanado, "the document cannot be read to its end: %v", err)
	case fmt.Sprintf("%x", sum.Sum(nil)) != hash:
		return rechazo(DocumentoCambiado, "the document has the SHA-256 %x, the statement says %s", sum.Sum(nil), hash)
	case crc.Sum32() != a.documento.CRC32:
		return rechazo(ArchivoDanado, "the document's CRC-32 is another one")
	}
	return nil
}

// distinto is the first place where two texts of one length differ; -1 if they do not.
func distinto(a, b []byte) int {
	if bytes.Equal(a, b) {
		return -1
	}
	for i := range a {
		if a[i] != b[i] {
			return i
		}
	}
	return -1
}

// Rechazo says why a file proves nothing.
type Rechazo struct {
	Codigo  Codigo
	Detalle string // for a specialist, in English
}

func (r *Rechazo) Error() string { return string(r.Codigo) + ": " + r.Detalle }

func rechazo(c Codigo, formato string, args ...any) *Rechazo {
	return &Rechazo{c, terminal.Safe(fmt.Sprintf(formato, args...))} // names are of whoever made the file
}

// Codigo is which part of a file is wrong.
type Codigo string

// The codes.
const (
	NoEsVerificable    Codigo = "NO_ES_VERIFICABLE"  // another kind of file
	VersionDesconocida Codigo = "VERSION"            // a version of the file that this program does not know
	ArchivoDanado      Codigo = "ARCHIVO_DANADO"     // cut, or its structure was changed
	FaltaParte         Codigo = "FALTA_PARTE"        // an entry is missing
	SobraParte         Codigo = "SOBRA_PARTE"        // an entry has no place in it
	DeclaracionMala    Codigo = "DECLARACION"        // no statement of version 1 or 2 in its one form
	LlaveMala          Codigo = "LLAVE"              // no public key
	FirmaMala          Codigo = "FIRMA"              // the key did not sign this statement
	TitularMalo        Codigo = "TITULAR"            // not the person whom the statement binds
	DocumentoCambiado  Codigo = "DOCUMENTO_CAMBIADO" // not the bytes that the statement names
	EmisionMala        Codigo = "EMISION"            // the sealed fact is of something else
	PruebaMala         Codigo = "PRUEBA"             // no log of those that are trusted holds it
	EstadoMalo         Codigo = "ESTADO"             // the reference is not the one that was sealed
	SinEmision         Codigo = "SIN_EMISION"        // no sealed fact, and every document of the issuer has one
	ListaMala          Codigo = "LISTA"              // a status list that says nothing of this document
)
