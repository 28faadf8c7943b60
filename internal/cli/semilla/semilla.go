package semilla

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"iter"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// A carpeta's documents are spread over the thirty years before end, a fixed day,
// so that a number gives the same data at any time.
var (
	end   = time.Date(2026, 10, 31, 0, 0, 0, 0, time.UTC)
	start = end.AddDate(-30, 0, 0)
)

// NewRand is the source that a number stands for.
func NewRand(number uint64) *rand.Rand { return rand.New(rand.NewPCG(number, 0x636172706574)) }

// NewCarpeta makes up a citizen's carpeta, served by one of the operadores.
func NewCarpeta(rnd *rand.Rand, operadores []string) carpeta.Carpeta {
	return carpeta.Carpeta{
		CarpetaID:   id(rnd, end),
		CiudadanoID: id(rnd, end),
		OperadorID:  operadores[rnd.IntN(len(operadores))],
		Tipo:        carpeta.Personal,
	}
}

// Generate makes up n visible documents of a carpeta, from the oldest to the
// newest. Hash and size are those of Content.
func Generate(rnd *rand.Rand, c carpeta.Carpeta, n int) iter.Seq[documento.Documento] {
	return func(yield func(documento.Documento) bool) {
		paso := end.Sub(start) / time.Duration(max(n, 1))
		for i := range n {
			date := start.Add(time.Duration(i)*paso + time.Duration(rnd.Int64N(int64(paso))))
			d := generate(rnd, c, documento.Milisegundos(date))
			pdf := Content(d)
			sum := sha256.Sum256(pdf)
			d.Hash, d.TamanoBytes = hex.EncodeToString(sum[:]), int64(len(pdf))
			if !yield(d) {
				return
			}
		}
	}
}

func generate(rnd *rand.Rand, c carpeta.Carpeta, date time.Time) documento.Documento {
	f := pick(rnd)
	base := f.titulos[rnd.IntN(len(f.titulos))]
	titulo := base
	if f.monthly {
		titulo = withMonth(base, date)
	}
	k := documento.Clave{CarpetaID: c.CarpetaID, DocumentoID: id(rnd, date)}
	d := documento.Documento{
		Fila: documento.Fila{
			CarpetaID: k.CarpetaID, DocumentoID: k.DocumentoID, Titulo: titulo, Tipo: f.tipoDe(base),
			Estado: documento.Procesado, FechaRecepcion: date, Contexto: f.contexto,
		},
		TipoContenido: "application/pdf", TipoVista: "application/pdf", NombreArchivo: titulo + ".pdf",
		StoragePath: documento.NombreObjeto(k), TipoCarpeta: c.Tipo, FechaUltimaModificacion: date,
	}
	if rnd.IntN(100) < f.certificados {
		e := f.emisorDe(base)
		d.Certificado, d.EmisorID, d.EmisorNombre, d.FechaEmision = true, e.EntidadID, e.Nombre, date.Truncate(time.Second)
	}
	return d
}

func pick(rnd *rand.Rand) family {
	rest := rnd.IntN(100)
	for _, f := range families {
		if rest -= f.peso; rest < 0 {
			return f
		}
	}
	return families[len(families)-1]
}

// withMonth appends what tells one monthly paper from the next, where it fits.
func withMonth(titulo string, date time.Time) string {
	with := titulo + ", " + months[date.Month()] + " " + strconv.Itoa(date.Year())
	if len(with) > maxTitulo {
		return titulo
	}
	return with
}

// id is a UUID v7 of a moment.
func id(rnd *rand.Rand, date time.Time) string {
	var u uuid.UUID
	binary.BigEndian.PutUint64(u[:8], uint64(date.UnixMilli())<<16|rnd.Uint64()>>52)
	binary.BigEndian.PutUint64(u[8:], rnd.Uint64())
	u[6] = u[6]&0x0f | 0x70
	u[8] = u[8]&0x3f | 0x80
	return u.String()
}
