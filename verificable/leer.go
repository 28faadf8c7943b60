package verificable

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"regexp"
	"time"
)

// declaracionJSON are the members of both versions.
type declaracionJSON struct {
	CiudadanoID   string       `json:"ciudadanoId"`
	FechaEmision  string       `json:"fechaEmision"`
	HashDocumento string       `json:"hashDocumento"`
	Numero        string       `json:"numero"`
	ReemplazaA    string       `json:"reemplazaA"`
	TipoDocumento string       `json:"tipoDocumento"`
	Titular       string       `json:"titular"`
	Titulo        string       `json:"titulo"`
	Version       int          `json:"v"`
	Vigencia      vigenciaJSON `json:"vigencia"`
}

type vigenciaJSON struct {
	Desde string `json:"desde"`
	Hasta string `json:"hasta"`
}

// LeerDeclaracion reads the signed bytes of a statement. There is one form of each: what it reads, Bytes would write byte
// for byte. So a member of the other version, an unknown one, and one that comes twice, are refused.
func LeerDeclaracion(b []byte) (Declaracion, error) {
	var j declaracionJSON
	if err := json.Unmarshal(b, &j); err != nil {
		return Declaracion{}, errors.New("statement: not the JSON of a statement")
	}
	d := Declaracion{
		Version: j.Version, CiudadanoID: j.CiudadanoID, HashDocumento: j.HashDocumento, TipoDocumento: j.TipoDocumento, Titulo: j.Titulo,
		FechaEmision: j.FechaEmision, Titular: j.Titular, Numero: j.Numero, Vigencia: Vigencia(j.Vigencia), ReemplazaA: j.ReemplazaA,
	}
	if d.Version == 0 {
		d.Version = 1 // which does not name itself
	}
	if !bytes.Equal(d.Bytes(), b) {
		return Declaracion{}, errors.New("statement: not in the one form of its version")
	}
	return d, d.revisar()
}

var (
	formaHash  = regexp.MustCompile(`^[0-9a-f]{64}$`)
	formaSello = regexp.MustCompile(`^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$`) // 32 bytes leave two bits of the last letter over
)

// revisar refuses what no issuer may state.
func (d Declaracion) revisar() error {
	switch {
	case !formaHash.MatchString(d.HashDocumento):
		return errors.New("statement: hashDocumento is not a SHA-256 in hexadecimal")
	case d.TipoDocumento == "" || d.Titulo == "":
		return errors.New("statement: no tipoDocumento, or no titulo")
	case d.Version == 1 && d.CiudadanoID == "":
		return errors.New("statement: version 1 without ciudadanoId")
	case d.Version == 1:
		return nil
	case d.Version != 2:
		return errors.New("statement: of an unknown version")
	case !esDia(d.FechaEmision):
		return errors.New("statement: fechaEmision is not a day such as 2026-05-03")
	case !formaSello.MatchString(d.Titular):
		return errors.New("statement: titular is not an HMAC-SHA256 in base64url")
	}
	return d.Vigencia.revisar()
}

func (v Vigencia) revisar() error {
	switch {
	case v.Desde != "" && !esDia(v.Desde), v.Hasta != "" && !esDia(v.Hasta):
		return errors.New("statement: an end of vigencia is not a day such as 2026-05-03")
	case v.Desde != "" && v.Hasta != "" && v.Desde > v.Hasta:
		return errors.New("statement: vigencia ends before it begins")
	}
	return nil
}

func esDia(t string) bool {
	d, err := time.Parse(time.DateOnly, t)
	return err == nil && d.Year() > 0
}

// Bytes are the holder as a file discloses them: canonical JSON (RFC 8785).
func (t Titular) Bytes() []byte {
	return objeto(texto("ciudadanoId", t.CiudadanoID), texto("nombre", t.Nombre), texto("sal", base64.RawURLEncoding.EncodeToString(t.Sal)))
}

const (
	minSal = 16
	maxSal = 64
)

// LeerTitular reads what Bytes writes.
func LeerTitular(b []byte) (Titular, error) {
	var j struct{ CiudadanoID, Nombre, Sal string }
	if err := json.Unmarshal(b, &j); err != nil {
		return Titular{}, errors.New("holder: not the JSON of a holder")
	}
	sal, err := base64.RawURLEncoding.DecodeString(j.Sal)
	t := Titular{CiudadanoID: j.CiudadanoID, Nombre: j.Nombre, Sal: sal}
	if err != nil || !bytes.Equal(t.Bytes(), b) {
		return Titular{}, errors.New("holder: not in its one form")
	}
	if t.CiudadanoID == "" || t.Nombre == "" || len(sal) < minSal || len(sal) > maxSal {
		return Titular{}, errors.New("holder: want ciudadanoId, nombre, and a salt of 16 to 64 bytes")
	}
	return t, nil
}
