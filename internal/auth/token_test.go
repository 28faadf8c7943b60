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

func TestClaims(t *testing.T) {
	p := newProvider(t)
	l := edKey(t, "1")
	p.publish(l)
	v := auth.NewRemote(auth.RemoteConfig{Emisor: p.URL, Audience: "carpeta", Clock: clock})
	const refused = fault.Unauthenticated
	for name, c := range map[string]struct {
		changes changes
		want    fault.Code
	}{
		"good":                {nil, ""},
		"single audience":     {changes{"aud": "carpeta"}, ""},
		"without iat":         {changes{"iat": nil}, ""},
		"opaque subject":      {changes{"sub": "auth0|5f7c"}, ""},
		"operador":            {changes{"roles": []string{"operador"}, "operador": "op1"}, ""},
		"entidad":             {changes{"roles": []string{"entidad"}, "entidad": "universidad"}, ""},
		"administrador":       {changes{"roles": []string{"administrador"}}, ""},
		"all roles":           {changes{"roles": []string{"ciudadano", "operador", "auditor", "entidad", "administrador"}, "operador": "op1", "entidad": "e1"}, ""},
		"other audience":      {changes{"aud": "otra"}, refused},
		"no audience":         {changes{"aud": nil}, refused},
		"audience a number":   {changes{"aud": 7}, refused},
		"other issuer":        {changes{"iss": p.URL + "x"}, refused},
		"no issuer":           {changes{"iss": nil}, refused},
		"expired":             {changes{"exp": now.Add(-31 * time.Second).Unix()}, refused},
		"expired, forgiven":   {changes{"exp": now.Add(-29 * time.Second).Unix()}, ""},
		"no exp":              {changes{"exp": nil}, refused},
		"exp a string":        {changes{"exp": "4102444800"}, refused},
		"exp zero":            {changes{"exp": 0}, refused},
		"exp beyond any time": {changes{"exp": 1e300}, refused},
		"nbf to come":         {changes{"nbf": now.Add(31 * time.Second).Unix()}, refused},
		"nbf, forgiven":       {changes{"nbf": now.Add(29 * time.Second).Unix()}, ""},
		"iat to come":         {changes{"iat": now.Add(31 * time.Second).Unix()}, refused},
		"no sub":              {changes{"sub": nil}, refused},
		"empty sub":           {changes{"sub": ""}, refused},
		"sub with newline":    {changes{"sub": "a\nb"}, refused},
		"sub too long":        {changes{"sub": strings.Repeat("s", 129)}, refused},
		"sub a number":        {changes{"sub": 7}, refused},
		"no roles":            {changes{"roles": nil}, refused},
		"empty roles":         {changes{"roles": []string{}}, refused},
		"roles a string":      {changes{"roles": "auditor"}, refused},
		"unknown role":        {changes{"roles": []string{"ciudadano", "root"}}, refused},
		"role in capitals":    {changes{"roles": []string{"AUDITOR"}}, refused},
		"claim in capitals":   {changes{"roles": nil, "ROLES": []string{"auditor"}}, refused},
		"operador without id": {changes{"roles": []string{"operador"}}, refused},
		"entidad without id":  {changes{"roles": []string{"entidad"}, "operador": "op1"}, refused},
		"entidad with space":  {changes{"roles": []string{"entidad"}, "entidad": "a b"}, refused},
		"purpose and law":     {changes{"proposito": "Trámite 12-b (áéí)", "base_legal": "Ley 1581 de 2012, art. 10"}, ""},
		"longest purpose":     {changes{"proposito": strings.Repeat("p", 120)}, ""},
		"purpose too long":    {changes{"proposito": strings.Repeat("p", 121)}, refused},
		"purpose a formula":   {changes{"proposito": "=1+1"}, refused},
		"purpose of lines":    {changes{"proposito": "a\nb"}, refused},
		"law written back":    {changes{"base_legal": "a\u202eb"}, refused},
		"law a number":        {changes{"base_legal": 7}, refused},
		"operador with space": {changes{"roles": []string{"operador"}, "operador": "a b"}, refused},
	} {
		expect(t, v, l.sign(t, p.claims(c.changes)), name, c.want)
	}
}

// The classic forgeries: no algorithm, and the public key as a shared secret.
func TestForgedAlgorithmIsRefused(t *testing.T) {
	p := newProvider(t)
	l := edKey(t, "1")
	p.publish(l)
	v := auth.NewRemote(auth.RemoteConfig{Emisor: p.URL, Audience: "carpeta", Clock: clock})
	good := l.sign(t, p.claims(nil))
	expect(t, v, good, "good", "")

	parts := strings.Split(good, ".")
	header := func(alg string) string {
		return base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"` + alg + `","kid":"1"}`))
	}
	der, err := x509.MarshalPKIXPublicKey(l.private.Public())
	if err != nil {
		t.Fatal(err)
	}
	otherContent, _ := json.Marshal(p.claims(changes{"sub": other}))
	for name, token := range map[string]string{
		"none":                 header("none") + "." + parts[1] + ".",
		"none with signature":  header("None") + "." + parts[1] + "." + parts[2],
		"HS256 by public key":  sign(t, jose.HS256, der, "1", p.claims(nil)),
		"RS256 by header only": header("RS256") + "." + parts[1] + "." + parts[2],
		"other payload":        parts[0] + "." + base64.RawURLEncoding.EncodeToString(otherContent) + "." + parts[2],
		"no signature":         parts[0] + "." + parts[1] + ".",
		"two parts":            parts[0] + "." + parts[1],
		"four parts":           good + ".x",
		"padded":               good + "=",
		"line break":           parts[0] + "." + parts[1] + "\n." + parts[2],
		"JSON serialization":   `{"payload":"` + parts[1] + `","protected":"` + parts[0] + `","signature":"` + parts[2] + `"}`,
		"10 KB":                strings.Repeat("A", 10<<10),
		"empty":                "",
	} {
		expect(t, v, token, name, fault.Unauthenticated)
	}
}

func TestParseBearer(t *testing.T) {
	for header, want := range map[string]string{
		"Bearer abc.def-_~+/=": "abc.def-_~+/=", "bearer x": "x", "BEARER x==": "x==",
		"": "", "Bearer": "", "Bearer ": "", "Bearer  x": "", "Bearer x ": "", "Bearer x y": "", "Bearer\tx": "",
		" Bearer x": "", "Basic x": "", "Bearer =": "", "Bearer a=b": "", "Bearer ñ": "", "Bearer x\r\ny": "", "Bearerx": "",
	} {
		got, ok := auth.ParseBearer(header)
		if got != want || ok != (want != "") {
			t.Errorf("%q: got %q, %v", header, got, ok)
		}
	}
}
