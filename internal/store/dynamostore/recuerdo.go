package dynamostore

import (
	"encoding/hex"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// aRecuerdo is the document as it was: a list of title, kind, file name, size, hash (as bytes) and certificado; then id
// and name of its issuer, empty if it has none; then when it came, in milliseconds. As a map with names it would be 67
// bytes longer, and the item of many deletions more than 1 KB.
const aRecuerdo = "documento"

func setRecuerdo(i item, r *eliminacion.Recuerdo) {
	if r == nil {
		return
	}
	hash := text(r.Hash)
	if raw, err := hex.DecodeString(r.Hash); err == nil && hex.EncodeToString(raw) == r.Hash {
		hash = &types.AttributeValueMemberB{Value: raw}
	}
	vs := []types.AttributeValue{
		text(r.Titulo), text(string(r.Tipo)), text(r.NombreArchivo), number(r.TamanoBytes), hash, boolean(r.Certificado),
		text(r.EmisorID), text(r.EmisorNombre), number(r.FechaRecepcion.UnixMilli()),
	}
	i[aRecuerdo] = &types.AttributeValueMemberL{Value: vs}
}

func recuerdoOf(i item) (*eliminacion.Recuerdo, error) {
	l := &reader{item: i}
	vs := l.list(aRecuerdo)
	if len(vs) == 0 {
		return nil, l.err
	}
	m := &reader{item: item{}}
	for n, name := range []string{aTitulo, aTipo, aFileName, aSize, aHash, aCertificado, aEmisorID, aIssuerName, aDate} {
		if n < len(vs) {
			m.item[name] = vs[n]
		}
	}
	if b, ok := m.item[aHash].(*types.AttributeValueMemberB); ok {
		m.item[aHash] = text(hex.EncodeToString(b.Value))
	}
	return &eliminacion.Recuerdo{
		Titulo: m.text(aTitulo), Tipo: documento.Tipo(m.text(aTipo)), NombreArchivo: m.text(aFileName), TamanoBytes: m.integer(aSize),
		Hash: m.text(aHash), Certificado: m.boolean(aCertificado), EmisorID: m.text(aEmisorID), EmisorNombre: m.text(aIssuerName),
		FechaRecepcion: time.UnixMilli(m.integer(aDate)).UTC(),
	}, m.err
}
