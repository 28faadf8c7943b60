package minioblob

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/minio/minio-go/v7"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

const checksumHeader = "X-Amz-Checksum-Sha256"

// noCopies is a condition of copies that no object fulfils: no ETag is like it. MinIO takes headers that are not signed,
// and X-Amz-Copy-Source would have a signed PUT copy whatever this server may read, as often as one likes, over a seal
// too. A PUT that copies nothing passes it over. Amazon takes no header of its own that is not signed.
var noCopies = documento.Encabezado{Nombre: "X-Amz-Copy-Source-If-Match", Valor: "none"}

// put is a PUT of a client.
type put struct {
	key    string
	query  url.Values
	length int64
	send   []documento.Encabezado
}

// sign makes the link of a PUT that stores the bytes of its client alone. It binds the headers: the store refuses others.
// Content-Length is signed but not listed: HTTP clients derive it from the body, and browsers do not let a script set it.
func (o *Objetos) sign(ctx context.Context, p put, expiresIn time.Duration) (documento.Carga, error) {
	if err := o.LinksReady(ctx); err != nil {
		return documento.Carga{}, err
	}
	if !o.amazon {
		p.send = append(p.send, noCopies)
	}
	signed := http.Header{"Content-Length": {strconv.FormatInt(p.length, 10)}}
	for _, e := range p.send {
		signed.Set(e.Nombre, e.Valor)
	}
	expires := o.cfg.Clock().Add(expiresIn)
	target, err := o.signer.PresignHeader(ctx, http.MethodPut, o.cfg.Bucket, p.key, expiresIn, p.query, signed)
	if err != nil {
		return documento.Carga{}, classify(err)
	}
	return documento.Carga{Metodo: http.MethodPut, URL: target.String(), Encabezados: p.send, ExpiraEn: expires}, nil
}

// PrepararCarga signs the PUT together with its headers: the store refuses
// another length, type or content, and a key that is taken. The key is the upload's own,
// see upload.go: no client can write the file's.
func (o *Objetos) PrepararCarga(ctx context.Context, obj documento.Objeto, expiresIn time.Duration) (documento.Carga, error) {
	if err := obj.Validar(); err != nil {
		return documento.Carga{}, err
	}
	if err := documento.ValidarVigencia(expiresIn); err != nil {
		return documento.Carga{}, err
	}
	return o.sign(ctx, put{key: uploadKey(obj.Nombre), length: obj.TamanoBytes, send: []documento.Encabezado{
		{Nombre: "Content-Type", Valor: obj.TipoContenido},
		{Nombre: "If-None-Match", Valor: "*"},
		{Nombre: checksumHeader, Valor: checksumBase64(obj.Hash)},
	}}, expiresIn)
}

// Guardar streams the file in one PUT, so that it is there whole or not at all.
// The store checks the received file; exactBody checks the sent file. It asks first: a store that refuses a
// large body may hang up before its 412 can be read.
func (o *Objetos) Guardar(ctx context.Context, obj documento.Objeto, content io.Reader) error {
	if err := obj.Validar(); err != nil {
		return err
	}
	exists, err := o.Existe(ctx, obj.Nombre)
	if err != nil {
		return err
	}
	if exists {
		return alreadyExists()
	}
	return o.send(ctx, obj, content)
}

func (o *Objetos) send(ctx context.Context, obj documento.Objeto, content io.Reader) error {
	body := newExact(content, obj)
	defer func() { _ = body.close() }()
	if err := body.checkEmpty(); err != nil {
		return classify(err)
	}
	ctx, cancel := context.WithTimeout(ctx, o.timeoutFor(obj.TamanoBytes))
	defer cancel()
	options := minio.PutObjectOptions{
		ContentType:          obj.TipoContenido,
		UserMetadata:         map[string]string{checksumHeader: checksumBase64(obj.Hash)},
		DisableContentSha256: true, // the whole content's hash is signed instead of each chunk's
	}
	options.SetMatchETagExcept("*")
	_, err := o.core.PutObject(ctx, o.cfg.Bucket, obj.Nombre, body, obj.TamanoBytes, "", obj.Hash, options)
	if own := body.close(); own != nil {
		err = own
	}
	return classify(err)
}

// checksumBase64 is a hex SHA-256 as S3 writes it. The hash was validated before.
func checksumBase64(hash string) string {
	checksum, _ := hex.DecodeString(hash)
	return base64.StdEncoding.EncodeToString(checksum)
}
