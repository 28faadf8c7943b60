package diskblob

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Prefijo is the path under which the server mounts Handler.
const Prefijo = "/objetos/"

// contextoFirma keeps these MACs apart from any other use of the key.
const contextoFirma = "carpeta/objetos/v1"

// Names of the query parameters.
const (
	pExpira  = "expira"
	pTamano  = "tamano"
	pTipo    = "tipo"
	pHash    = "hash"
	pArchivo = "archivo"
	pFirma   = "firma"
)

var codificacion = base64.RawURLEncoding.Strict()

// permiso is the permission of a signed URL. Every member is bound by the signature.
type permiso struct {
	Metodo        string
	Objeto        documento.Objeto // of a GET only name and type
	NombreArchivo string           // of a GET
	Expira        time.Time
}

func (p permiso) parametros() url.Values {
	v := url.Values{
		pExpira: {strconv.FormatInt(p.Expira.UnixMilli(), 10)},
		pTipo:   {p.Objeto.TipoContenido},
	}
	if p.Metodo == http.MethodPut {
		v.Set(pTamano, strconv.FormatInt(p.Objeto.TamanoBytes, 10))
		v.Set(pHash, p.Objeto.Hash)
	} else {
		v.Set(pArchivo, p.NombreArchivo)
	}
	return v
}

func (o *Objetos) firmar(p permiso, vence time.Duration) (string, error) {
	if err := documento.ValidarVigencia(vence); err != nil {
		return "", err
	}
	base := o.cfg.BaseURL()
	if base == "" {
		return "", fault.Wrap(fault.Unavailable, errors.New("the server does not listen yet: no base URL for signed links"))
	}
	v := p.parametros()
	v.Set(pFirma, codificacion.EncodeToString(o.mac(p.Metodo, p.Objeto.Nombre, v)))
	return base + Prefijo + p.Objeto.Nombre + "?" + v.Encode(), nil
}

// mac covers method, name and all parameters. Encode sorts and escapes them, so
// no two sets of parameters give the same text.
func (o *Objetos) mac(metodo, nombre string, v url.Values) []byte {
	h := hmac.New(sha256.New, o.cfg.Clave)
	h.Write([]byte(contextoFirma + "\n" + metodo + "\n" + nombre + "\n" + v.Encode()))
	return h.Sum(nil)
}

// verificar returns the permission of a request's URL. The signature is checked
// before anything is parsed, so firmar wrote the rest.
func (o *Objetos) verificar(metodo, nombre, consulta string) (permiso, error) {
	v, err := url.ParseQuery(consulta)
	if err != nil {
		return permiso{}, rechazado(err)
	}
	firma, err := codificacion.DecodeString(v.Get(pFirma))
	if err != nil {
		return permiso{}, rechazado(err)
	}
	v.Del(pFirma)
	if !hmac.Equal(firma, o.mac(metodo, nombre, v)) {
		return permiso{}, rechazado(errors.New("signature differs"))
	}
	p, err := leerPermiso(metodo, nombre, v)
	if err != nil {
		return permiso{}, rechazado(err)
	}
	if !o.cfg.Reloj().Before(p.Expira) {
		return permiso{}, fault.New(fault.Forbidden, "El enlace venció; pida uno nuevo.")
	}
	return p, nil
}

func leerPermiso(metodo, nombre string, v url.Values) (permiso, error) {
	expira, err := strconv.ParseInt(v.Get(pExpira), 10, 64)
	if err != nil {
		return permiso{}, err
	}
	p := permiso{
		Metodo:        metodo,
		Objeto:        documento.Objeto{Nombre: nombre, Hash: v.Get(pHash), TipoContenido: v.Get(pTipo)},
		NombreArchivo: v.Get(pArchivo),
		Expira:        time.UnixMilli(expira),
	}
	if metodo == http.MethodPut {
		p.Objeto.TamanoBytes, err = strconv.ParseInt(v.Get(pTamano), 10, 64)
	}
	return p, err
}

func rechazado(causa error) error {
	return fault.New(fault.Forbidden, "El enlace no es válido.").Because(causa)
}
