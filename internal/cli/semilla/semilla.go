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

// A carpeta's documents are spread over the thirty years before fin, a fixed day,
// so that a number gives the same data at any time.
var (
	fin    = time.Date(2026, 10, 31, 0, 0, 0, 0, time.UTC)
	inicio = fin.AddDate(-30, 0, 0)
)

const certificados = 15 // per cent

// Azar is the source that a number stands for.
func Azar(numero uint64) *rand.Rand { return rand.New(rand.NewPCG(numero, 0x636172706574)) }

// NuevaCarpeta makes up a citizen's carpeta, served by one of the operadores.
func NuevaCarpeta(azar *rand.Rand, operadores []string) carpeta.Carpeta {
	return carpeta.Carpeta{
		CarpetaID:   id(azar, fin),
		CiudadanoID: id(azar, fin),
		OperadorID:  operadores[azar.IntN(len(operadores))],
		Tipo:        "PERSONAL",
	}
}

// Generar makes up n visible documents of a carpeta, from the oldest to the
// newest. Hash and size are those of Contenido.
func Generar(azar *rand.Rand, c carpeta.Carpeta, n int) iter.Seq[documento.Documento] {
	return func(yield func(documento.Documento) bool) {
		paso := fin.Sub(inicio) / time.Duration(max(n, 1))
		var pdf []byte
		for i := range n {
			fecha := inicio.Add(time.Duration(i)*paso + time.Duration(azar.Int64N(int64(paso))))
			d := generar(azar, c, documento.Milisegundos(fecha))
			pdf = agregarPDF(pdf[:0], d)
			suma := sha256.Sum256(pdf)
			d.Hash, d.TamanoBytes = hex.EncodeToString(suma[:]), int64(len(pdf))
			if !yield(d) {
				return
			}
		}
	}
}

func generar(azar *rand.Rand, c carpeta.Carpeta, fecha time.Time) documento.Documento {
	f := elegir(azar)
	titulo := f.titulos[azar.IntN(len(f.titulos))]
	if f.mensual {
		titulo = conMes(titulo, fecha)
	}
	k := documento.Clave{CarpetaID: c.CarpetaID, DocumentoID: id(azar, fecha)}
	return documento.Documento{
		Fila: documento.Fila{
			CarpetaID: k.CarpetaID, DocumentoID: k.DocumentoID, Titulo: titulo, Tipo: f.tipo,
			Estado: documento.Procesado, FechaRecepcion: fecha, Certificado: azar.IntN(100) < certificados,
		},
		Contexto: f.contexto, TipoContenido: "application/pdf", NombreArchivo: titulo + ".pdf",
		StoragePath: documento.NombreObjeto(k), TipoCarpeta: c.Tipo, FechaUltimaModificacion: fecha,
	}
}

func elegir(azar *rand.Rand) familia {
	resto := azar.IntN(100)
	for _, f := range familias {
		if resto -= f.peso; resto < 0 {
			return f
		}
	}
	return familias[len(familias)-1]
}

// conMes appends what tells one monthly paper from the next, where it fits.
func conMes(titulo string, fecha time.Time) string {
	con := titulo + ", " + meses[fecha.Month()] + " " + strconv.Itoa(fecha.Year())
	if len(con) > maxTitulo {
		return titulo
	}
	return con
}

// id is a UUID v7 of a moment.
func id(azar *rand.Rand, fecha time.Time) string {
	var u uuid.UUID
	binary.BigEndian.PutUint64(u[:8], uint64(fecha.UnixMilli())<<16|azar.Uint64()>>52)
	binary.BigEndian.PutUint64(u[8:], azar.Uint64())
	u[6] = u[6]&0x0f | 0x70
	u[8] = u[8]&0x3f | 0x80
	return u.String()
}
