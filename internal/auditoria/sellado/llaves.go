package sellado

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
)

// Llaves are the secret keys of a host, with their dates. One key signs the logs of all its
// operadores: each signature covers the name of its log.
type Llaves struct {
	nombre string // the host in the names of the logs
	llaves []llave
}

type llave struct {
	semilla      []byte
	desde, hasta time.Time // hasta zero: it signs still
}

const prefijoSecreto = "PRIVATE+KEY+" // as signed-note writes a secret key

// CrearLlaves makes the first key of a host.
func CrearLlaves(nombre string, semilla []byte, desde time.Time) (Llaves, error) {
	l := Llaves{nombre: nombre, llaves: []llave{{semilla: semilla, desde: desde.UTC().Truncate(time.Second)}}}
	return l, l.validar()
}

// Rotar adds a key that signs from then on; the one before it ends there.
func (l Llaves) Rotar(semilla []byte, desde time.Time) (Llaves, error) {
	desde = desde.UTC().Truncate(time.Second)
	r := Llaves{nombre: l.nombre, llaves: append([]llave(nil), l.llaves...)}
	ultima := &r.llaves[len(r.llaves)-1]
	if !ultima.desde.Before(desde) {
		return l, fmt.Errorf("the key before it signs from %s on: the next one must begin later", ultima.desde.Format(time.RFC3339))
	}
	ultima.hasta = desde
	r.llaves = append(r.llaves, llave{semilla: semilla, desde: desde})
	return r, r.validar()
}

func (l Llaves) validar() error {
	if len(l.nombre) > maxNombre {
		return fmt.Errorf("the name %q has more than %d bytes", l.nombre, maxNombre)
	}
	_, err := l.anillo(l.nombre)
	return err
}

// maxNombre leaves room for the operador in the name of a log.
const maxNombre = verify.MaxOrigin - len(carpetaOperador) - maxSeguro

// Nombre is the host in the names of the logs.
func (l Llaves) Nombre() string { return l.nombre }

// Formato writes the file of secret keys: on each line a key, since when, until when ("-": still).
func (l Llaves) Formato() []byte {
	var b bytes.Buffer
	b.WriteString("# Secret keys of the sealed logs. Whoever has them can sign in this name: mode 0600, with a copy in a safe.\n")
	for _, k := range l.llaves {
		hasta := "-"
		if !k.hasta.IsZero() {
			hasta = k.hasta.Format(time.RFC3339)
		}
		fmt.Fprintf(&b, "%s %s %s\n", l.secreta(k), k.desde.Format(time.RFC3339), hasta)
	}
	return b.Bytes()
}

func (l Llaves) secreta(k llave) string {
	public := ed25519.NewKeyFromSeed(k.semilla).Public().(ed25519.PublicKey)
	return fmt.Sprintf("%s%s+%08x+%s", prefijoSecreto, l.nombre, verify.KeyID(l.nombre, verify.KindLog, public),
		base64.StdEncoding.EncodeToString(append([]byte{verify.KindLog}, k.semilla...)))
}

// LeerLlaves reads the file. Its errors never quote a key.
func LeerLlaves(text []byte) (l Llaves, err error) {
	for i, line := range strings.Split(string(text), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		nombre, k, err := leerLlave(line)
		if err == nil && l.nombre != "" && nombre != l.nombre {
			err = errors.New("another host than the line before")
		}
		if err == nil && len(l.llaves) > 0 && !l.llaves[len(l.llaves)-1].desde.Before(k.desde) {
			err = errors.New("it does not begin after the key before it")
		}
		if err != nil {
			return Llaves{}, fmt.Errorf("secret keys, line %d: %w", i+1, err)
		}
		l.nombre, l.llaves = nombre, append(l.llaves, k)
	}
	if len(l.llaves) == 0 {
		return Llaves{}, errors.New("secret keys: none")
	}
	return l, l.validar()
}

func leerLlave(line string) (nombre string, k llave, err error) {
	words := strings.Split(line, " ")
	rest, ok := strings.CutPrefix(words[0], prefijoSecreto)
	parts := strings.SplitN(rest, "+", 3)
	if !ok || len(words) != 3 || len(parts) != 3 {
		return "", k, errors.New("want: PRIVATE+KEY+host+number+base64, since when, until when (or -)")
	}
	raw, err := base64.StdEncoding.Strict().DecodeString(parts[2])
	if err != nil || len(raw) != 1+ed25519.SeedSize || raw[0] != verify.KindLog {
		return "", k, errors.New("not an Ed25519 key")
	}
	k.semilla = raw[1:]
	if k.desde, err = time.Parse(time.RFC3339, words[1]); err != nil {
		return "", k, errors.New("since when is not a time such as 2026-01-31T00:00:00Z")
	}
	if words[2] != "-" {
		if k.hasta, err = time.Parse(time.RFC3339, words[2]); err != nil {
			return "", k, errors.New("until when is neither - nor a time such as 2026-01-31T00:00:00Z")
		}
	}
	k.desde, k.hasta = k.desde.UTC(), k.hasta.UTC()
	l := Llaves{nombre: parts[0], llaves: []llave{k}}
	if err := l.validar(); err != nil {
		return "", k, err
	}
	if l.secreta(k) != words[0] {
		return "", k, errors.New("the key's number is not that of its bytes")
	}
	return l.nombre, k, nil
}

// anillo holds the keys under the name of one log.
func (l Llaves) anillo(origen string) (*sello.Keyring, error) {
	var ks []sello.SecretKey
	for _, k := range l.llaves {
		ks = append(ks, sello.SecretKey{Seed: k.semilla, From: k.desde, Until: k.hasta})
	}
	return sello.NewKeyring(origen, ks...)
}

// Publicas are the keys to give away: of an operador's log, or of Anfitrion, which vouches for all of them.
func (l Llaves) Publicas(operadorID string) (verify.Keys, error) {
	k, err := l.anillo(l.Origen(operadorID))
	if err != nil {
		return nil, err
	}
	return k.Public(), nil
}

const (
	carpetaOperador = "/operador/"
	maxSeguro       = 40
	// Anfitrion stands for the host itself where an operador could: it has keys, and no log.
	Anfitrion = ""
)

// Origen is the name of a log.
func (l Llaves) Origen(operadorID string) string {
	if operadorID == Anfitrion {
		return l.nombre
	}
	return l.nombre + carpetaOperador + seguro(operadorID)
}

// Prefijo is the folder of a log.
func Prefijo(operadorID string) string {
	return carpetaOperador[1:] + seguro(operadorID) + "/"
}

var esSeguro = regexp.MustCompile(`^[A-Za-z0-9_-]{1,40}$`)

// seguro is an operadorId as a name of a folder. One with other letters, or a long one, is named
// by its hash, behind a dot that no other has.
func seguro(operadorID string) string {
	if esSeguro.MatchString(operadorID) {
		return operadorID
	}
	sum := sha256.Sum256([]byte(operadorID))
	return "h." + hex.EncodeToString(sum[:16])
}

// Firmante is the key of a moment, for a compact JWT. The bytes of one are never those of a log's note, which ends with a
// line break.
func (l Llaves) Firmante(en time.Time) (ed25519.PrivateKey, error) {
	for _, k := range l.llaves {
		if !en.Before(k.desde) && (k.hasta.IsZero() || en.Before(k.hasta)) {
			return ed25519.NewKeyFromSeed(k.semilla), nil
		}
	}
	return nil, errors.New("no key signs now")
}
