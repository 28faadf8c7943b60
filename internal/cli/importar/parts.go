package importar

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
)

const signParts = `mutation($input: FirmarPartesInput!) { r: firmarPartes(input: $input) {
  partes { numero carga { metodo url encabezados { nombre valor } } } errores { ... on ErrorDeUsuario { codigo mensaje } } } }`

// A part that breaks off is signed and sent again: some times, further and further apart.
const (
	partTries = 5
	partPause = 250 * time.Millisecond
)

// sendParts sends the parts that are not there, one after the other.
func (r *Remote) sendParts(ctx context.Context, a announced, n documento.Nuevo, content Content) error {
	there := map[int]string{}
	for _, p := range a.Partes.Recibidas {
		there[p.Numero] = p.HashParte
	}
	for number := 1; number <= a.Partes.Total; number++ {
		from := int64(number-1) * a.Partes.TamanoParte
		part := io.NewSectionReader(content, from, min(a.Partes.TamanoParte, n.TamanoBytes-from))
		sum := sha256.New()
		if _, err := io.Copy(sum, part); err != nil {
			return err
		}
		hash := hex.EncodeToString(sum.Sum(nil))
		if there[number] == hash {
			continue
		}
		if err := r.sendPart(ctx, a.Documento.ID, number, hash, part); err != nil {
			return err
		}
	}
	return nil
}

// sendPart tries until the part is there, the server refuses it, or it failed too often. What
// was sent stays: the same command goes on there.
func (r *Remote) sendPart(ctx context.Context, documentoID string, number int, hash string, part *io.SectionReader) (err error) {
	for try := range partTries {
		if try > 0 {
			if err := service.Pause(ctx, partPause<<try); err != nil {
				return err
			}
		}
		var link documento.Carga
		if link, err = r.signPart(ctx, documentoID, number, hash); err != nil {
			return err
		}
		if err = r.sendInTurn(ctx, link, part); err == nil {
			return nil
		}
	}
	return err
}

func (r *Remote) signPart(ctx context.Context, documentoID string, number int, hash string) (documento.Carga, error) {
	var signed struct{ Partes []documento.ParteFirmada }
	input := map[string]any{"documentoId": documentoID, "partes": []any{map[string]any{"numero": number, "hashParte": hash}}}
	if err := r.Change(ctx, signParts, input, &signed); err != nil {
		return documento.Carga{}, err
	}
	return signed.Partes[0].Carga, nil
}
