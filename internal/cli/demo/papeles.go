package demo

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"

	"github.com/carpeta-ciudadana/servidor/internal/cli/semilla"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/verificable"
)

// papel is one that the demo's entity certifies. Its days are counted from the first start of the demo, so that it is
// what it shows on any day.
type papel struct {
	titulo  string
	tipo    documento.Tipo
	archivo string // name of its file
	numero  string
	emitido int    // so many days ago
	vence   int    // in so many days, negative for one that is expired; 0 if it is valid for ever
	motivo  string // why it was taken back; empty if it was not
	nuevo   *papel // the one that stands for it now; nil if none does
}

// papeles are a diploma, and one of each legal state.
var papeles = []papel{
	{titulo: "Diploma de grado", tipo: documento.Diploma, archivo: "diploma.pdf", numero: "D-20417", emitido: 12},
	{
		titulo: "Certificado de inglés, nivel B1", tipo: "CERTIFICADO_ESTUDIO", archivo: "ingles-b1.pdf", numero: "ING-0310", emitido: 500, vence: 230,
		nuevo: &papel{
			titulo: "Certificado de inglés, nivel B2", tipo: "CERTIFICADO_ESTUDIO", archivo: "ingles-b2.pdf", numero: "ING-0944", emitido: 20, vence: 710,
		},
	},
	{
		titulo: "Certificado de notas", tipo: "CERTIFICADO_NOTAS", archivo: "notas.pdf", numero: "CN-1182", emitido: 90,
		motivo: "Una nota quedó mal escrita. Pida el certificado corregido en la oficina de registro.",
	},
	{titulo: "Carné de estudiante", tipo: "CERTIFICADO_ESTUDIO", archivo: "carne.pdf", numero: "EST-04571", emitido: 400, vence: -35},
}

// pedido is the paper's file, and what asks for its delivery; the signature is still to come. reemplazaA is the
// entregaId of the one for which it stands, or empty.
func (d *Demo) pedido(p papel, reemplazaA string) ([]byte, entrega.Pedido) {
	now := d.Clock()
	dia := func(days int) string { return d.Entregas.Documentos.Dia(now.AddDate(0, 0, days)) }
	n := documento.Nuevo{
		Titulo: p.titulo, Tipo: p.tipo, Contexto: "Educación superior", NombreArchivo: p.archivo, TipoContenido: "application/pdf",
	}
	file := semilla.Content(documento.Documento{Fila: documento.Fila{
		CarpetaID: d.carpeta.CarpetaID, Titulo: n.Titulo, Tipo: n.Tipo, Contexto: n.Contexto, FechaRecepcion: now.AddDate(0, 0, -p.emitido),
	}})
	sum := sha256.Sum256(file)
	n.Hash, n.TamanoBytes = hex.EncodeToString(sum[:]), int64(len(file))
	says := entrega.Declarado{FechaEmision: dia(-p.emitido), Numero: p.numero, Nombre: citizen, Sal: salt(), ReemplazaA: reemplazaA}
	if p.vence != 0 {
		says.Vigencia = verificable.Vigencia{Desde: says.FechaEmision, Hasta: dia(p.vence)}
	}
	return file, entrega.Pedido{CiudadanoID: d.carpeta.CiudadanoID, Nuevo: n, Declarado: &says}
}

// citizen is the name that the entity knows the citizen of the demo by.
const citizen = "Ana María Restrepo"

func salt() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // it never fails
	return base64.RawURLEncoding.EncodeToString(b[:])
}
