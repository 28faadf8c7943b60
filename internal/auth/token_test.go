package auth_test

import (
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

func TestReclamos(t *testing.T) {
	p := nuevoProveedor(t)
	l := llaveEd(t, "1")
	p.publicar(l)
	v := auth.NuevoRemoto(auth.Remoto{Emisor: p.URL, Publico: "carpeta", Reloj: reloj})
	const rehusado = fault.Unauthenticated
	for nombre, c := range map[string]struct {
		cambios cambios
		want    fault.Code
	}{
		"good":                {nil, ""},
		"single audience":     {cambios{"aud": "carpeta"}, ""},
		"without iat":         {cambios{"iat": nil}, ""},
		"opaque subject":      {cambios{"sub": "auth0|5f7c"}, ""},
		"operador":            {cambios{"roles": []string{"operador"}, "operador": "op1"}, ""},
		"all roles":           {cambios{"roles": []string{"ciudadano", "operador", "auditor"}, "operador": "op1"}, ""},
		"other audience":      {cambios{"aud": "otra"}, rehusado},
		"no audience":         {cambios{"aud": nil}, rehusado},
		"audience a number":   {cambios{"aud": 7}, rehusado},
		"other issuer":        {cambios{"iss": p.URL + "x"}, rehusado},
		"no issuer":           {cambios{"iss": nil}, rehusado},
		"expired":             {cambios{"exp": ahora.Add(-31 * time.Second).Unix()}, rehusado},
		"expired, forgiven":   {cambios{"exp": ahora.Add(-29 * time.Second).Unix()}, ""},
		"no exp":              {cambios{"exp": nil}, rehusado},
		"exp a string":        {cambios{"exp": "4102444800"}, rehusado},
		"exp zero":            {cambios{"exp": 0}, rehusado},
		"exp beyond any time": {cambios{"exp": 1e300}, rehusado},
		"nbf to come":         {cambios{"nbf": ahora.Add(31 * time.Second).Unix()}, rehusado},
		"nbf, forgiven":       {cambios{"nbf": ahora.Add(29 * time.Second).Unix()}, ""},
		"iat to come":         {cambios{"iat": ahora.Add(31 * time.Second).Unix()}, rehusado},
		"no sub":              {cambios{"sub": nil}, rehusado},
		"empty sub":           {cambios{"sub": ""}, rehusado},
		"sub with newline":    {cambios{"sub": "a\nb"}, rehusado},
		"sub too long":        {cambios{"sub": strings.Repeat("s", 129)}, rehusado},
		"sub a number":        {cambios{"sub": 7}, rehusado},
		"no roles":            {cambios{"roles": nil}, rehusado},
		"empty roles":         {cambios{"roles": []string{}}, rehusado},
		"roles a string":      {cambios{"roles": "auditor"}, rehusado},
		"unknown role":        {cambios{"roles": []string{"ciudadano", "root"}}, rehusado},
		"role in capitals":    {cambios{"roles": []string{"AUDITOR"}}, rehusado},
		"claim in capitals":   {cambios{"roles": nil, "ROLES": []string{"auditor"}}, rehusado},
		"operador without id": {cambios{"roles": []string{"operador"}}, rehusado},
		"operador with space": {cambios{"roles": []string{"operador"}, "operador": "a b"}, rehusado},
	} {
		esperar(t, v, l.firmar(t, p.reclamos(c.cambios)), nombre, c.want)
	}
}

// The classic forgeries: no algorithm, and the public key as a shared secret.
func TestAlgoritmoFalso(t *testing.T) {
	p := nuevoProveedor(t)
	l := llaveEd(t, "1")
	p.publicar(l)
	v := auth.NuevoRemoto(auth.Remoto{Emisor: p.URL, Publico: "carpeta", Reloj: reloj})
	bueno := l.firmar(t, p.reclamos(nil))
	esperar(t, v, bueno, "good", "")

	partes := strings.Split(bueno, ".")
	cabeza := func(alg string) string {
		return base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"` + alg + `","kid":"1"}`))
	}
	der, err := x509.MarshalPKIXPublicKey(l.privada.Public())
	if err != nil {
		t.Fatal(err)
	}
	otroContenido, _ := json.Marshal(p.reclamos(cambios{"sub": otro}))
	for nombre, token := range map[string]string{
		"none":                 cabeza("none") + "." + partes[1] + ".",
		"none with signature":  cabeza("None") + "." + partes[1] + "." + partes[2],
		"HS256 by public key":  firmar(t, jose.HS256, der, "1", p.reclamos(nil)),
		"RS256 by header only": cabeza("RS256") + "." + partes[1] + "." + partes[2],
		"other payload":        partes[0] + "." + base64.RawURLEncoding.EncodeToString(otroContenido) + "." + partes[2],
		"no signature":         partes[0] + "." + partes[1] + ".",
		"two parts":            partes[0] + "." + partes[1],
		"four parts":           bueno + ".x",
		"padded":               bueno + "=",
		"line break":           partes[0] + "." + partes[1] + "\n." + partes[2],
		"JSON serialization":   `{"payload":"` + partes[1] + `","protected":"` + partes[0] + `","signature":"` + partes[2] + `"}`,
		"10 KB":                strings.Repeat("A", 10<<10),
		"empty":                "",
	} {
		esperar(t, v, token, nombre, fault.Unauthenticated)
	}
}

func TestParsearBearer(t *testing.T) {
	for header, want := range map[string]string{
		"Bearer abc.def-_~+/=": "abc.def-_~+/=", "bearer x": "x", "BEARER x==": "x==",
		"": "", "Bearer": "", "Bearer ": "", "Bearer  x": "", "Bearer x ": "", "Bearer x y": "", "Bearer\tx": "",
		" Bearer x": "", "Basic x": "", "Bearer =": "", "Bearer a=b": "", "Bearer ñ": "", "Bearer x\r\ny": "", "Bearerx": "",
	} {
		got, ok := auth.ParsearBearer(header)
		if got != want || ok != (want != "") {
			t.Errorf("%q: got %q, %v", header, got, ok)
		}
	}
}
