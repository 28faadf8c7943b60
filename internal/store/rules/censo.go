package rules

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/store/records"
)

// OperadoresConCarpetas implements carpeta.Censo.
func (s *Store) OperadoresConCarpetas(ctx context.Context) ([]string, error) {
	return s.registered(op(ctx, "OperadoresConCarpetas"), Carpetas, carpetaKey(censo), records.Consistent)
}

// CarpetasDeOperador implements carpeta.Censo.
func (s *Store) CarpetasDeOperador(ctx context.Context, operadorID, after string, limit int) ([]string, error) {
	q := records.Query{Table: Carpetas, Index: Carpetas.Index(indexByOperador), Partition: operadorID}
	if after != "" {
		q.Range = records.Behind(after)
	}
	return walk(op(ctx, "CarpetasDeOperador"), s, q, limit, text(aCarpetaID))
}

// CorregirTotal implements carpeta.Censo. The difference is added, so that nothing but the counter is decided here; the
// conditions make it a correction of exactly what was seen.
func (s *Store) CorregirTotal(ctx context.Context, seen carpeta.Carpeta, total, bin int64, h auditoria.Evento) error {
	ofBin := records.Equal(aBinTotal, records.Number(seen.TotalPapelera))
	if seen.TotalPapelera == 0 {
		ofBin = records.Or(records.Absent(aBinTotal), ofBin)
	}
	return s.tell(op(ctx, "CorregirTotal"), h, records.Update(Carpetas, carpetaKey(seen.CarpetaID), records.Change{Add: map[string]int64{
		aTotal: total - seen.TotalDocumentos, aBinTotal: bin - seen.TotalPapelera,
	}}).When(records.Equal(aVersion, records.Number(seen.Version)), records.Equal(aTotal, records.Number(seen.TotalDocumentos)), ofBin))
}

// CorregirUso implements carpeta.Censo.
func (s *Store) CorregirUso(ctx context.Context, seen carpeta.Carpeta, uso carpeta.Uso, h auditoria.Evento) error {
	return s.tell(op(ctx, "CorregirUso"), h, records.Update(Carpetas, carpetaKey(seen.CarpetaID), records.Change{Set: records.Item{
		aBytes: records.Number(uso.Bytes), aDocumentos: records.Number(uso.Documentos), aPendientes: records.Number(uso.Pendientes),
	}}).When(records.Equal(aVersion, records.Number(seen.Version)), records.Equal(aTotal, records.Number(seen.TotalDocumentos)),
		records.Equal(aBytes, records.Number(seen.Uso.Bytes)), records.Equal(aDocumentos, records.Number(seen.Uso.Documentos)),
		records.Equal(aPendientes, records.Number(seen.Uso.Pendientes))))
}
