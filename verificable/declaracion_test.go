package verificable_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/carpeta-ciudadana/servidor/verificable"
)

const hash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"

var titular = verificable.Titular{CiudadanoID: "1020304050", Nombre: "María Gómez", Sal: []byte("0123456789abcdef")}

// The bytes are a promise to issuers: one byte more, and no signature fits.
func TestTheSignedBytes(t *testing.T) {
	for name, c := range map[string]struct {
		d    interface{ Bytes() []byte }
		want string
	}{
		"version 1": {verificable.Declaracion{Version: 1, CiudadanoID: "1020304050", HashDocumento: hash, TipoDocumento: "DIPLOMA", Titulo: "Acta \"1\"\n"},
			`{"ciudadanoId":"1020304050","hashDocumento":"` + hash + `","tipoDocumento":"DIPLOMA","titulo":"Acta \"1\"\n"}`},
		"version 2": {verificable.Declaracion{Version: 2, HashDocumento: hash, TipoDocumento: "DIPLOMA", Titulo: "Diploma de Ingeniería", FechaEmision: "2026-05-03",
			Titular: titular.Sello(), Numero: "A-17", ReemplazaA: "019e0000-0000-7000-8000-000000000001", Vigencia: verificable.Vigencia{Desde: "2026-05-03", Hasta: "2031-05-03"}},
			`{"fechaEmision":"2026-05-03","hashDocumento":"` + hash + `","numero":"A-17","reemplazaA":"019e0000-0000-7000-8000-000000000001",` +
				`"tipoDocumento":"DIPLOMA","titular":"` + titular.Sello() + `","titulo":"Diploma de Ingeniería","v":2,"vigencia":{"desde":"2026-05-03","hasta":"2031-05-03"}}`},
		"version 2, the least": {verificable.Declaracion{Version: 2, HashDocumento: hash, TipoDocumento: "OTRO", Titulo: "T", FechaEmision: "1998-12-01", Titular: "x",
			Vigencia: verificable.Vigencia{Hasta: "1999-12-01"}},
			`{"fechaEmision":"1998-12-01","hashDocumento":"` + hash + `","tipoDocumento":"OTRO","titular":"x","titulo":"T","v":2,"vigencia":{"hasta":"1999-12-01"}}`},
		"revocation": {verificable.Revocacion{EntregaID: "019e0000-0000-7000-8000-000000000001", Motivo: "El título no corresponde."},
			`{"motivo":"El título no corresponde.","revoca":"019e0000-0000-7000-8000-000000000001","v":2}`},
	} {
		if got := string(c.d.Bytes()); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", name, got, c.want)
		}
		if !json.Valid(c.d.Bytes()) {
			t.Errorf("%s: no JSON", name)
		}
	}
}

// The person is bound by the salt, the name and the id: another one of them is another person.
func TestTheHolder(t *testing.T) {
	// HMAC-SHA256 under "0123456789abcdef" of {"ciudadanoId":"1020304050","nombre":"María Gómez"}.
	if got := titular.Sello(); got != "UiFra_Hx-DY9TqfSPtHHQwWf6Q_OSoV90gv1FGEnOX8" {
		t.Errorf("got %s", got)
	}
	for name, o := range map[string]verificable.Titular{
		"id":   {CiudadanoID: "1020304051", Nombre: titular.Nombre, Sal: titular.Sal},
		"name": {CiudadanoID: titular.CiudadanoID, Nombre: "Maria Gómez", Sal: titular.Sal},
		"salt": {CiudadanoID: titular.CiudadanoID, Nombre: titular.Nombre, Sal: bytes.Repeat([]byte{1}, 16)},
	} {
		if o.Sello() == titular.Sello() {
			t.Errorf("another %s, and the same person", name)
		}
	}
}
