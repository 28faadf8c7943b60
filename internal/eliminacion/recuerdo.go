package eliminacion

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/batch"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Recuerdo is the document as it was when its deletion was asked for. Titulo and
// NombreArchivo are personal data: they stay out of messages and logs.
type Recuerdo struct {
	Titulo        string         `json:"titulo"`
	Tipo          documento.Tipo `json:"tipo"`
	NombreArchivo string         `json:"nombreArchivo,omitempty"`
	TamanoBytes   int64          `json:"tamanoBytes"`
	Hash          string         `json:"hash,omitempty"` // SHA-256, 64 hex digits
	Certificado   bool           `json:"certificado,omitempty"`
	EmisorID      string         `json:"emisorId,omitempty"` // who issued it; empty for what a citizen uploaded
	EmisorNombre  string         `json:"emisorNombre,omitempty"`

	FechaRecepcion time.Time `json:"fechaRecepcion,omitzero"`
}

func recuerdoDe(d documento.Documento) *Recuerdo {
	return &Recuerdo{
		Titulo: d.Titulo, Tipo: d.Tipo, NombreArchivo: d.NombreArchivo, TamanoBytes: d.TamanoBytes, Hash: d.Hash, Certificado: d.Certificado,
		EmisorID: d.EmisorID, EmisorNombre: d.EmisorNombre,
		FechaRecepcion: documento.Milisegundos(d.FechaRecepcion),
	}
}

// De reports whether a document is still as the saga remembers it; so is any document for
// a saga that remembers nothing. A title or kind that was corrected between the reading
// and the lock would be remembered wrong for ever.
func (r *Recuerdo) De(f documento.Fila) bool {
	return r == nil || r.Titulo == f.Titulo && r.Tipo == f.Tipo
}

// Recordado is what a caller that may see a deletion may know of its document: nil for
// nothing, as of the repair of a file without a document. An operador that decides needs title,
// hash and issuer; of other deletions, and of the file's name, it needs nothing.
func (s *Servicio) Recordado(ctx context.Context, quien auth.Principal, e Eliminacion) (*Recuerdo, error) {
	if e.Recuerdo == nil {
		return nil, nil
	}
	r := *e.Recuerdo
	if auth.MayAudit(quien.Quiet()) == nil {
		return &r, nil
	}
	dueno := carpeta.Duenos(ctx, s.Carpetas, []string{e.CarpetaID})[e.CarpetaID]
	if dueno.Err != nil {
		return nil, dueno.Err
	}
	if auth.MayReadCarpeta(quien.Quiet(), dueno.Value.CiudadanoID) == nil {
		return &r, nil
	}
	if err := auth.MayReadEliminacion(quien, dueno.Value.CiudadanoID, e.OperadorID); err != nil {
		return nil, err
	}
	if r.NombreArchivo = ""; e.Aprobacion == nil {
		r.Titulo, r.Hash, r.EmisorID, r.EmisorNombre = "", "", "", ""
	}
	return &r, nil
}

// maxRecordadas are the newest deletions of a carpeta among which a title is looked for.
const maxRecordadas = 1000

// TitulosDe are the titles of documents that are gone, as their deletions remember them: a result for each key, in their
// order, "" for one of which nothing is kept any more. For those who may read the carpeta; NOT_FOUND for others.
func (s *Servicio) TitulosDe(ctx context.Context, quien auth.Principal, ks []documento.Clave) []batch.Result[string] {
	titulos := map[string]map[string]string{} // carpetaId, documentoId → title
	for _, k := range ks {
		if titulos[k.CarpetaID] == nil {
			titulos[k.CarpetaID] = map[string]string{}
		}
		titulos[k.CarpetaID][k.DocumentoID] = ""
	}
	fallas := map[string]error{}
	for carpetaID, suyos := range titulos {
		fallas[carpetaID] = s.recordar(ctx, quien, carpetaID, suyos)
	}
	results := make([]batch.Result[string], len(ks))
	for i, k := range ks {
		results[i] = batch.Result[string]{Value: titulos[k.CarpetaID][k.DocumentoID], Err: fallas[k.CarpetaID]}
	}
	return results
}

// recordar writes the titles down of documents that were deleted in a carpeta. What is read is paid.
func (s *Servicio) recordar(ctx context.Context, quien auth.Principal, carpetaID string, titulos map[string]string) error {
	dueno := carpeta.Duenos(ctx, s.Carpetas, []string{carpetaID})[carpetaID]
	if dueno.Err != nil {
		return dueno.Err
	}
	if err := auth.MayReadCarpeta(quien, dueno.Value.CiudadanoID); err != nil {
		return err
	}
	faltan, q := len(titulos), ConsultaCarpeta{CarpetaID: carpetaID, Descendente: true, Limite: relay.MaxPage}
	for leidas := 0; faltan > 0 && leidas < maxRecordadas; {
		es, err := s.Store.DeCarpeta(ctx, q)
		if err != nil {
			return err
		}
		quota.Spend(ctx, len(es))
		for _, e := range es {
			if titulo, buscado := titulos[e.DocumentoID]; buscado && titulo == "" && e.Recuerdo != nil {
				titulos[e.DocumentoID] = e.Recuerdo.Titulo
				faltan--
			}
		}
		if len(es) < q.Limite {
			return nil
		}
		leidas, q.Desde = leidas+len(es), es[len(es)-1].ClaveCarpeta()
	}
	return nil
}
