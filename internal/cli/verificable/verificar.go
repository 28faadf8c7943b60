package verificable

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/ground/file"
	"github.com/carpeta-ciudadana/servidor/internal/ground/terminal"
	"github.com/carpeta-ciudadana/servidor/verificable"
)

// Verificar reads a file and says what it is worth. An error is everything but a document that is valid.
func Verificar(c config.VerificarDocumento, clock func() time.Time, out io.Writer) error {
	confianza, opciones, err := con(c, clock())
	if err != nil {
		return err
	}
	f, err := os.Open(c.Archivo)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	i, err := verificable.Verificar(f, info.Size(), confianza, opciones)
	es, en, ok := verificable.Oracion(i, err)
	if !ok {
		return err
	}
	if err := decir(c, hallado(i, err, es, en), out); err != nil {
		return err
	}
	switch {
	case err != nil || i.Resultado == verificable.Valido:
		return err
	case i.Resultado == verificable.SinLista, i.Resultado == verificable.SinEstado:
		return noSeSabe(i.Resultado)
	}
	return errors.New(string(i.Resultado))
}

// noSeSabe: the document is signed and whole, and it is not known whether it was taken back.
type noSeSabe verificable.Resultado

func (r noSeSabe) Error() string { return string(r) }

// ExitCode tells scripts that it is neither valid nor invalid.
func (noSeSabe) ExitCode() int { return 4 }

// con reads what the reader of a file has from elsewhere.
func con(c config.VerificarDocumento, now time.Time) (confianza verificable.Confianza, o verificable.Opciones, err error) {
	text, err := file.Read(c.Confianza, verificable.MaxConfianza)
	if err != nil {
		return confianza, o, err
	}
	if confianza, err = verificable.LeerConfianza(text); err != nil {
		return confianza, o, fmt.Errorf("%s: %w", c.Confianza, err)
	}
	o.Ahora = now
	if c.Lista != "" {
		o.Lista, err = file.Read(c.Lista, verificable.MaxLista)
	}
	return confianza, o, err
}

// linea is what --salida json prints.
type linea struct {
	Resultado    string `json:"resultado"`
	Detalle      string `json:"detalle,omitempty"` // of a refusal
	Oracion      string `json:"oracion"`
	Sentence     string `json:"sentence"`
	EntidadID    string `json:"entidadId,omitempty"`
	Entidad      string `json:"entidad,omitempty"`
	Llave        string `json:"llave,omitempty"`
	Declaracion  any    `json:"declaracion,omitempty"`
	Titular      any    `json:"titular,omitempty"`
	FirmadaEn    string `json:"firmadaEn,omitempty"`
	RecibidaEn   string `json:"recibidaEn,omitempty"`
	Registro     string `json:"registro,omitempty"`
	SabidoEn     string `json:"sabidoEn,omitempty"`
	Estado       string `json:"estado,omitempty"` // where its status is to be had
	ListaMirada  bool   `json:"listaMirada"`
	NombreDelZip string `json:"documento,omitempty"`
}

func hallado(i verificable.Informe, err error, es, en string) linea {
	l := linea{Resultado: string(i.Resultado), Oracion: es, Sentence: en}
	var r *verificable.Rechazo
	if errors.As(err, &r) {
		l.Resultado, l.Detalle = string(r.Codigo), r.Detalle
		return l
	}
	l.EntidadID, l.Entidad, l.Llave = i.Emisor.EntidadID, i.Emisor.Nombre, i.Llave
	l.Declaracion, l.NombreDelZip = json.RawMessage(i.Bytes()), i.Archivo.Nombre
	l.FirmadaEn, l.RecibidaEn, l.SabidoEn = momento(i.FirmadaEn), momento(i.RecibidaEn), momento(i.SabidoEn)
	l.Registro, l.ListaMirada = i.Registro, i.ConLista
	if i.Persona != nil {
		l.Titular = json.RawMessage(i.Persona.Bytes())
	}
	if i.Estado != nil {
		l.Estado = i.Estado.URI
	}
	return l
}

func momento(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

func decir(c config.VerificarDocumento, l linea, out io.Writer) error {
	texto, falta := l.Oracion, " Descargue %s y agregue --lista ARCHIVO."
	if c.Idioma == "en" {
		texto, falta = l.Sentence, " Download %s and add --lista FILE."
	}
	if l.Resultado == string(verificable.SinLista) {
		texto += fmt.Sprintf(falta, l.Estado)
	}
	if c.Output == "json" {
		j, err := json.Marshal(l)
		if err != nil {
			return err
		}
		texto = string(j)
	}
	_, err := fmt.Fprintln(out, terminal.Safe(texto)) // JSON says the same after it
	return err
}
