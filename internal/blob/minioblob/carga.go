package minioblob

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/minio/minio-go/v7"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

const encabezadoSuma = "X-Amz-Checksum-Sha256"

// PrepararCarga signs the PUT together with its headers: the store refuses
// another length, type or content, and a key that is taken. Content-Length is
// signed but not listed: HTTP clients derive it from the body, and browsers do
// not let a script set it.
func (o *Objetos) PrepararCarga(ctx context.Context, obj documento.Objeto, vence time.Duration) (documento.Carga, error) {
	if err := obj.Validar(); err != nil {
		return documento.Carga{}, err
	}
	if err := documento.ValidarVigencia(vence); err != nil {
		return documento.Carga{}, err
	}
	expira := o.cfg.Reloj().Add(vence)
	enviar := []documento.Encabezado{
		{Nombre: "Content-Type", Valor: obj.TipoContenido},
		{Nombre: "If-None-Match", Valor: "*"},
		{Nombre: encabezadoSuma, Valor: sumaBase64(obj.Hash)},
	}
	firmados := http.Header{"Content-Length": {strconv.FormatInt(obj.TamanoBytes, 10)}}
	for _, e := range enviar {
		firmados.Set(e.Nombre, e.Valor)
	}
	destino, err := o.firmante.PresignHeader(ctx, http.MethodPut, o.cfg.Bucket, obj.Nombre, vence, nil, firmados)
	if err != nil {
		return documento.Carga{}, clasificar(err)
	}
	return documento.Carga{Metodo: http.MethodPut, URL: destino.String(), Encabezados: enviar, ExpiraEn: expira}, nil
}

// Guardar streams the file in one PUT, so that it is there whole or not at all.
// The store checks the received file; exacto checks the sent file. It asks first: a store that refuses a
// large body may hang up before its 412 can be read.
func (o *Objetos) Guardar(ctx context.Context, obj documento.Objeto, contenido io.Reader) error {
	if err := obj.Validar(); err != nil {
		return err
	}
	existe, err := o.Existe(ctx, obj.Nombre)
	if err != nil {
		return err
	}
	if existe {
		return fault.New(fault.Conflict, mensajes[fault.Conflict])
	}
	return o.enviar(ctx, obj, contenido)
}

func (o *Objetos) enviar(ctx context.Context, obj documento.Objeto, contenido io.Reader) error {
	cuerpo := nuevoExacto(contenido, obj)
	defer func() { _ = cuerpo.cerrar() }()
	if err := cuerpo.comprobarVacio(); err != nil {
		return clasificar(err)
	}
	ctx, cancelar := context.WithTimeout(ctx, o.plazoDe(obj.TamanoBytes))
	defer cancelar()
	opciones := minio.PutObjectOptions{
		ContentType:          obj.TipoContenido,
		UserMetadata:         map[string]string{encabezadoSuma: sumaBase64(obj.Hash)},
		DisableContentSha256: true, // the whole content's hash is signed instead of each chunk's
	}
	opciones.SetMatchETagExcept("*")
	_, err := o.core.PutObject(ctx, o.cfg.Bucket, obj.Nombre, cuerpo, obj.TamanoBytes, "", obj.Hash, opciones)
	if propio := cuerpo.cerrar(); propio != nil {
		err = propio
	}
	return clasificar(err)
}

// sumaBase64 is a hex SHA-256 as S3 writes it. The hash was validated before.
func sumaBase64(hash string) string {
	suma, _ := hex.DecodeString(hash)
	return base64.StdEncoding.EncodeToString(suma)
}
