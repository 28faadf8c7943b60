package diskblob

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"os"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// The same headers as on S3, so that a client sees one protocol.
const encabezadoSuma = "X-Amz-Checksum-Sha256"

// PrepararCarga signs a PUT to Handler. Content-Length is bound but not listed:
// HTTP clients derive it from the body.
func (o *Objetos) PrepararCarga(_ context.Context, obj documento.Objeto, vence time.Duration) (documento.Carga, error) {
	if err := obj.Validar(); err != nil {
		return documento.Carga{}, err
	}
	expira := o.cfg.Reloj().Add(vence)
	enlace, err := o.firmar(permiso{Metodo: http.MethodPut, Objeto: obj, Expira: expira}, vence)
	if err != nil {
		return documento.Carga{}, err
	}
	return documento.Carga{Metodo: http.MethodPut, URL: enlace, Encabezados: encabezadosDe(obj), ExpiraEn: expira}, nil
}

func encabezadosDe(obj documento.Objeto) []documento.Encabezado {
	suma, _ := hex.DecodeString(obj.Hash)
	return []documento.Encabezado{
		{Nombre: "Content-Type", Valor: obj.TipoContenido},
		{Nombre: "If-None-Match", Valor: "*"},
		{Nombre: encabezadoSuma, Valor: base64.StdEncoding.EncodeToString(suma)},
	}
}

// Guardar writes aside, checks, makes it durable, and only then gives it its name.
func (o *Objetos) Guardar(ctx context.Context, obj documento.Objeto, contenido io.Reader) error {
	if err := obj.Validar(); err != nil {
		return err
	}
	if _, err := o.raiz.Stat(ruta(obj.Nombre)); err == nil {
		return yaExiste()
	}
	return o.ausente(ctx, o.guardar(ctx, obj, contenido))
}

func (o *Objetos) guardar(ctx context.Context, obj documento.Objeto, contenido io.Reader) error {
	f, parcial, err := o.nuevoParcial()
	if err != nil {
		return err
	}
	defer func() { _ = o.raiz.Remove(parcial) }()
	err = escribir(f, obj, conContexto{ctx, contenido})
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return o.publicar(parcial, obj.Nombre)
}

func escribir(f *os.File, obj documento.Objeto, contenido io.Reader) error {
	suma := sha256.New()
	n, err := io.Copy(io.MultiWriter(f, suma), io.LimitReader(contenido, obj.TamanoBytes+1))
	switch {
	case err != nil:
		return err
	case n != obj.TamanoBytes:
		return noCoincide("length differs")
	case hex.EncodeToString(suma.Sum(nil)) != obj.Hash:
		return noCoincide("SHA-256 differs")
	}
	if err := escribirRotulo(f, obj); err != nil {
		return err
	}
	return f.Sync()
}

// conContexto stops reading when the caller gives up.
type conContexto struct {
	ctx    context.Context
	fuente io.Reader
}

func (c conContexto) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.fuente.Read(p)
}
