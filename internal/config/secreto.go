package config

import (
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"regexp"
	"strings"
)

const oculto = "(hidden)"

// Secreto prints itself hidden, wherever it ends up.
type Secreto string

// Valor is the secret itself.
func (s Secreto) Valor() string { return string(s) }

func (s Secreto) String() string {
	if s == "" {
		return ""
	}
	return oculto
}

// GoString hides it from %#v.
func (s Secreto) GoString() string { return s.String() }

// MarshalText hides it from encoders.
func (s Secreto) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// LogValue hides it from logs.
func (s Secreto) LogValue() slog.Value { return slog.StringValue(s.String()) }

// URLSecreta is a URL that prints itself without its password.
type URLSecreta string

// Valor is the URL with its password.
func (u URLSecreta) Valor() string { return string(u) }

func (u URLSecreta) String() string {
	if u == "" {
		return ""
	}
	leida, err := url.Parse(string(u))
	if err != nil || leida.Host == "" {
		return oculto
	}
	return leida.Redacted()
}

// GoString hides the password from %#v.
func (u URLSecreta) GoString() string { return u.String() }

// MarshalText hides the password from encoders.
func (u URLSecreta) MarshalText() ([]byte, error) { return []byte(u.String()), nil }

// LogValue hides the password from logs.
func (u URLSecreta) LogValue() slog.Value { return slog.StringValue(u.String()) }

// ClaveCursor is one key of the ring that signs cursors.
type ClaveCursor struct {
	Kid   string
	Clave []byte
}

const minimoClave = 32 // bytes: as long as the MAC

var kidValido = regexp.MustCompile(`^[A-Za-z0-9_-]{1,16}$`)

// leerClaves parses kid:base64,kid2:base64. Its errors never quote a key.
func leerClaves(texto string) ([]ClaveCursor, error) {
	if texto == "" {
		return nil, nil
	}
	var claves []ClaveCursor
	vistos := map[string]bool{}
	for i, parte := range strings.Split(texto, ",") {
		kid, b64, hay := strings.Cut(strings.TrimSpace(parte), ":")
		if !hay || !kidValido.MatchString(kid) {
			return nil, fmt.Errorf("entry %d is not KID:BASE64 with a KID of 1–16 letters, digits, - or _", i+1)
		}
		clave, err := decodificar(b64)
		if err != nil || len(clave) < minimoClave {
			return nil, fmt.Errorf("key %q is not base64 of %d bytes or more; make one with: openssl rand -base64 32", kid, minimoClave)
		}
		if vistos[kid] {
			return nil, fmt.Errorf("key %q is there twice", kid)
		}
		vistos[kid] = true
		claves = append(claves, ClaveCursor{kid, clave})
	}
	return claves, nil
}

// decodificar takes both alphabets, padded or not: keys come from many tools.
func decodificar(b64 string) ([]byte, error) {
	if strings.ContainsAny(b64, "\r\n") {
		return nil, errors.New("line break")
	}
	b64 = strings.TrimRight(strings.NewReplacer("-", "+", "_", "/").Replace(b64), "=")
	return base64.RawStdEncoding.DecodeString(b64)
}
