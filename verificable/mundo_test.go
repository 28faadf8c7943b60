package verificable_test

import (
	"bytes"
	"compress/zlib"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/verificable"
)

const (
	host   = "carpeta.example"
	origen = host + "/operador/op-1"
)

var (
	principio = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	recibida  = time.Date(2026, 5, 3, 15, 4, 5, 0, time.UTC)
	sellada   = recibida.Add(time.Minute)
	ahora     = time.Date(2026, 5, 10, 12, 0, 0, 0, time.UTC)
)

// emisor is an issuer with its private key.
type emisor struct {
	id, nombre, kid string
	alg             jose.SignatureAlgorithm
	secreta         crypto.Signer
}

func deSemilla(n byte) ed25519.PrivateKey { return ed25519.NewKeyFromSeed(bytes.Repeat([]byte{n}, 32)) }

var uni = emisor{"uni-andes", "Universidad de los Andes", "k1", jose.EdDSA, deSemilla(1)}

func (e emisor) llave(t testing.TB) auth.PublicKey {
	text, err := jose.JSONWebKey{Key: e.secreta.Public(), KeyID: e.kid, Algorithm: string(e.alg)}.MarshalJSON()
	bien(t, err)
	k, err := auth.ParsePublicKey(text)
	bien(t, err)
	return k
}

func (e emisor) firma(t testing.TB, contenido []byte) string {
	opts := (&jose.SignerOptions{}).WithHeader("kid", e.kid).WithHeader("iat", recibida.Add(-time.Hour).Unix())
	s, err := jose.NewSigner(jose.SigningKey{Algorithm: e.alg, Key: e.secreta}, opts)
	bien(t, err)
	jws, err := s.Sign(contenido)
	bien(t, err)
	text, err := jws.DetachedCompactSerialize()
	bien(t, err)
	return text
}

// otros are issuers that sign with the other algorithms.
func otros(t testing.TB) []emisor {
	ec, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	bien(t, err)
	clave := func() *rsa.PrivateKey {
		r, err := rsa.GenerateKey(rand.Reader, 2048)
		bien(t, err)
		return r
	}
	return []emisor{
		{"notaria", "Notaría Primera", "es", jose.ES256, ec}, {"alcaldia", "Alcaldía", "ps", jose.PS256, clave()}, {"icfes", "ICFES", "rs", jose.RS256, clave()},
	}
}

// caso is a file before it is written, with everything that a test may change.
type caso struct {
	emisor      emisor
	declaracion verificable.Declaracion
	titular     *verificable.Titular
	estado      *verificable.Estado
	bytes       []byte
	nombre      string
	sellado     bool

	archivo func(*verificable.Archivo) // changes the parts
	emision func(*verificable.Emision) // changes what is sealed
}

var persona = verificable.Titular{CiudadanoID: "1020304050", Nombre: "María Gómez", Sal: []byte("0123456789abcdef")}

// diploma is a file with everything in it.
func diploma() caso {
	contenido := []byte("%PDF-1.7 Diploma de Ingeniería\n")
	p := persona
	return caso{
		emisor: uni, bytes: contenido, nombre: "diploma ingeniería.pdf", sellado: true, titular: &p,
		estado: &verificable.Estado{URI: "https://carpeta.example/estado/0", Idx: 4711},
		declaracion: verificable.Declaracion{
			Version: 2, HashDocumento: fmt.Sprintf("%x", sha256.Sum256(contenido)), TipoDocumento: "DIPLOMA", Titulo: "Diploma de Ingeniería",
			FechaEmision: "2026-05-02", Titular: persona.Sello(), Numero: "A-17", Vigencia: verificable.Vigencia{Desde: "2026-05-02", Hasta: "2031-05-01"},
		},
	}
}

// deAntes is a file of version 1, of which no log holds anything.
func deAntes() caso {
	c := diploma()
	c.declaracion = verificable.Declaracion{Version: 1, CiudadanoID: persona.CiudadanoID, HashDocumento: c.declaracion.HashDocumento, TipoDocumento: "DIPLOMA", Titulo: "Diploma de Ingeniería"}
	c.sellado, c.estado, c.titular = false, nil, nil
	return c
}

// partes are what the file holds.
func (c caso) partes(t testing.TB) verificable.Archivo {
	t.Helper()
	d := c.declaracion.Bytes()
	a := verificable.Archivo{
		Declaracion: d, Firma: c.emisor.firma(t, d), Llave: []byte(c.emisor.llave(t).JSON()), Estado: c.estado, Titular: c.titular,
		Documento: verificable.Documento{Nombre: c.nombre, Tamano: int64(len(c.bytes)), CRC32: crc32.ChecksumIEEE(c.bytes)},
	}
	if c.sellado {
		e := verificable.Emision{EntidadID: c.emisor.id, Huella: c.emisor.llave(t).Huella(), Resumen: verificable.Resumen(d, a.Firma)}
		if c.estado != nil {
			e.Estado = c.estado.Referencia()
		}
		if c.emision != nil {
			c.emision(&e)
		}
		a.Emision, a.Prueba = sellar(t, "emision", e.Datos())
	}
	if c.archivo != nil {
		c.archivo(&a)
	}
	return a
}

func (c caso) escrito(t testing.TB) []byte {
	t.Helper()
	return escribir(t, c.partes(t), c.bytes)
}

func escribir(t testing.TB, a verificable.Archivo, contenido []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	bien(t, verificable.Escribir(&b, a, bytes.NewReader(contenido)))
	return b.Bytes()
}

// sellar puts an event into a small log, and proves it.
func sellar(t testing.TB, tipo string, datos map[string]string) (evento, prueba []byte) {
	t.Helper()
	text, err := json.Marshal(map[string]any{
		"eventoId": "019e0000-0000-7000-8000-000000000001", "tipo": tipo, "servicio": "api", "momento": recibida.Format("2006-01-02T15:04:05.000Z"),
		"resultado": "success", "gravedad": "info", "actor": map[string]string{"tipo": "servicio"}, "operadorId": "op-1", "datos": datos,
	})
	bien(t, err)
	return sellarTexto(t, text)
}

func sellarTexto(t testing.TB, text []byte) (evento, prueba []byte) {
	t.Helper()
	f := verify.EventFile{Salt: verify.Salt(bytes.Repeat([]byte{5}, verify.SaltSize)), Event: text}
	var l registro
	for i := range 7 {
		c := verify.Commit(verify.Salt{byte(i)}, []byte{byte(i)})
		if i == 4 {
			c = f.Commitment()
		}
		more, err := tlog.StoredHashes(int64(i), c[:], &l)
		bien(t, err)
		l = append(l, more...)
	}
	hashes, err := tlog.ProveRecord(7, 4, l)
	bien(t, err)
	root, err := tlog.TreeHash(7, l)
	bien(t, err)
	k, err := sello.NewKeyring(origen, sello.SecretKey{Seed: bytes.Repeat([]byte{3}, 32), From: principio})
	bien(t, err)
	note, err := k.Sign(verify.Checkpoint{Origin: origen, Size: 7, Root: root}, sellada)
	bien(t, err)
	return f.Format(), verify.Proof{Index: 4, Hashes: hashes, Checkpoint: note}.Format()
}

type registro []tlog.Hash

func (l registro) ReadHashes(indexes []int64) (all []tlog.Hash, err error) {
	for _, i := range indexes {
		all = append(all, l[i])
	}
	return all, nil
}

// llaveDelHost signs the logs of the host, and its status lists.
func llaveDelHost(semilla byte) verify.Keys {
	return verify.Keys{{Origin: host, Public: deSemilla(semilla).Public().(ed25519.PublicKey), From: principio}}
}

func confianza(t testing.TB, es ...emisor) verificable.Confianza {
	zona, err := time.LoadLocation("America/Bogota")
	bien(t, err)
	c := verificable.Confianza{HechaEn: ahora.Add(-time.Hour), Zona: zona, Logs: llaveDelHost(3)}
	for _, e := range es {
		k := e.llave(t)
		c.Entidades = append(c.Entidades, verificable.Entidad{EntidadID: e.id, Nombre: e.nombre, Llaves: []verificable.LlaveEmisora{{JWK: json.RawMessage(k.JSON()), Huella: k.Huella()}}})
	}
	return c
}

// listado is a status list before it is signed.
type listado struct {
	uri      string
	hecha    time.Time
	dura     time.Duration
	semilla  byte
	retirado int64 // -1: none
	tipo     string
	largo    int
}

func listaDe(cambia func(*listado)) listado {
	l := listado{uri: "https://carpeta.example/estado/0", hecha: ahora.Add(-time.Hour), dura: 24 * time.Hour, semilla: 3, retirado: -1, tipo: "statuslist+jwt", largo: verificable.Posiciones / 8}
	if cambia != nil {
		cambia(&l)
	}
	return l
}

func (l listado) token(t testing.TB) []byte {
	t.Helper()
	bits := make([]byte, l.largo)
	if l.retirado >= 0 {
		bits[l.retirado/8] |= 1 << (l.retirado % 8)
	}
	var z bytes.Buffer
	w := zlib.NewWriter(&z)
	_, err := io.Copy(w, bytes.NewReader(bits))
	bien(t, err)
	bien(t, w.Close())
	payload, err := json.Marshal(map[string]any{
		"sub": l.uri, "iat": l.hecha.Unix(), "exp": l.hecha.Add(l.dura).Unix(), "ttl": 3600,
		"status_list": map[string]any{"bits": 1, "lst": base64.RawURLEncoding.EncodeToString(z.Bytes())},
	})
	bien(t, err)
	s, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.EdDSA, Key: deSemilla(l.semilla)}, (&jose.SignerOptions{}).WithType(jose.ContentType(l.tipo)))
	bien(t, err)
	jws, err := s.Sign(payload)
	bien(t, err)
	text, err := jws.CompactSerialize()
	bien(t, err)
	return []byte(text)
}

func bien(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
