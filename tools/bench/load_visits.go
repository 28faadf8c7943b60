package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

const loadPage = `{ edges { cursor node { ` + wholeFila + ` } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }`

const (
	loadForward  = `query($c: ID!, $after: String) { carpeta(id: $c) { documentos(first: 20, after: $after) ` + loadPage + ` } }`
	loadBackward = `query($c: ID!, $before: String) { carpeta(id: $c) { documentos(last: 20, before: $before) ` + loadPage + ` } }`
	loadSearch   = `query($c: ID!, $t: String) { carpeta(id: $c) { documentos(first: 20, filtro: {texto: $t}) ` + loadPage + ` } }`
	loadLink     = `query($d: ID!) { node(id: $d) { ... on Documento { urlDescarga } } }`
	loadAnnounce = `mutation($i: IniciarCargaInput!) { r: iniciarCarga(input: $i) { documento { id documentoId } carga { metodo url encabezados { nombre valor } } errores { ... on ErrorDeUsuario { codigo } } } }`
	loadConfirm  = `mutation($d: ID!) { r: confirmarCarga(input: {documentoId: $d}) { documento { id } errores { ... on ErrorDeUsuario { codigo } } } }`
	loadDelete   = `mutation($d: ID!, $v: Int!) { r: deleteDocumento(input: {documentoId: $d, ventana: $v}) { eliminacion { eventoId } errores { ... on ErrorDeUsuario { codigo } } } }`
	loadUndo     = `mutation($e: ID!) { r: cancelarEliminacion(input: {eventoId: $e}) { eliminacion { estado } errores { ... on ErrorDeUsuario { codigo } } } }`
)

// Undo windows: one that passes while the load runs, and one that does not.
const (
	shortWindow = 5 * time.Second
	longWindow  = time.Hour
)

// ask asks an operation. What people may do wrong is a failure here too: they do nothing wrong.
func (v *turn) ask(query string, variables map[string]any) ([]byte, error) {
	answer, _, err := v.client.raw(v.ctx, v.person.token, body(query, variables))
	if err == nil || answer != nil {
		v.tally.answered()
	}
	if err == nil && bytes.Contains(answer, []byte(`"errores":[{`)) {
		err = fmt.Errorf("refused: %s", answer)
	}
	return answer, err
}

// rows asks for a page, which must have rows, and returns its first and last cursor.
func (v *turn) rows(query string, variables map[string]any) (first, last string, err error) {
	answer, err := v.ask(query, variables)
	if err != nil {
		return "", "", err
	}
	if first, last = textAfter(answer, `"startCursor":"`), textAfter(answer, `"endCursor":"`); first == "" || last == "" {
		return "", "", &coded{strange, fmt.Errorf("a page without rows: %s", answer)}
	}
	return first, last, nil
}

// textAfter is a string of JSON without escapes. To decode a whole page would cost more than to send it.
func textAfter(answer []byte, name string) string {
	_, rest, _ := bytes.Cut(answer, []byte(name))
	text, _, _ := bytes.Cut(rest, []byte(`"`))
	return string(text)
}

func (v *turn) browse() {
	c := v.person.CarpetaID
	var first, last string
	forward := func() (err error) {
		variables := map[string]any{"c": c}
		if last != "" {
			variables["after"] = last
		}
		first, last, err = v.rows(loadForward, variables)
		return err
	}
	_ = v.step("first page", forward) && v.step("later page", forward) && v.step("later page", forward) &&
		v.step("page backwards", func() error {
			_, _, err := v.rows(loadBackward, map[string]any{"c": c, "before": first})
			return err
		})
}

var words = []string{"certificado", "factura", "diploma", "historia", "contrato", "notaria"}

func (v *turn) search() {
	word := words[v.random.IntN(len(words))]
	if v.random.IntN(inVain) == 0 {
		v.person, word = v.smallOne(v.random), "zzyzx"
	}
	v.step("search", func() error {
		_, err := v.ask(loadSearch, map[string]any{"c": v.person.CarpetaID, "t": word})
		return err
	})
}

func (v *turn) download() {
	v.person = v.smallOne(v.random) // large carpetas have no files
	id := v.person.kept[v.random.IntN(len(v.person.kept))]
	var url string
	_ = v.step("link to a file", func() error {
		answer, err := v.ask(loadLink, map[string]any{"d": id})
		if err != nil {
			return err
		}
		var a struct {
			Data struct{ Node struct{ URLDescarga string } }
		}
		if err := json.Unmarshal(answer, &a); err != nil || a.Data.Node.URLDescarga == "" {
			return &coded{strange, fmt.Errorf("no link: %s", answer)}
		}
		url = a.Data.Node.URLDescarga
		return nil
	}) && v.step("download", func() error { return v.fetch(url) })
}

func (v *turn) fetch(url string) error {
	req, err := http.NewRequestWithContext(v.ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return err
	}
	resp, err := v.client.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close() //nolint:errcheck // it was read
	if n, err := io.Copy(io.Discard, resp.Body); err != nil || resp.StatusCode != http.StatusOK || n == 0 {
		return &coded{strange, fmt.Errorf("download: %s, %d bytes: %w", resp.Status, n, err)}
	}
	return nil
}

const uploadedBytes = 16 << 10

func (v *turn) upload() {
	content := make([]byte, uploadedBytes)
	n := v.random.Uint64()
	fill(content, int64(n), 0)
	var r struct {
		Data struct {
			R struct {
				Documento struct{ ID, DocumentoID string }
				Carga     link
			}
		}
	}
	d := &r.Data.R.Documento
	_ = v.step("announce an upload", func() error {
		answer, err := v.ask(loadAnnounce, map[string]any{"i": map[string]any{
			"carpetaId": v.person.CarpetaID, "titulo": fmt.Sprintf("Recibo %d", n), "tipoDocumento": "OTRO", "nombreArchivo": "recibo.bin",
			"tipoContenido": "application/octet-stream", "tamanoBytes": len(content), "hashDocumento": hashOf(content),
		}})
		return errors.Join(err, json.Unmarshal(answer, &r))
	}) && v.step("send the file", func() error {
		return v.client.send(v.ctx, r.Data.R.Carga, content)
	}) && v.step("confirm the upload", func() error {
		v.person.expects(d.DocumentoID, arrived, v.due)
		_, err := v.ask(loadConfirm, map[string]any{"d": d.ID})
		if err == nil {
			v.person.give(deletable{d.ID, d.DocumentoID, v.person.token})
		}
		return err
	})
}

func (v *turn) erase()      { v.eraseWithin("delete", erased, 0) }
func (v *turn) eraseLater() { v.eraseWithin("delete with a window", late, shortWindow) }

// eraseWithin deletes a document for good.
func (v *turn) eraseWithin(kind, message string, window time.Duration) {
	d, has := v.something()
	v.step(kind, func() error {
		if !has {
			return &coded{noDocument, errors.New("nobody has anything to delete")}
		}
		v.person.expects(d.documentoID, message, v.due.Add(window))
		_, err := v.ask(loadDelete, map[string]any{"d": d.id, "v": int(window.Seconds())})
		if err == nil {
			v.deleted.Add(1)
		}
		return err
	})
}

// something is a document that may be deleted, of this person or of another.
func (v *turn) something() (d deletable, has bool) {
	for range 100 {
		if d, has = v.person.take(); has {
			return d, true
		}
		v.person = v.anybody(v.random)
	}
	return d, false
}

func (v *turn) eraseAndUndo() {
	d, has := v.something()
	var eventoID string
	_ = v.step("delete with a window", func() error {
		if !has {
			return &coded{noDocument, errors.New("nobody has anything to delete")}
		}
		answer, err := v.ask(loadDelete, map[string]any{"d": d.id, "v": int(longWindow.Seconds())})
		eventoID = textAfter(answer, `"eventoId":"`)
		return err
	}) && v.step("undo a deletion", func() error {
		_, err := v.ask(loadUndo, map[string]any{"e": eventoID})
		if err == nil {
			v.person.give(d)
		}
		return err
	})
}
