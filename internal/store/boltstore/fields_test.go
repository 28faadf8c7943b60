package boltstore_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// TestFieldsStayInTheirOrder: a document that an earlier version wrote reads as it was. A row of documento.Campos that
// is not the last one would move what stands behind it.
func TestFieldsStayInTheirOrder(t *testing.T) {
	const stored = "\x01\x01b\x01c\x01\x02\x04\x01a\x01d\x01f\x01g\x01i\x01j\x01l\x01m\x01n\b\x80\x80\x80\x80\x80\x80\x80\x04\x0e\x01e\x01q\x10\x01h\n\x01o\f\x01p\x06\x01k"
	s, k := openStore(t, t.TempDir()), documento.Clave{CarpetaID: "carpeta", DocumentoID: "documento"}
	if err := s.Write(t.Context(), func(tx *bolt.Tx) error {
		return tx.Bucket([]byte("documentos")).Put([]byte("carpeta\x00documento"), []byte(stored))
	}); err != nil {
		t.Fatal(err)
	}
	got, err := s.Documento(t.Context(), k)
	want := documento.Documento{
		Fila: documento.Fila{
			CarpetaID: k.CarpetaID, DocumentoID: k.DocumentoID, Titulo: "a", Tipo: "b", Estado: "c", TamanoBytes: 1,
			FechaRecepcion: time.UnixMilli(2).UTC(), Certificado: true, Contexto: "d", EmisorID: "e", Correcciones: 3,
		},
		Hash: "f", TipoContenido: "g", TipoVista: "h", NombreArchivo: "i", StoragePath: "j", VersionArchivo: "k", TipoCarpeta: "l",
		FechaUltimaModificacion: time.UnixMilli(4).UTC(), EstadoPrevio: "m", EliminacionID: "n", ExpiraEn: time.UnixMilli(1 << 50).UTC(),
		Partes: documento.Partes{Tamano: 5, ID: "o", Verificados: 6, Estado: "p"}, ReservadaHasta: time.UnixMilli(7).UTC(),
		EmisorNombre: "q", FechaEmision: time.UnixMilli(8).UTC(),
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}
