package diskblob

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Prefix is the path under which the server mounts Handler.
const Prefix = "/objetos/"

// signatureContext keeps these MACs apart from any other use of the key.
const signatureContext = "carpeta/objetos/v1"

// Names of the query parameters.
const (
	pExpires   = "expira"
	pSize      = "tamano"
	pTipo      = "tipo"
	pHash      = "hash"
	pFileName  = "archivo"
	pView      = "vista"
	pPart      = "parte"
	pRequest   = "solicitud"
	pSignature = "firma"
)

var encoding = base64.RawURLEncoding.Strict()

// A query that sign wrote is not longer, and has not so many parameters: a name of a file of 255
// characters has 3 KiB at most, escaped. Anybody may send one that has 60 KiB, and to read and sort that takes
// milliseconds.
const (
	maxQuery      = 4 << 10
	maxParameters = 8
)

// permit is the permission of a signed URL. Every member is bound by the signature.
type permit struct {
	Metodo        string
	Objeto        documento.Objeto // of a GET only name and type
	NombreArchivo string           // of a GET
	Vista         bool             // of a GET: shown, not saved
	Solicitud     string           // of a GET: the request that the link was given to
	Parte         int              // of a PUT: its number, if it is a part
	Expira        time.Time
	Firma         string
}

func (p permit) parameters() url.Values {
	v := url.Values{
		pExpires: {strconv.FormatInt(p.Expira.UnixMilli(), 10)},
		pTipo:    {p.Objeto.TipoContenido},
	}
	if p.Metodo == http.MethodPut {
		v.Set(pSize, strconv.FormatInt(p.Objeto.TamanoBytes, 10))
		v.Set(pHash, p.Objeto.Hash)
		if p.Parte > 0 {
			v.Set(pPart, strconv.Itoa(p.Parte))
		}
	} else {
		v.Set(pFileName, p.NombreArchivo)
		if p.Vista {
			v.Set(pView, "1")
		}
		if p.Solicitud != "" {
			v.Set(pRequest, p.Solicitud)
		}
	}
	return v
}

func (o *Objetos) sign(p permit, expiresIn time.Duration) (string, error) {
	if err := documento.ValidarVigencia(expiresIn); err != nil {
		return "", err
	}
	base := o.cfg.BaseURL()
	if base == "" {
		return "", fault.Wrap(fault.Unavailable, errors.New("the server does not listen yet: no base URL for signed links"))
	}
	query := p.parameters().Encode()
	signature := encoding.EncodeToString(o.mac(p.Metodo, p.Objeto.Nombre, query)) // which needs no escapes
	return base + Prefix + p.Objeto.Nombre + "?" + query + "&" + pSignature + "=" + signature, nil
}

// mac covers method, name and all parameters. Encode, which wrote the query, sorts and escapes them, so
// no two sets of parameters give the same text.
func (o *Objetos) mac(method, name, query string) []byte {
	h := hmac.New(sha256.New, o.cfg.Key)
	h.Write([]byte(signatureContext + "\n" + method + "\n" + name + "\n" + query))
	return h.Sum(nil)
}

// verify returns the permission of a request's URL. The signature is checked
// before anything is parsed, so sign wrote the rest.
func (o *Objetos) verify(method, name, query string) (permit, error) {
	if len(query) > maxQuery || strings.Count(query, "&") >= maxParameters {
		return permit{}, refused(errors.New("no query of ours"))
	}
	v, err := url.ParseQuery(query)
	if err != nil {
		return permit{}, refused(err)
	}
	signed := v.Get(pSignature)
	signature, err := encoding.DecodeString(signed)
	if err != nil {
		return permit{}, refused(err)
	}
	v.Del(pSignature)
	if !hmac.Equal(signature, o.mac(method, name, v.Encode())) {
		return permit{}, refused(errors.New("signature differs"))
	}
	p, err := readPermit(method, name, v)
	if err != nil {
		return permit{}, refused(err)
	}
	p.Firma = signed
	if !o.cfg.Clock().Before(p.Expira) {
		return permit{}, fault.New(fault.Forbidden, "El enlace venció; pida uno nuevo.")
	}
	return p, nil
}

func readPermit(method, name string, v url.Values) (permit, error) {
	expires, err := strconv.ParseInt(v.Get(pExpires), 10, 64)
	if err != nil {
		return permit{}, err
	}
	p := permit{
		Metodo:        method,
		Objeto:        documento.Objeto{Nombre: name, Hash: v.Get(pHash), TipoContenido: v.Get(pTipo)},
		NombreArchivo: v.Get(pFileName), Vista: v.Get(pView) != "", Solicitud: v.Get(pRequest),
		Expira: time.UnixMilli(expires),
	}
	if method == http.MethodPut {
		p.Objeto.TamanoBytes, err = strconv.ParseInt(v.Get(pSize), 10, 64)
		if part := v.Get(pPart); err == nil && part != "" {
			p.Parte, err = strconv.Atoi(part)
		}
	}
	return p, err
}

func refused(cause error) error {
	return fault.New(fault.Forbidden, "El enlace no es válido.").Because(cause)
}
