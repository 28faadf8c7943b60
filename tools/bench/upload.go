package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"time"
)

// partOfBench is the server's usual part.
const partOfBench = 8 << 20

const (
	announceParts = `mutation($i: IniciarCargaInput!) { r: iniciarCarga(input: $i) {
	documento { id } partes { tamanoParte total } errores { ... on ErrorDeUsuario { codigo mensaje } } } }`
	signPart = `mutation($id: ID!, $n: Int!, $h: String!) { r: firmarPartes(input: {documentoId: $id, partes: [{numero: $n, hashParte: $h}]}) {
	partes { carga { url encabezados { nombre valor } } } errores { ... on ErrorDeUsuario { codigo mensaje } } } }`
	resumeParts = `mutation($id: ID!) { r: renovarCarga(input: {documentoId: $id}) {
	partes { recibidas { numero } } errores { ... on ErrorDeUsuario { codigo mensaje } } } }`
	confirmParts = `mutation($id: ID!) { r: confirmarCarga(input: {documentoId: $id}) { errores { ... on ErrorDeUsuario { codigo mensaje } } } }`
)

// upload is a client that sends made-up files in parts.
type upload struct {
	s                *server
	c                *client
	token, carpetaID string

	id         string
	sent, lost int64 // bytes; lost are those of parts that had to be sent again
	runs       int   // of the confirmation
	confirming time.Duration
}

type refusals []struct{ Codigo, Mensaje string }

func (r refusals) err() error {
	if len(r) > 0 {
		return fmt.Errorf("%s: %s", r[0].Codigo, r[0].Mensaje)
	}
	return nil
}

// fill makes the content of a part. Every file of a size has another content than those of other sizes.
func fill(part []byte, size int64, number int) {
	var seed [32]byte
	binary.LittleEndian.PutUint64(seed[:], uint64(size))
	binary.LittleEndian.PutUint64(seed[8:], uint64(number))
	_, _ = rand.NewChaCha8(seed).Read(part) // never fails
}

func partsOf(size int64) int { return int((size + partOfBench - 1) / partOfBench) }

// part is the content of one; all sizes of this bench are multiples of a part's.
func (u *upload) part(buffer []byte, size int64, number int) []byte {
	fill(buffer, size, number)
	return buffer
}

// send sends a whole file. So many of its parts break off halfway first.
func (u *upload) send(ctx context.Context, size int64, cuts int) error {
	buffer := make([]byte, partOfBench)
	if err := u.announce(ctx, buffer, size); err != nil {
		return err
	}
	every := partsOf(size) / (cuts + 1)
	for n := 1; n <= partsOf(size); n++ {
		content := u.part(buffer, size, n)
		if cuts > 0 && n%every == 0 {
			cuts--
			if err := u.cut(ctx, n, content); err != nil {
				return err
			}
		}
		if err := u.put(ctx, n, content); err != nil {
			return fmt.Errorf("part %d: %w", n, err)
		}
	}
	return u.confirm(ctx)
}

func (u *upload) announce(ctx context.Context, buffer []byte, size int64) error {
	sum := sha256.New()
	for n := 1; n <= partsOf(size); n++ {
		sum.Write(u.part(buffer, size, n))
	}
	var a struct {
		R struct {
			Documento struct{ ID string }
			Partes    struct{ TamanoParte, Total int }
			Errores   refusals
		}
	}
	input := map[string]any{
		"carpetaId": u.carpetaID, "titulo": "Video", "tipoDocumento": "OTRO", "nombreArchivo": "video.bin", "tipoContenido": "application/octet-stream",
		"tamanoBytes": size, "hashDocumento": hex.EncodeToString(sum.Sum(nil)), "porPartes": true,
	}
	if err := u.c.do(ctx, u.token, announceParts, map[string]any{"i": input}, &a); err != nil {
		return err
	}
	if a.R.Errores.err() == nil && (a.R.Partes.TamanoParte != partOfBench || a.R.Partes.Total != partsOf(size)) {
		return fmt.Errorf("announced in %d parts of %d bytes", a.R.Partes.Total, a.R.Partes.TamanoParte)
	}
	u.id = a.R.Documento.ID
	return a.R.Errores.err()
}

// request is the signed upload of a part.
func (u *upload) request(ctx context.Context, number int, content []byte) (*http.Request, error) {
	sum := sha256.Sum256(content)
	var a struct {
		R struct {
			Partes []struct {
				Carga struct {
					URL         string
					Encabezados []struct{ Nombre, Valor string }
				}
			}
			Errores refusals
		}
	}
	err := u.c.do(ctx, u.token, signPart, map[string]any{"id": u.id, "n": number, "h": hex.EncodeToString(sum[:])}, &a)
	if err = errors.Join(err, a.R.Errores.err()); err != nil {
		return nil, err
	}
	link := a.R.Partes[0].Carga
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, link.URL, bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	for _, e := range link.Encabezados {
		req.Header.Set(e.Nombre, e.Valor)
	}
	return req, nil
}

func (u *upload) put(ctx context.Context, number int, content []byte) error {
	req, err := u.request(ctx, number, content)
	if err != nil {
		return err
	}
	resp, err := u.c.http.Do(req)
	if err != nil {
		return err
	}
	u.sent += int64(len(content))
	if err := resp.Body.Close(); err != nil || resp.StatusCode/100 != 2 {
		return errors.Join(err, errors.New(resp.Status))
	}
	return nil
}

// cut sends half of a part and hangs up. Then all parts before it must be there.
func (u *upload) cut(ctx context.Context, number int, content []byte) error {
	req, err := u.request(ctx, number, content)
	if err != nil {
		return err
	}
	target, err := url.Parse(req.URL.String())
	if err != nil {
		return err
	}
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", target.Host)
	if err != nil {
		return err
	}
	var raw bytes.Buffer
	if err := req.Write(&raw); err != nil {
		return errors.Join(err, conn.Close())
	}
	half, errWrite := conn.Write(raw.Bytes()[:raw.Len()/2])
	if err := errors.Join(errWrite, conn.Close()); err != nil {
		return err
	}
	u.lost += int64(half)
	var a struct {
		R struct {
			Partes  struct{ Recibidas []struct{ Numero int } }
			Errores refusals
		}
	}
	err = u.c.do(ctx, u.token, resumeParts, map[string]any{"id": u.id}, &a)
	if err = errors.Join(err, a.R.Errores.err()); err == nil && len(a.R.Partes.Recibidas) != number-1 {
		err = fmt.Errorf("after a cut in part %d the server has %d", number, len(a.R.Partes.Recibidas))
	}
	return err
}

// confirm repeats the confirmation while the server reads the file.
func (u *upload) confirm(ctx context.Context) error {
	since := time.Now()
	for u.runs = 1; ; u.runs++ {
		var a struct{ R struct{ Errores refusals } }
		if err := u.c.do(ctx, u.token, confirmParts, map[string]any{"id": u.id}, &a); err != nil {
			return err
		}
		if len(a.R.Errores) == 0 || a.R.Errores[0].Codigo != "VERIFICACION_EN_CURSO" {
			u.confirming = time.Since(since)
			return a.R.Errores.err()
		}
	}
}
